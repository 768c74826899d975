import type { BackgroundShell, BackgroundShells } from './tool';

/** Characters of each command that stay in memory; the spill file has the rest. */
export const BACKGROUND_RING = 256 * 1024;
const PIECES_JOINED_AT = 512;

export interface SessionBackgroundShells extends BackgroundShells {
  all(): BackgroundShell[];
  /** Ends every command that still runs. For the end of the session. */
  stopAll(): Promise<void>;
}

export function createBackgroundShells(): SessionBackgroundShells {
  const shells = new Map<string, BackgroundShell & { note(text: string): void }>();
  // Output that arrives before the run is added.
  const early = new Map<string, string>();
  return {
    add(run, command, spillPath) {
      const ring = createRing();
      const shell = { run, command, spillPath, output: ring.read, note: ring.add, done: false };
      ring.add(early.get(run.id) ?? '');
      early.delete(run.id);
      shells.set(run.id, shell);
      run.result.then(
        (result) => Object.assign(shell, { result, done: true }),
        () => Object.assign(shell, { done: true }),
      );
    },
    get: (id) => shells.get(id),
    noteOutput(id, text) {
      const shell = shells.get(id);
      if (shell === undefined) early.set(id, ((early.get(id) ?? '') + text).slice(-BACKGROUND_RING));
      else shell.note(text);
    },
    all: () => [...shells.values()],
    async stopAll() {
      await Promise.all([...shells.values()].filter((shell) => !shell.done).map((shell) => shell.run.stop()));
    },
  };
}

/** The last characters of a text that grows, read by offsets into the whole of it. */
function createRing() {
  let pieces: string[] = [];
  let kept = 0;
  let total = 0;
  function joined(): string {
    const text = pieces.join('').slice(-BACKGROUND_RING);
    pieces = [text];
    kept = text.length;
    return text;
  }
  return {
    add(text: string) {
      if (text === '') return;
      pieces.push(text);
      kept += text.length;
      total += text.length;
      if (kept > BACKGROUND_RING * 2 || pieces.length > PIECES_JOINED_AT) joined();
    },
    read(offset: number, limit: number) {
      const text = joined();
      const first = total - text.length;
      const start = clearOfPair(text, Math.min(Math.max(offset, first), total) - first);
      const end = clearOfPair(text, Math.min(text.length, start + limit));
      return { text: text.slice(start, end), from: first + start, total };
    },
  };
}

function clearOfPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
