import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 2 * 1024 * 1024;
const KEEP = 3;

export interface RotatedFile {
  /** One call at a time. Never rejects. */
  append(lines: readonly string[]): Promise<void>;
  /** For the end of the process: no rotation. Never throws. */
  appendSync(text: string): void;
}

/** `logs/<name>.jsonl` of the home, put aside as `<name>.1.jsonl` and so on before it grows over its bound; the oldest goes. */
export function createRotatedFile(options: { home: string; name: string; maxBytes?: number; keep?: number }): RotatedFile {
  const folder = join(options.home, 'logs');
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const keep = options.keep ?? KEEP;
  const fileOf = (number: number): string => join(folder, number === 0 ? `${options.name}.jsonl` : `${options.name}.${number}.jsonl`);
  const path = fileOf(0);
  let size: number | undefined;

  async function openSize(): Promise<number> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return stat(path).then(
      (found) => found.size,
      () => 0,
    );
  }

  async function rotate(): Promise<void> {
    await rm(fileOf(keep), { force: true });
    for (let number = keep - 1; number >= 0; number -= 1) await rename(fileOf(number), fileOf(number + 1)).catch(ignoreMissing);
  }

  return {
    async append(lines) {
      try {
        size ??= await openSize();
        let batch = '';
        for (const line of lines) {
          const bytes = Buffer.byteLength(line);
          if (size > 0 && size + bytes > maxBytes) {
            if (batch !== '') await appendFile(path, batch, { mode: 0o600 });
            await rotate();
            batch = '';
            size = 0;
          }
          batch += line;
          size += bytes;
        }
        if (batch !== '') await appendFile(path, batch, { mode: 0o600 });
      } catch {
        size = undefined;
      }
    },
    appendSync(text) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        appendFileSync(path, text, { mode: 0o600 });
      } catch {
        size = undefined;
      }
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
