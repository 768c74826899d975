/** What failed may work by now: a package was installed, a setting of the kernel changed. */
const RETRY_MS = 10_000;

/** Keeps what was found, and looks again after a while where nothing was. */
export function createLastingProbe<Found extends { available: boolean }>(look: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  let failedAt: number | undefined;
  return () => {
    if (found !== undefined && (failedAt === undefined || performance.now() - failedAt <= RETRY_MS)) return found;
    failedAt = undefined;
    found = look().then((result) => {
      if (!result.available) failedAt = performance.now();
      return result;
    });
    return found;
  };
}
