import { readdirSync, readFileSync } from 'node:fs';

/** While processes are stopped one by one, those not yet stopped may start others. */
const MOST_ROUNDS = 8;
/** For all shells together: one that waits for a processor has not stopped yet, and a machine without a free one takes its time. */
const LONGEST_STOP_MS = 100;
const STOPPED = new Set(['T', 't', 'Z', 'X']);

/** The first process of the sandbox that a `bwrap` keeps, once the program runs in it. Its end is the end of all others. */
export function findFirstProcess(bwrap: number): number | undefined {
  const [first] = childrenOf(bwrap);
  return first === undefined || childrenOf(first).length === 0 ? undefined : first;
}

/** Holds everything that the first process of a sandbox keeps alive. Gives the way to let it go on; what stood still before stays so. */
export function freezeProcesses(first: number): () => void {
  const held: number[] = [];
  const seen = new Set<number>();
  const until = performance.now() + LONGEST_STOP_MS;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = descendantsOf(first).filter((pid) => !seen.has(pid));
    if (fresh.length === 0) break;
    for (const pid of fresh) {
      seen.add(pid);
      if (STOPPED.has(stateOf(pid)) || !signal(pid, 'SIGSTOP')) continue;
      held.push(pid);
      if (childrenOf(pid).length > 0) awaitStop(pid, until);
    }
  }
  // Children first: a shell that keeps jobs must not find one of them standing still.
  return () => {
    for (const pid of held.toReversed()) signal(pid, 'SIGCONT');
  };
}

/**
 * A shell that waits for its job must stand still before the job does. Woken by its own signal it first looks at its jobs again, and would
 * take one that has stopped by then for one that the person suspended.
 */
function awaitStop(pid: number, until: number): void {
  while (!STOPPED.has(stateOf(pid)) && performance.now() < until);
}

export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Parents before their children. */
function descendantsOf(first: number): number[] {
  const found = childrenOf(first);
  for (const pid of found) found.push(...childrenOf(pid));
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').match(/\d+/g) ?? []).map(Number),
    );
  } catch {
    return [];
  }
}

function stateOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.charAt(text.lastIndexOf(')') + 2);
  } catch {
    return 'X';
  }
}
