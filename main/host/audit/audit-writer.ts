import { z } from 'zod';
import { type AuditRecord, auditRecordSchema } from '../../../shared/model/audit';
import type { AuditLog } from '../../core/audit/audit-log';
import { redactValue } from '../../core/secrets/redact-value';
import type { HostPorts } from '../host-ports';

type Ports = Pick<HostPorts, 'clock' | 'findSecrets'>;
/** A record before its process is named. */
export type AuditDraft = Omit<Extract<AuditRecord, { type: 'started' }>, 'writer'> | Exclude<AuditRecord, { type: 'started' }>;

const recordsSchema = z.array(auditRecordSchema);

/** Ends wait this long for company: the next beginning takes them along. */
const GATHER_MS = 50;

/** Appends to one log in the order of the calls; what comes while a write is under way goes into the next one together. */
export class AuditWriter {
  readonly #ports: Ports;
  readonly #log: AuditLog;
  readonly #onFailure: (error: unknown) => void;
  #pending: AuditDraft[] = [];
  #durable = false;
  #running: Promise<void> = Promise.resolve();
  #hurry: AbortController | undefined;

  constructor(ports: Ports, log: AuditLog, onFailure: (error: unknown) => void) {
    this.#ports = ports;
    this.#log = log;
    this.#onFailure = onFailure;
  }

  /** Resolves when it is written, with `durable` when the disk has it; rejects when it could not be. */
  async write(record: AuditDraft, durable: boolean): Promise<void> {
    this.#add(record, durable);
    await this.#flush();
  }

  /** The same for what nobody waits for: written soon, and a failure is an alarm. */
  note(record: AuditDraft): void {
    this.#add(record, false);
    if (record.type !== 'ended') return void this.#flush().catch(() => undefined);
    if (this.#hurry !== undefined) return;
    const hurry = new AbortController();
    this.#hurry = hurry;
    void this.#ports.clock.sleep(GATHER_MS, hurry.signal).then(() => this.#flush().catch(() => undefined));
  }

  /** Resolves when everything so far is written or lost. Never rejects. */
  settle(): Promise<void> {
    return this.#flush().catch(() => undefined);
  }

  #add(record: AuditDraft, durable: boolean): void {
    this.#pending.push(record);
    this.#durable ||= durable;
  }

  #flush(): Promise<void> {
    this.#hurry?.abort();
    this.#hurry = undefined;
    const written = this.#running.then(() => this.#writePending());
    this.#running = written.catch(() => undefined);
    return written;
  }

  async #writePending(): Promise<void> {
    const batch = this.#pending;
    const durable = this.#durable;
    if (batch.length === 0) return;
    this.#pending = [];
    this.#durable = false;
    try {
      const writer = await this.#log.writer();
      const records = batch.map((record) => (record.type === 'started' ? { ...record, writer } : record));
      const { value } = await redactValue(records, this.#ports.findSecrets);
      await this.#log.append(recordsSchema.parse(value), durable);
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }
}
