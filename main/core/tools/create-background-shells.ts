import type { FileSystem } from '../ports';
import { readSpill } from './read-spill';
import type { BackgroundShell, BackgroundShells } from './tool';

/** Characters of each running command that stay in memory; the spill file has all of them. */
export const BACKGROUND_RING = 256 * 1024;
const PIECES_JOINED_AT = 512;

export interface SessionBackgroundShells extends BackgroundShells {
  all(): BackgroundShell[];
  /** Ends every command that still runs. For the end of the session. */
  stopAll(): Promise<void>;
}

/** `noteEnd` writes down how a command ended; `stopAll` waits for it. */
export function createBackgroundShells(
  readRange: FileSystem['readRange'],
  noteEnd: (shell: BackgroundShell) => Promise<void>,
): SessionBackgroundShells {
  const ends = new Set<Promise<void>>();
  const shells = new Map<string, BackgroundShell & { note(text: string): void }>();
  // Output that arrives before the run is added.
  const early = new Map<string, string>();
  return {
    add(run, started) {
      let memory: OutputMemory = createRing();
      const shell = {
        run,
        ...started,
        done: false,
        note: (text: string) => memory.add(text),
        total: () => memory.total(),
        async output(offset: number, limit: number) {
          const kept = memory.read(offset, limit);
          if (kept.from <= Math.max(offset, 0)) return kept;
          const earlier = await readSpill(readRange, started.spillPath, Math.max(offset, 0), limit);
          return earlier === undefined ? kept : { ...earlier, total: memory.total() };
        },
      };
      shell.note(early.get(run.id) ?? '');
      early.delete(run.id);
      shells.set(run.id, shell);
      const end = run.result.then(
        (result) => {
          memory = keepEnd(result.tail === '' ? result.head : result.tail, result.chars);
          Object.assign(shell, { result, done: true });
        },
        () => {
          memory = keepEnd('', memory.total());
          Object.assign(shell, { done: true });
        },
      );
      const noted = end.then(() => noteEnd(shell)).finally(() => ends.delete(noted));
      ends.add(noted);
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
      await Promise.all(ends);
    },
  };
}

interface OutputMemory {
  add(text: string): void;
  total(): number;
  read(offset: number, limit: number): { text: string; from: number; total: number };
}

/** The last characters of a text that grows, read by offsets into the whole of it. */
function createRing(): OutputMemory {
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
    add(text) {
      if (text === '') return;
      pieces.push(text);
      kept += text.length;
      total += text.length;
      if (kept > BACKGROUND_RING * 2 || pieces.length > PIECES_JOINED_AT) joined();
    },
    total: () => total,
    read: (offset, limit) => readEnd(joined(), total, offset, limit),
  };
}

/** What stays in memory of a command that has ended: the end of its output, which the result holds anyway. */
function keepEnd(end: string, total: number): OutputMemory {
  return { add: () => undefined, total: () => total, read: (offset, limit) => readEnd(end, total, offset, limit) };
}

function readEnd(end: string, total: number, offset: number, limit: number) {
  const first = total - end.length;
  const start = clearOfPair(end, Math.min(Math.max(offset, first), total) - first);
  const stop = clearOfPair(end, Math.min(end.length, start + limit));
  return { text: end.slice(start, stop), from: first + start, total };
}

function clearOfPair(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
