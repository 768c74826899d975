import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Logger } from '../../core/ports';
import { cutStart } from '../../../shared/text/cut-text';
import { redactKnownSecrets, redactLeaves } from '../../core/sessions/redact';

type Level = Parameters<Logger['log']>[0];

export interface FileLoggerOptions {
  home: string;
  clock: Clock;
  /** Name of the log: `logs/<name>.jsonl`. One per kind of process. */
  name: string;
  /** Lowest level that is written. */
  level?: Level;
  /** Size from which a file is put aside as `<name>.1.jsonl` and so on; the oldest goes. */
  maxBytes?: number;
  /** How many files are kept besides the current one. */
  keep?: number;
}

const ORDER: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_LINE = 16_384;
const KEEP = 3;

/** JSON lines in the home's `logs/`, redacted and bounded. Never throws: what cannot be logged is lost. */
export function createFileLogger(options: FileLoggerOptions): Logger {
  const folder = join(options.home, 'logs');
  const path = join(folder, `${options.name}.jsonl`);
  const lowest = ORDER[options.level ?? 'info'];
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  let size: number | undefined;
  return {
    log(level, message, data) {
      if (ORDER[level] < lowest) return;
      const line = formatLine(options.clock, level, message, data);
      try {
        size ??= openSize(folder, path);
        if (size > 0 && size + line.length > maxBytes) {
          rotate(folder, options.name, options.keep ?? KEEP);
          size = 0;
        }
        appendFileSync(path, line, { mode: 0o600 });
        size += Buffer.byteLength(line);
      } catch {
        size = undefined;
      }
    },
  };
}

function formatLine(clock: Clock, level: Level, message: string, data: Record<string, unknown> | undefined): string {
  const at = new Date(clock.now()).toISOString();
  const text = JSON.stringify(redactLeaves({ at, level, message, ...(data === undefined ? {} : { data }) }));
  if (text.length <= MAX_LINE) return `${text}\n`;
  return `${JSON.stringify({ at, level, message: cutStart(redactKnownSecrets(message).text, MAX_LINE / 2), cut: text.length })}\n`;
}

function openSize(folder: string, path: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function rotate(folder: string, name: string, keep: number): void {
  const file = (number: number): string => join(folder, number === 0 ? `${name}.jsonl` : `${name}.${number}.jsonl`);
  rmSync(file(keep), { force: true });
  for (let number = keep - 1; number >= 0; number -= 1) {
    if (statSync(file(number), { throwIfNoEntry: false }) !== undefined) renameSync(file(number), file(number + 1));
  }
}
