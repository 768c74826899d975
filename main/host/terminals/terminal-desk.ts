import { CodedError } from '../../../shared/model/failure';
import type { TerminalColours, TerminalInfo, TerminalKind } from '../../../shared/model/terminal';
import type { Clock, CommandSandbox, ShellVariable, Terminal, TerminalSize, Terminals } from '../../core/ports';
import type { EventFeed } from '../event-feed';
import { isReport } from './is-report';
import { programEnd } from './program-end';
import { TerminalWatchers } from './terminal-watchers';

/** Terminals of one host, ended ones included; of those that ended, only the newest commands are kept. */
const MOST_TERMINALS = 48;
const MOST_ENDED_COMMANDS = 12;

export interface TerminalWish {
  folder: string;
  /** Where the program starts; without it, the folder. */
  cwd?: string;
  session?: string;
  kind: TerminalKind;
  command?: string;
  /** What the person asked for. */
  isolated: boolean;
  sandbox?: CommandSandbox;
  variables?: readonly ShellVariable[];
  /** The tool call that runs it. */
  item?: string;
  size: TerminalSize;
}

export interface OpenTerminal {
  readonly terminal: Terminal;
  readonly info: TerminalInfo;
}

interface Entry {
  terminal: Terminal;
  watchers: TerminalWatchers;
  info: TerminalInfo;
  onTaken: Set<(taken: boolean) => void>;
}

/**
 * The terminals of this host. Invariants:
 * 1. A terminal belongs to a folder (its session, if it has one, is of that folder) and lives until it is closed, whoever looks at it.
 * 2. What is shown of one outlives its program, and every client; it ends with the host.
 * 3. Whoever types into an agent's command has taken it until handing it back.
 */
export class TerminalDesk {
  readonly #terminals: Terminals;
  readonly #feed: EventFeed;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** Asked for and not there yet: they count. */
  #opening = 0;

  constructor(parts: { terminals: Terminals; feed: EventFeed; clock: Clock }) {
    this.#terminals = parts.terminals;
    this.#feed = parts.feed;
    this.#clock = parts.clock;
  }

  /** Rejects with `busy` when there are too many, `unavailable` where no terminal can be had. */
  async open(wish: TerminalWish): Promise<OpenTerminal> {
    this.#dropOldCommands();
    if (this.#entries.size + this.#opening >= MOST_TERMINALS) throw new CodedError('busy', 'too many terminals are open: close one first');
    const { folder, cwd = folder, session, kind, command, isolated, sandbox, variables = [], item, size } = wish;
    this.#opening += 1;
    const terminal = await this.#terminals
      .open({ ...(command === undefined ? {} : { command }), cwd, variables, size, ...(sandbox === undefined ? {} : { sandbox }) })
      .catch((error: unknown) => {
        throw new CodedError('unavailable', `no terminal can be opened: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => {
        this.#opening -= 1;
      });
    const info: TerminalInfo = {
      id: terminal.id,
      folder,
      ...(session === undefined ? {} : { session }),
      kind,
      ...(command === undefined ? {} : { command }),
      ...(item === undefined ? {} : { item }),
      isolated,
      isolation: terminal.isolation,
      size,
      openedAt: new Date(this.#clock.now()).toISOString(),
      waiting: false,
      taken: false,
    };
    const entry: Entry = { terminal, watchers: new TerminalWatchers(terminal), info, onTaken: new Set() };
    this.#entries.set(terminal.id, entry);
    this.#change(entry, {});
    // A shell with its prompt waits by nature: that is no news.
    if (kind !== 'shell') terminal.onWaiting((waiting) => this.#change(entry, { waiting }));
    void terminal.ended.then((end) => this.#change(entry, { end: programEnd(end), waiting: false, taken: false }));
    return { terminal, info };
  }

  setColours(colours: TerminalColours): void {
    this.#terminals.setColours(colours);
  }

  info(id: string): TerminalInfo {
    return this.#get(id).info;
  }

  list(folder: string): TerminalInfo[] {
    return [...this.#entries.values()].flatMap(({ info }) => (info.folder === folder ? [info] : []));
  }

  /** The terminal as it stands; from then on the client gets its output. */
  watch(id: string, client: symbol): { terminal: TerminalInfo; data: string; at: number } {
    const { watchers, info } = this.#get(id);
    const subscriber = this.#feed.get(client);
    return { terminal: info, ...(subscriber === undefined ? { data: '', at: 0 } : watchers.add(subscriber)) };
  }

  leave(id: string, client: symbol): void {
    this.#entries.get(id)?.watchers.remove(client);
  }

  leaveAll(client: symbol): void {
    for (const { watchers } of this.#entries.values()) watchers.remove(client);
  }

  noteDrawn(id: string, client: symbol, at: number): void {
    this.#entries.get(id)?.watchers.noteDrawn(client, at);
  }

  write(id: string, data: string): void {
    const entry = this.#get(id);
    entry.terminal.write(data);
    if (entry.info.kind === 'agent' && entry.info.end === undefined && !isReport(data)) this.#setTaken(entry, true);
  }

  handBack(id: string): void {
    this.#setTaken(this.#get(id), false);
  }

  /** Called when the person takes an agent's command, or hands it back. */
  onTaken(id: string, listener: (taken: boolean) => void): void {
    this.#get(id).onTaken.add(listener);
  }

  resize(id: string, size: TerminalSize): void {
    const entry = this.#get(id);
    const { columns, rows } = entry.info.size;
    if (columns === size.columns && rows === size.rows) return;
    entry.terminal.resize(size);
    this.#change(entry, { size });
  }

  async stop(id: string): Promise<void> {
    await this.#get(id).terminal.stop();
  }

  async close(id: string): Promise<void> {
    const entry = this.#get(id);
    this.#entries.delete(id);
    await entry.terminal.dispose();
    this.#feed.broadcast('terminal/closed', { terminal: id });
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.close(id)));
    await this.#terminals.stopAll();
  }

  #get(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new CodedError('not-found', `no terminal ${id}`);
    return entry;
  }

  #setTaken(entry: Entry, taken: boolean): void {
    if (entry.info.taken === taken) return;
    this.#change(entry, { taken });
    for (const listener of entry.onTaken) listener(taken);
  }

  #change(entry: Entry, change: Partial<TerminalInfo>): void {
    entry.info = { ...entry.info, ...change };
    if (this.#entries.has(entry.terminal.id)) this.#feed.broadcast('terminal/changed', { terminal: entry.info });
  }

  #dropOldCommands(): void {
    const ended = [...this.#entries.values()].filter(({ info }) => info.kind !== 'shell' && info.end !== undefined);
    for (const { info } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED_COMMANDS + 1))) void this.close(info.id);
  }
}
