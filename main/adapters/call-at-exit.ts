const calls = new Set<() => void>();
let listens = false;

/** Calls it, once, when the process exits; synchronous work alone gets done there. One listener for all. An uncaught error ends in `exit` as well. */
export function callAtExit(call: () => void): void {
  calls.add(call);
  if (listens) return;
  listens = true;
  process.on('exit', () => {
    for (const each of calls) each();
  });
}

export function forgetAtExit(call: () => void): void {
  calls.delete(call);
}
