/** A byte range of a line. `whole`: it looks like one complete record. */
export interface LinePiece {
  from: number;
  to: number;
  whole: boolean;
}

/** How every record begins; inside a JSON string its quotes would be escaped, so it cannot be text. */
const RECORD_START = /\{"v":\d+,"seq":\d+,"id":"/g;
// One character per byte, whatever the bytes are.
const byteDecoder = new TextDecoder('latin1');

/** Finds records that lost their line end or were glued to rubbish (NUL blocks, half a record). The pieces cover all but blanks. */
export function splitDamagedLine(line: Uint8Array): LinePiece[] {
  const text = byteDecoder.decode(line);
  const starts = [...text.matchAll(RECORD_START)].map((match) => match.index);
  const pieces: LinePiece[] = [];
  let done = 0;
  const addRubbish = (to: number): void => {
    if (text.slice(done, to).trim() !== '') pieces.push({ from: done, to, whole: false });
    done = to;
  };
  starts.forEach((start, index) => {
    addRubbish(start);
    const end = findValueEnd(text, start, starts[index + 1] ?? text.length);
    if (end === undefined) return;
    pieces.push({ from: start, to: end, whole: true });
    done = end;
  });
  addRubbish(text.length);
  return pieces;
}

/** The end of the JSON object that begins at `from`, if it closes before `limit`. */
function findValueEnd(text: string, from: number, limit: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = from; index < limit; index += 1) {
    const char = text[index];
    if (quoted) {
      if (char === '\\') index += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}
