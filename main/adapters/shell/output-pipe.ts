import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface OutputPipe {
  /** For stdout and stderr of the command: one pipe keeps their order. */
  writeEnd: number;
  reader: Socket;
  /** To be called once the command has its own copy, so that the end can be seen. */
  closeWriteEnd(): void;
}

/**
 * A real pipe. What Node gives a child by `'pipe'` is a socket, on which `echo text > /dev/stderr` fails, and two of them lose
 * the order of stdout and stderr.
 */
export async function openOutputPipe(): Promise<OutputPipe> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pipe-'));
  try {
    const path = join(folder, 'output');
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    return { writeEnd, reader: new Socket({ fd: readEnd, readable: true, writable: false }), closeWriteEnd: () => closeSync(writeEnd) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
