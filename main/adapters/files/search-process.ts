import { spawn } from 'node:child_process';

/** A program with its arguments, and the folder in which it runs. */
export interface SearchCommand {
  words: readonly string[];
  cwd: string;
}

/** What a search printed since the piece before. With `end` nothing comes after it. */
export interface SearchPiece {
  text: string;
  end?: { code: number | null; errors: string };
}

/** A search whose output is taken piece by piece: the program waits with what is not asked for. */
export interface RunningSearch {
  /** One call at a time. Rejects when the program could not be started. */
  next(): Promise<SearchPiece>;
  /** What comes next is the end. */
  stop(): void;
}

export type StartSearch = (command: SearchCommand) => RunningSearch;

const MOST_ERROR_CHARS = 4000;

export function startSearch({ words: [file = '', ...args], cwd }: SearchCommand): RunningSearch {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(0, MOST_ERROR_CHARS);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`ripgrep could not be started: ${error.message}`)));
    child.once('close', resolve);
  });
  // Whoever asks for the next piece hears of it.
  ended.catch(() => undefined);
  const output: AsyncIterator<string> = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  return {
    async next() {
      // Of a search that was stopped the rest of the output is gone.
      const piece = await output.next().catch(() => undefined);
      if (piece?.done === false) return { text: piece.value };
      return { text: '', end: { code: await ended, errors } };
    },
    stop() {
      child.stdout.destroy();
      child.kill('SIGKILL');
    },
  };
}
