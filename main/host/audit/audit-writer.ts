import type { AuditRecord } from '../../../shared/model/audit';
import type { AuditLog } from '../../core/audit/audit-log';
import { boundRecord } from '../../core/audit/bound-record';
import { redactValue } from '../../core/secrets/redact-value';
import type { HostPorts } from '../host-ports';

type Ports = Pick<HostPorts, 'clock' | 'findSecrets'>;
/** A record before its process is named. */
export type AuditDraft = Omit<Extract<AuditRecord, { type: 'started' }>, 'writer'> | Exclude<AuditRecord, { type: 'started' }>;

/** Ends wait this long for company: the next beginning takes them along. */
const GATHER_MS = 50;

/** Records that one append writes. */
interface Batch {
  records: AuditDraft[];
  durable: boolean;
  /** Set once it could not be written. */
  failure?: { error: unknown };
}

/** Appends to one log in the order of the calls; what comes while a write is under way goes into the next one together. */
export class AuditWriter {
  readonly #ports: Ports;
  readonly #log: AuditLog;
  readonly #onFailure: (error: unknown) => void;
  #next: Batch = { records: [], durable: false };
  #running: Promise<void> = Promise.resolve();
  #hurry: AbortController | undefined;

  constructor(ports: Ports, log: AuditLog, onFailure: (error: unknown) => void) {
    this.#ports = ports;
    this.#log = log;
    this.#onFailure = onFailure;
  }

  /** Resolves when it is written, with `durable` when the disk has it; rejects when it could not be. */
  async write(record: AuditDraft, durable: boolean): Promise<void> {
    const batch = this.#add(record, durable);
    await this.settle();
    if (batch.failure !== undefined) throw batch.failure.error;
  }

  /** The same for what nobody waits for: written soon, and a failure is an alarm. */
  note(record: AuditDraft): void {
    this.#add(record, false);
    if (record.type !== 'ended') return void this.settle();
    if (this.#hurry !== undefined) return;
    const hurry = new AbortController();
    this.#hurry = hurry;
    void this.#ports.clock.sleep(GATHER_MS, hurry.signal).then(() => this.settle());
  }

  /** Resolves when everything so far is written or lost. Never rejects. */
  settle(): Promise<void> {
    this.#hurry?.abort();
    this.#hurry = undefined;
    this.#running = this.#running.then(() => this.#writeNext());
    return this.#running;
  }

  /** The batch that the record goes with: a write that began for an earlier record may take it. */
  #add(record: AuditDraft, durable: boolean): Batch {
    this.#next.records.push(record);
    this.#next.durable ||= durable;
    return this.#next;
  }

  async #writeNext(): Promise<void> {
    const batch = this.#next;
    if (batch.records.length === 0) return;
    this.#next = { records: [], durable: false };
    try {
      const writer = await this.#log.writer();
      const records = batch.records.map((record) => (record.type === 'started' ? { ...record, writer } : record));
      const { value, count } = await redactValue(records, this.#ports.findSecrets);
      // Only a changed copy goes through the schema, which is made then: it would hold up the call that is on record.
      const safe = count === 0 ? records : await parseRecords(value);
      await this.#log.append(safe.map(boundRecord), batch.durable);
    } catch (error) {
      batch.failure = { error };
      this.#onFailure(error);
    }
  }
}

async function parseRecords(value: unknown): Promise<AuditRecord[]> {
  const { auditRecordSchema } = await import('../../../shared/model/audit');
  return auditRecordSchema.array().parse(value);
}
