import type { AuditRecord } from '../../../shared/model/audit';
import type { ChainEnd } from './audit-log';

export type Hash = (text: string) => string;

/** What the first record names as the one before it. */
export const CHAIN_START: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** A record as the line that follows `end`, without its newline. The hash covers every byte before it, so also the hash of the line before. */
export function chainRecord(record: AuditRecord, end: ChainEnd, hash: Hash): { line: string; end: ChainEnd } {
  const seq = end.seq + 1;
  const body = `{"v":1,"seq":${seq},"prev":"${end.hash}","record":${JSON.stringify(record)}`;
  const own = hash(body);
  return { line: `${body},"hash":"${own}"}`, end: { seq, hash: own } };
}
