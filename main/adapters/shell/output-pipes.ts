import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How the names of its temporary folders begin. */
export const PIPES_PREFIX = 'vitrine-pipes-';
/** Named pipes are made this many at a time: starting a program costs more than everything else here. */
const BATCH = 16;

export interface OutputPipe {
  /** For stdout and stderr of the command: one pipe keeps their order. */
  writeEnd: number;
  reader: Socket;
  /** To be called once the command has its own copy, so that the end can be seen. */
  closeWriteEnd(): void;
}

/** Both ends of a pipe that has no name any more. */
interface Ends {
  readEnd: number;
  writeEnd: number;
}

/**
 * Real pipes (invariant 2). What Node gives a child by `'pipe'` is a socket, on which `echo text > /dev/stderr` fails, and two of them lose
 * the order of stdout and stderr. Their names go as soon as they are open: a process that is killed leaves none.
 */
export function createOutputPipes(): { open(): Promise<OutputPipe>; clear(): void } {
  let ready: Ends[] = [];
  let making: Promise<void> | undefined;

  async function open(): Promise<OutputPipe> {
    for (;;) {
      const ends = ready.pop();
      if (ends !== undefined) return asOutputPipe(ends);
      making ??= makePipes()
        .then((made) => void ready.push(...made))
        .finally(() => {
          making = undefined;
        });
      await making;
    }
  }

  return {
    open,
    clear() {
      for (const { readEnd, writeEnd } of ready) [readEnd, writeEnd].forEach(closeSync);
      ready = [];
    },
  };
}

async function makePipes(): Promise<Ends[]> {
  const folder = mkdtempSync(join(tmpdir(), PIPES_PREFIX));
  try {
    const paths = Array.from({ length: BATCH }, (_, at) => join(folder, String(at)));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    return paths.map((path) => ({
      readEnd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
      writeEnd: openSync(path, constants.O_WRONLY),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asOutputPipe({ readEnd, writeEnd }: Ends): OutputPipe {
  return {
    writeEnd,
    reader: new Socket({ fd: readEnd, readable: true, writable: false }),
    closeWriteEnd: () => closeSync(writeEnd),
  };
}
