/** One line of a stream, as the pieces in which it came, without its end. */
export interface LineFrame {
  chunks: Buffer[];
  bytes: number;
}

export interface LineFrames {
  /** The lines that a piece completes. Throws a `FrameTooLarge` once a line is over the bound, ended or not. */
  add(chunk: Buffer): LineFrame[];
}

export class FrameTooLarge extends Error {
  constructor(most: number) {
    super(`a message of more than ${describeBytes(most)}`);
    this.name = 'FrameTooLarge';
  }
}

export function describeBytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MiB`;
}

const LINE_END = 10;

/** Puts lines together without copying: the work is in proportion to the bytes, however many pieces they come in. */
export function createLineFrames(most: number): LineFrames {
  let open: LineFrame = { chunks: [], bytes: 0 };

  function grow(piece: Buffer): void {
    if (open.bytes + piece.length > most) throw new FrameTooLarge(most);
    if (piece.length > 0) open.chunks.push(piece);
    open.bytes += piece.length;
  }

  return {
    add(chunk) {
      const frames: LineFrame[] = [];
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        grow(chunk.subarray(from, end));
        frames.push(open);
        open = { chunks: [], bytes: 0 };
        from = end + 1;
      }
      grow(chunk.subarray(from));
      return frames;
    },
  };
}
