/** A signal that aborts with the first of others, for its reason; `forget` lets go of them. */
export function followSignals(signals: ReadonlyArray<AbortSignal | undefined>): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const followed = signals.filter((signal) => signal !== undefined);
  const onAbort = () => controller.abort(followed.find(({ aborted }) => aborted)?.reason);
  for (const signal of followed) signal.addEventListener('abort', onAbort, { once: true });
  if (followed.some(({ aborted }) => aborted)) onAbort();
  return {
    signal: controller.signal,
    forget: () => {
      for (const signal of followed) signal.removeEventListener('abort', onAbort);
    },
  };
}
