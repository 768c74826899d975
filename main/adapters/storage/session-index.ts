import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionSummary } from '../../../shared/model/session';
import type { Logger } from '../../core/ports';
import type { IndexEntry, StoredIndex } from './read-index';
import { isSessionId, sessionPaths } from './session-paths';
import type { SummaryScan } from './summary-scan';
import { messageOf } from './system-error';
import { writeFileAtomically } from './write-file-atomically';
import { liveOwner } from './writer-lock';

/** How many logs are looked at side by side. */
const WIDTH = 16;

/**
 * Summaries of the sessions of one project directory, kept in `index.json`. An entry counts only while its log has the size and
 * time that it had then; so the file may be missing, damaged or old at any time, and is written again as a whole.
 */
export class SessionIndex {
  private readonly project: string;
  private readonly logger: Logger;
  private scan: Promise<SummaryScan> | undefined;
  private entries: Map<string, IndexEntry> | undefined;
  private saving: Promise<void> = Promise.resolve();

  constructor(project: string, logger: Logger) {
    this.project = project;
    this.logger = logger;
  }

  /** Summaries of all sessions with at least one event. */
  async list(): Promise<SessionSummary[]> {
    const entries = await this.load();
    const ids = (await readdir(join(this.project, 'sessions')).catch(() => [])).filter(isSessionId);
    let changed = ids.length !== entries.size;
    const kept = new Map<string, IndexEntry>();
    for (let from = 0; from < ids.length; from += WIDTH) {
      const slice = ids.slice(from, from + WIDTH);
      const found = await Promise.all(slice.map((id) => this.current(id, entries.get(id))));
      found.forEach((entry, place) => {
        const id = slice[place];
        if (id === undefined || entry === undefined) return;
        if (entry !== entries.get(id)) changed = true;
        kept.set(id, entry);
      });
    }
    this.entries = kept;
    if (changed) await this.save();
    return Promise.all(
      [...kept.values()].flatMap(({ summary }) => (summary === undefined ? [] : [summary])).map((summary) => this.settled(summary)),
    );
  }

  /** Takes the summary of a log of that size from its writer, so that nobody has to read the log for it. */
  async note(summary: SessionSummary, size: number): Promise<void> {
    const entries = await this.load();
    const file = await stat(sessionPaths(this.project, summary.id).log).catch(() => undefined);
    if (file?.size !== size) return;
    entries.set(summary.id, { size: file.size, modifiedMs: file.mtimeMs, summary });
    await this.save();
  }

  private async current(id: string, known: IndexEntry | undefined): Promise<IndexEntry | undefined> {
    const { log } = sessionPaths(this.project, id);
    const file = await stat(log).catch(() => undefined);
    if (file === undefined) return undefined;
    if (known !== undefined && known.size === file.size && known.modifiedMs === file.mtimeMs) return known;
    try {
      this.scan ??= import('./summary-scan').then((loaded) => new loaded.SummaryScan());
      return await (await this.scan).read(id, log);
    } catch (error) {
      this.logger.log('warn', 'a session could not be read for the list', { session: id, error: messageOf(error) });
      return undefined;
    }
  }

  /** A session that nobody writes is not running, whatever its log ends with. */
  private async settled(summary: SessionSummary): Promise<SessionSummary> {
    if (summary.status === 'idle') return summary;
    const owner = await liveOwner(sessionPaths(this.project, summary.id).lock);
    return owner === undefined ? { ...summary, status: 'idle' } : summary;
  }

  private async load(): Promise<Map<string, IndexEntry>> {
    if (this.entries !== undefined) return this.entries;
    const { readIndex } = await import('./read-index');
    const entries = await readIndex(this.path);
    this.entries ??= entries;
    return this.entries;
  }

  /** One write after the other, so that the last one holds the newest. */
  private save(): Promise<void> {
    this.saving = this.saving.then(() => this.write());
    return this.saving;
  }

  private async write(): Promise<void> {
    const sessions = Object.fromEntries(this.entries ?? []);
    try {
      await writeFileAtomically(this.path, JSON.stringify({ version: 1, sessions } satisfies StoredIndex), false);
    } catch (error) {
      this.logger.log('warn', 'the session index could not be written', { error: messageOf(error) });
    }
  }

  private get path(): string {
    return join(this.project, 'index.json');
  }
}
