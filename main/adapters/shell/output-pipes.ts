import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Named pipes are made this many at a time: starting a program costs more than everything else here. */
const BATCH = 16;

export interface OutputPipe {
  /** For stdout and stderr of the command: one pipe keeps their order. */
  writeEnd: number;
  reader: Socket;
  /** To be called once the command has its own copy, so that the end can be seen. */
  closeWriteEnd(): void;
}

/**
 * Real pipes (invariant 2). What Node gives a child by `'pipe'` is a socket, on which `echo text > /dev/stderr` fails, and two of them lose
 * the order of stdout and stderr.
 */
export function createOutputPipes(): { open(): Promise<OutputPipe>; clear(): void } {
  let folder: string | undefined;
  let ready: string[] = [];
  let making: Promise<void> | undefined;

  async function make(): Promise<void> {
    if (folder === undefined) {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-pipes-'));
      process.once('exit', clear);
    }
    const place = mkdtempSync(join(folder, 'p'));
    const paths = Array.from({ length: BATCH }, (_, at) => join(place, String(at)));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    ready = paths;
  }

  function clear(): void {
    process.off('exit', clear);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
    ready = [];
  }

  async function open(): Promise<OutputPipe> {
    while (ready.length === 0) {
      making ??= make().finally(() => {
        making = undefined;
      });
      await making;
    }
    return openPipe(ready.pop() ?? '');
  }

  return { open, clear };
}

function openPipe(path: string): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  unlinkSync(path);
  return {
    writeEnd,
    reader: new Socket({ fd: readEnd, readable: true, writable: false }),
    closeWriteEnd: () => closeSync(writeEnd),
  };
}
