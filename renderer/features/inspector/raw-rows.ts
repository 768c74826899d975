/**
 * A long text as rows for a virtual list. Rows are slices of the text, in order and without gaps: joined they are the text again,
 * so what is shown is exactly what was sent; only the line breaks are ours.
 */
export interface RawRows {
  /** Start of each row; a last entry holds the length of the text. */
  starts: number[];
  depths: number[];
  /** For a row that opens an object or array: the row that closes it. 0 for all others. */
  closes: number[];
}

const MAX_ROW = 140;
const SLICE = 150_000;
const OPEN = new Set(['{', '[']);
const CLOSE = new Set(['}', ']']);

/** Cuts a text into rows, giving the event loop its turn; undefined once `cancelled` says so. */
export async function cutRows(text: string, form: 'json' | 'text', cancelled: () => boolean): Promise<RawRows | undefined> {
  const cutter = form === 'json' ? new JsonCutter(text) : new TextCutter(text);
  for (let to = SLICE; ; to += SLICE) {
    cutter.read(Math.min(to, text.length));
    if (to >= text.length) return cutter.finish();
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (cancelled()) return undefined;
  }
}

class Cutter {
  protected readonly rows: RawRows = { starts: [0], depths: [0], closes: [0] };
  protected at = 0;
  protected depth = 0;
  constructor(protected readonly text: string) {}

  /** Begins a new row at `at`, unless the current one is still empty. */
  protected cut(at: number, depth: number): void {
    const last = this.rows.starts.length - 1;
    if (this.rows.starts[last] === at) {
      this.rows.depths[last] = depth;
      return;
    }
    this.rows.starts.push(at);
    this.rows.depths.push(depth);
    this.rows.closes.push(0);
  }

  /** Ends a row that has grown too long after its last blank, or where it is when it has none. */
  protected wrap(depth: number): void {
    const start = this.rows.starts.at(-1) ?? 0;
    if (this.at - start < MAX_ROW || isLowSurrogate(this.text, this.at)) return;
    const blank = this.text.lastIndexOf(' ', this.at - 1);
    this.cut(blank > start ? blank + 1 : this.at, depth);
  }

  protected current(): number {
    return this.rows.starts.length - 1;
  }

  finish(): RawRows {
    const { starts, depths, closes } = this.rows;
    if (starts.at(-1) === this.text.length && starts.length > 1) {
      depths.pop();
      closes.pop();
    } else starts.push(this.text.length);
    return this.rows;
  }
}

class TextCutter extends Cutter {
  read(to: number): void {
    for (; this.at < to; this.at += 1) {
      if (this.text[this.at] === '\n') this.cut(this.at + 1, 0);
      else this.wrap(0);
    }
  }
}

class JsonCutter extends Cutter {
  private inString = false;
  private escaped = false;
  private readonly open: number[] = [];

  read(to: number): void {
    for (; this.at < to; this.at += 1) {
      const letter = this.text[this.at] ?? '';
      if (this.inString) this.readString(letter);
      else this.readStructure(letter);
    }
  }

  private readString(letter: string): void {
    if (this.escaped) {
      this.escaped = false;
      // A line end inside a string: the rest of it goes on in the next row.
      if (letter === 'n') this.cut(this.at + 1, this.depth + 1);
      return;
    }
    if (letter === '"') this.inString = false;
    else this.wrap(this.depth + 1);
    if (letter === '\\') this.escaped = true;
  }

  private readStructure(letter: string): void {
    if (letter === '"') {
      this.inString = true;
      return;
    }
    if (OPEN.has(letter)) {
      this.open.push(this.current());
      this.depth += 1;
      this.cut(this.at + 1, this.depth);
    } else if (CLOSE.has(letter)) {
      this.depth -= 1;
      this.cut(this.at, this.depth);
      const opened = this.open.pop();
      if (opened !== undefined) this.rows.closes[opened] = this.current();
    } else if (letter === ',') this.cut(this.at + 1, this.depth);
  }
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Indices of the rows that are not inside a folded one. */
export function visibleRows(rows: RawRows, folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  const count = rows.depths.length;
  for (let row = 0; row < count; row += 1) {
    shown.push(row);
    const close = rows.closes[row];
    if (close && folded.has(row)) row = close - 1;
  }
  return shown;
}

/** The row that holds an offset. */
export function rowAt(rows: RawRows, offset: number): number {
  let low = 0;
  let high = rows.depths.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Index of the first range that ends after an offset; ranges are in order and do not overlap. */
export function rangeAt(ranges: readonly { start: number; end: number }[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
