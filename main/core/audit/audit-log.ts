import type { AuditRecord, AuditWriter } from '../../../shared/model/audit';

/** The last record as the log's end mark names it; `seq` 0 before the first one. */
export interface ChainEnd {
  seq: number;
  hash: string;
}

export interface AuditLine {
  text: string;
  /** Where it begins, in bytes. */
  offset: number;
  /** False: the file ends within it. */
  whole: boolean;
}

/** The append-only log of one project on disk. Several processes may append to it. */
export interface AuditLog {
  readonly file: string;
  /** The process that appends. */
  writer(): Promise<AuditWriter>;
  /** Appends in one write, in order; resolves when written, and with `durable` when the disk has it. Rejects when nothing was written. */
  append(records: readonly AuditRecord[], durable: boolean): Promise<void>;
  /** From the beginning, or from the line that begins at an offset. Nothing where the log is shorter. */
  lines(from?: number): AsyncIterable<AuditLine>;
  /** The end mark; undefined where it is missing or unreadable. */
  end(): Promise<ChainEnd | undefined>;
  isAlive(writer: AuditWriter): Promise<boolean>;
}

export interface AuditStore {
  of(folder: string): AuditLog;
}
