import type { AuditResult, AuditSubject } from '../../../shared/model/audit';
import type { AuditLog } from '../../core/audit/audit-log';
import type { EventFeed } from '../event-feed';
import type { HostPorts } from '../host-ports';
import { type AuditDraft, AuditWriter } from './audit-writer';

/** Writes the audit logs of this process's projects. A failure is an alarm at once. */
export class AuditDesk {
  readonly #ports: HostPorts;
  readonly #feed: EventFeed;
  readonly #writers = new Map<string, AuditWriter>();

  constructor(ports: HostPorts, feed: EventFeed) {
    this.#ports = ports;
    this.#feed = feed;
  }

  log(folder: string): AuditLog {
    return this.#ports.audit.of(folder);
  }

  /** Resolves when the disk has the record; rejects when it could not be written. */
  write(folder: string, record: AuditDraft): Promise<void> {
    return this.#writer(folder).write(record, true);
  }

  /** Written soon, waited for by nobody. */
  note(folder: string, record: AuditDraft): void {
    this.#writer(folder).note(record);
  }

  /** Something that has just happened as a whole. */
  happened(folder: string, what: Omit<AuditSubject, 'folder'>, result: AuditResult = { state: 'ok' }): void {
    this.note(folder, { type: 'done', id: this.nextId(), at: this.now(), what: { ...what, folder }, result });
  }

  nextId(): string {
    return this.#ports.ids.next('audit');
  }

  now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }

  /** Resolves when everything so far is written or lost. Never rejects. */
  async settle(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.settle()));
  }

  #writer(folder: string): AuditWriter {
    const known = this.#writers.get(folder);
    if (known !== undefined) return known;
    const writer = new AuditWriter(this.#ports, this.log(folder), (error) => {
      const message = `The audit log ${this.log(folder).file} could not be written: ${error instanceof Error ? error.message : String(error)}`;
      this.#ports.logger.log('error', message, { code: 'audit-failed' });
      this.#feed.broadcast('alarm', { code: 'audit-failed', message });
    });
    this.#writers.set(folder, writer);
    return writer;
  }
}
