import { type AuditRecord, auditRecordSchema } from '../../../shared/model/audit';
import type { Hash } from './chain';

const LINE = /^(\{"v":1,"seq":(\d+),"prev":"([0-9a-f]{64})","record":(\{.*\})),"hash":"([0-9a-f]{64})"\}$/s;

export interface ChainLine {
  seq: number;
  prev: string;
  hash: string;
  /** Everything that the hash covers. */
  body: string;
  record: AuditRecord;
}

/** Undefined for what is no line of an audit log. */
export function parseChainLine(text: string): ChainLine | undefined {
  const [, body, seq, prev, json, hash] = LINE.exec(text) ?? [];
  if (body === undefined || prev === undefined || json === undefined || hash === undefined) return undefined;
  try {
    const record = auditRecordSchema.safeParse(JSON.parse(json));
    return record.success ? { seq: Number(seq), prev, hash, body, record: record.data } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a line is what was written: its hash covers every byte before it. */
export function isAsWritten(line: ChainLine, hash: Hash): boolean {
  return hash(line.body) === line.hash;
}
