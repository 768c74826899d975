import type { Clock, Logger } from '../../core/ports';
import { cutStart } from '../../../shared/text/cut-text';
import { callAtExit, forgetAtExit } from '../call-at-exit';
import { redactKnownSecrets, redactLeaves } from '../../core/secrets/redact';
import { createRotatedFile } from './rotated-file';

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

export interface FileLogger extends Logger {
  flush(): Promise<void>;
}

const ORDER: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
const MAX_LINE = 16_384;
/** Lines that wait for a disk that does not answer; what comes then is lost. */
const MAX_WAITING = 4096;
const DELAY_MS = 100;

/**
 * JSON lines in the home's `logs/`, redacted and bounded. Never throws: what cannot be logged is lost. Lines are collected and
 * written off the caller's path; what waits when the process ends, by a crash too, is written then. After that end a line may be
 * there twice, never only in part.
 */
export function createFileLogger(options: FileLoggerOptions): FileLogger {
  const file = createRotatedFile(options);
  const lowest = ORDER[options.level ?? 'info'];
  let waiting: string[] = [];
  let inFlight: string[] = [];
  let writing: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeAtExit = () => file.appendSync([...inFlight, ...waiting].join(''));

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    inFlight = waiting;
    waiting = [];
    await file.append(inFlight);
    inFlight = [];
    writing = undefined;
    if (waiting.length === 0) forgetAtExit(writeAtExit);
    else schedule();
  }

  function schedule(): void {
    if (timer !== undefined || writing !== undefined) return;
    timer = setTimeout(() => {
      writing = write();
    }, DELAY_MS);
    timer.unref();
  }

  return {
    log(level, message, data) {
      if (ORDER[level] < lowest || waiting.length >= MAX_WAITING) return;
      waiting.push(formatLine(options.clock, level, message, data));
      callAtExit(writeAtExit);
      schedule();
    },
    async flush() {
      while (writing !== undefined || waiting.length > 0) {
        writing ??= write();
        await writing;
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
