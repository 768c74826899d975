import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../../../shared/model/failure';
import type { SessionState, SessionSummary } from '../../../shared/model/session';
import type { Clock, Ids, Logger } from '../../core/ports';
import { searchSessions } from '../../core/sessions/search-sessions';
import type { SessionLog } from '../../core/sessions/session-log';
import type { SessionListing, SessionStore } from '../../core/sessions/session-store';
import { compareSummaries, summariseSession } from '../../core/sessions/summarise-session';
import { type OpenHandle, openHandle } from './append-file';
import type { FileSessionReader } from './file-session-reader';
import { createForWriting, type OpenOptions } from './open-for-writing';
import { SessionIndex } from './session-index';
import { folderSlug, isSessionId, projectsFolder, type SessionPaths, sessionPaths } from './session-paths';

export interface SessionStoreOptions {
  home: string;
  clock: Clock;
  ids: Ids;
  appVersion: string;
  logger: Logger;
  /** How the session's files are opened for writing; the system's own way by default. */
  openFile?: OpenHandle;
}

type Alarm = { code: string; message: string; session?: string };

/** The sessions of a home on disk. What reads logs is loaded with the first that is read: a new session reads none. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  return new FileSessionStore(options);
}

class FileSessionStore implements SessionStore {
  private readonly options: SessionStoreOptions;
  private readonly projects: string;
  private readonly open = new Map<string, SessionLog>();
  private readonly indexes = new Map<string, SessionIndex>();
  private readonly places = new Map<string, string>();
  private readonly alarmListeners = new Set<(alarm: Alarm) => void>();

  constructor(options: SessionStoreOptions) {
    this.options = options;
    this.projects = projectsFolder(options.home);
  }

  async create(folder: string): Promise<SessionLog> {
    const project = join(this.projects, folderSlug(folder));
    const id = this.options.ids.next('s');
    const log = await createForWriting(sessionPaths(project, id), id, this.openOptions(id, project));
    this.places.set(id, project);
    this.open.set(id, log);
    return log;
  }

  async openForWriting(id: string): Promise<SessionLog> {
    const project = await this.projectOf(id);
    const { openExisting } = await import('./open-existing');
    const log = await openExisting(sessionPaths(project, id), id, this.openOptions(id, project));
    this.open.set(id, log);
    return log;
  }

  async openForReading(id: string): Promise<FileSessionReader> {
    const { FileSessionReader } = await import('./file-session-reader');
    return FileSessionReader.open(id, await this.pathsOf(id), this.options);
  }

  async list(listing: SessionListing): Promise<{ sessions: SessionSummary[]; total: number }> {
    const query = comparable(listing.query);
    const all = await this.summaries(listing.folder);
    const matching = all.filter(
      (summary) =>
        summary.archived === listing.archived &&
        (query === '' || comparable(summary.title).includes(query) || summary.id.startsWith(query)),
    );
    return { sessions: matching.slice(listing.offset, listing.offset + listing.limit), total: matching.length };
  }

  async newest(folder?: string): Promise<string | undefined> {
    return (await this.summaries(folder)).find((summary) => !summary.archived)?.id;
  }

  async fork(id: string, seq: number): Promise<string> {
    const source = await this.openForReading(id);
    try {
      const { ids, clock, appVersion } = this.options;
      const target = {
        id: ids.next('s'),
        project: await this.projectOf(id),
        at: new Date(clock.now()).toISOString(),
        app: appVersion,
        eventId: ids.next('evt'),
      };
      const { forkSession } = await import('./fork-session');
      await forkSession(source, await this.pathsOf(id), seq, target);
      return target.id;
    } finally {
      await source.close();
    }
  }

  async search(query: string, folder: string | undefined, limit: number, signal: AbortSignal): ReturnType<SessionStore['search']> {
    const { openSessionTexts } = await import('./session-texts');
    const summaries = await this.summaries(folder);
    return searchSessions(
      { summaries, openTexts: async (id) => openSessionTexts(await this.pathsOf(id)), clock: this.options.clock },
      query,
      limit,
      signal,
    );
  }

  onAlarm(listener: (alarm: Alarm) => void): () => void {
    this.alarmListeners.add(listener);
    return () => this.alarmListeners.delete(listener);
  }

  /** All summaries, newest first; of sessions that are open here, as they are now. */
  private async summaries(folder: string | undefined): Promise<SessionSummary[]> {
    const projects = folder === undefined ? await this.projectFolders() : [join(this.projects, folderSlug(folder))];
    const lists = await Promise.all(projects.map((project) => this.indexOf(project).list()));
    return lists
      .flat()
      .map((summary) => this.liveSummary(summary))
      .filter((summary) => folder === undefined || summary.folder === folder)
      .sort(compareSummaries);
  }

  private liveSummary(summary: SessionSummary): SessionSummary {
    const log = this.open.get(summary.id);
    return log === undefined ? summary : summariseSession(log.state);
  }

  private openOptions(id: string, project: string): OpenOptions {
    const { clock, ids, logger, appVersion } = this.options;
    const note = (state: SessionState, size: number): Promise<void> => this.indexOf(project).note(summariseSession(state), size);
    return {
      clock,
      ids,
      logger,
      label: `Vitrine ${appVersion} (process ${process.pid})`,
      appVersion,
      openFile: this.options.openFile ?? openHandle,
      onFailure: (error) => this.raise({ code: error.code, message: error.message, session: id }),
      onRest: (state, size) => void note(state, size),
      onClosed: (state, size) => {
        this.open.delete(id);
        return note(state, size);
      },
    };
  }

  private raise(alarm: Alarm): void {
    this.options.logger.log('error', alarm.message, { code: alarm.code });
    for (const listener of this.alarmListeners) listener(alarm);
  }

  private indexOf(project: string): SessionIndex {
    const known = this.indexes.get(project);
    if (known !== undefined) return known;
    const index = new SessionIndex(project, this.options.logger);
    this.indexes.set(project, index);
    return index;
  }

  private async pathsOf(id: string): Promise<SessionPaths> {
    return sessionPaths(await this.projectOf(id), id);
  }

  private async projectOf(id: string): Promise<string> {
    const known = this.places.get(id);
    if (known !== undefined) return known;
    for (const project of isSessionId(id) ? await this.projectFolders() : []) {
      if ((await stat(sessionPaths(project, id).log).catch(() => undefined)) === undefined) continue;
      this.places.set(id, project);
      return project;
    }
    throw new CodedError('not-found', `no session ${id}`);
  }

  private async projectFolders(): Promise<string[]> {
    const entries = await readdir(this.projects, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(this.projects, entry.name));
  }
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
