import type { AuditBreak, AuditReport } from '../../../shared/model/audit';
import type { AuditLine, ChainEnd } from './audit-log';
import { CHAIN_START, type Hash } from './chain';
import { isAsWritten, parseChainLine } from './read-chain';

const MOST_BREAKS = 100;

export interface VerifyOptions {
  end: ChainEnd | undefined;
  hash: Hash;
  file: string;
  /** Awaited between lines. */
  pace(): Promise<void>;
}

/** Walks the chain from its first line to its end mark. It finds accidents, not whoever writes the whole chain anew. */
export async function verifyChain(lines: AsyncIterable<AuditLine>, options: VerifyOptions): Promise<AuditReport> {
  const breaks: AuditBreak[] = [];
  /** Behind a line that cannot be read the hash is not known, and any later number may follow. */
  let last: { seq: number; hash?: string } = CHAIN_START;
  let at = { line: 0, offset: 0 };
  let records = 0;
  let recovered = 0;
  const note = (code: AuditBreak['code'], message: string, seq: number) => {
    if (breaks.length < MOST_BREAKS) breaks.push({ code, message, ...at, seq });
  };
  let endSeen = options.end === undefined || options.end.seq === 0;
  for await (const { text, offset, whole } of lines) {
    await options.pace();
    at = { line: at.line + 1, offset };
    const found = parseChainLine(text);
    if (found === undefined) {
      if (whole) note('unreadable', 'this line is no audit record', last.seq + 1);
      else note('torn', 'the last record is torn: its writer was stopped in the middle', last.seq + 1);
      last = { seq: last.seq };
      continue;
    }
    records += 1;
    if (found.record.type === 'done' && found.record.what.kind === 'recovered') recovered += 1;
    if (!isAsWritten(found, options.hash)) note('changed', `record ${found.seq} is not what was written`, found.seq);
    else if (found.seq <= last.seq) note('order', `record ${found.seq} stands after record ${last.seq}`, found.seq);
    else if (last.hash !== undefined && found.seq > last.seq + 1)
      note('missing', `records ${last.seq + 1} to ${found.seq - 1} are missing here`, last.seq + 1);
    else if (last.hash !== undefined && found.prev !== last.hash)
      note('changed', `record ${found.seq} does not follow what stands before it`, found.seq);
    // What is named by the next line and by the end mark is what was written, also where the line says something else now.
    last = { seq: found.seq, hash: found.hash };
    if (!whole) note('unended', `the line break behind record ${found.seq} is missing: the end of the file is gone`, found.seq);
    endSeen ||= last.seq === options.end?.seq && last.hash === options.end.hash;
  }
  if (options.end === undefined) {
    if (at.line > 0) note('end-unknown', 'the mark of the last record is missing, so a missing end cannot be told', last.seq);
  } else if (!endSeen) {
    const missing = options.end.seq - last.seq;
    const words = missing > 0 ? `${missing} records are missing at the end` : `record ${options.end.seq} is not the one that was written`;
    note('end-missing', words, last.seq + 1);
  }
  return { ok: breaks.length === 0, records, recovered, breaks, file: options.file };
}
