import type { AuditLine } from '../../core/audit/audit-log';

const NEWLINE = 10;

/** Lines of a stream of bytes with their places; the last one is not whole when nothing ends it. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncIterable<AuditLine> {
  let pieces: Uint8Array[] = [];
  let start = 0;
  let at = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      pieces.push(chunk.subarray(from, end));
      yield { text: Buffer.concat(pieces).toString('utf8'), offset: start, whole: true };
      pieces = [];
      from = end + 1;
      start = at + from;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    at += chunk.length;
  }
  if (pieces.length > 0) yield { text: Buffer.concat(pieces).toString('utf8'), offset: start, whole: false };
}
