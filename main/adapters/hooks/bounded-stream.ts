import type { Readable } from 'node:stream';

export interface BoundedStream {
  /** The first bytes as UTF-8, at most as many as are kept. */
  text(): string;
  bytes(): number;
  cut(): boolean;
  /** The first line once it is whole; undefined where the stream ends without one. */
  firstLine: Promise<string | undefined>;
  closed: Promise<void>;
}

/** Reads a stream to its end, whatever its length, and keeps its beginning: a program that writes is never held up. */
export function keepBeginning(stream: Readable, most: number): BoundedStream {
  const pieces: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  let sayLine: ((line: string | undefined) => void) | undefined;
  const firstLine = new Promise<string | undefined>((resolve) => {
    sayLine = resolve;
  });
  const text = () => new TextDecoder().decode(Buffer.concat(pieces), { stream: bytes > kept });
  stream.on('data', (piece: Buffer) => {
    bytes += piece.length;
    const room = piece.subarray(0, Math.max(0, most - kept));
    if (room.length > 0) pieces.push(room);
    kept += room.length;
    if (sayLine === undefined || !room.includes(10)) return;
    sayLine(text().split('\n', 1)[0]);
    sayLine = undefined;
  });
  const closed = new Promise<void>((resolve) => {
    stream.once('close', () => {
      sayLine?.(undefined);
      resolve();
    });
  });
  stream.on('error', () => stream.destroy());
  return { text, bytes: () => bytes, cut: () => bytes > kept, firstLine, closed };
}
