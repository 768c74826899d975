import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_VERSION, type Config } from '../../../shared/model/config';
import { CodedError } from '../../../shared/model/failure';
import type { Diagnostic } from '../../../shared/model/permission';
import { type ParsedConfig, parseConfig, unreadableConfig } from './parse-config';
import { readOwnText } from './read-own-file';
import { messageOf, systemCode } from './system-error';
import { writeFileAtomically } from './write-file-atomically';

/** A settings file that is larger was not written by anybody. */
const MOST_BYTES = 4 * 1024 * 1024;

export interface ConfigStore {
  /** The settings in force. Never rejects for what the file says: that is in the diagnostics, with lines. */
  read(): Promise<{ config: Config; diagnostics: Diagnostic[] }>;
  /** Merges into the file; a key set to `undefined` is taken out. Unknown keys stay. Rejects with `conflict` or `read-only` where that would lose something. */
  change(change: Partial<Config>): Promise<Config>;
  /** At least once after each change of the file's text, by whomever. Returns the unsubscribe. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** `config.json` of a home. Only the keys that somebody set are in the file. */
export function createConfigStore(options: { home: string }): ConfigStore {
  return new FileConfigStore(options.home);
}

class FileConfigStore implements ConfigStore {
  private readonly home: string;
  private readonly path: string;
  private readonly listeners = new Set<() => void>();
  private watcher: FSWatcher | undefined;
  /** The text that listeners were last told of. */
  private seen: string | undefined;
  /** Looks at the file one after the other: what an earlier one saw never comes after what a later one saw. */
  private looking: Promise<void> = Promise.resolve();
  /** Changes one after the other: each builds on the file as the one before left it. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(home: string) {
    this.home = home;
    this.path = join(home, 'config.json');
  }

  async read(): Promise<{ config: Config; diagnostics: Diagnostic[] }> {
    const { config, diagnostics } = await this.parse();
    return { config, diagnostics };
  }

  change(change: Partial<Config>): Promise<Config> {
    const done = this.writing.then(() => this.write(change));
    this.writing = done.catch(() => undefined);
    return done;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    this.watch();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.close();
    };
  }

  close(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private async write(change: Partial<Config>): Promise<Config> {
    const { raw, diagnostics, writable, config } = await this.parse();
    if (!writable) {
      const newer = config.version > CONFIG_VERSION;
      throw new CodedError(newer ? 'read-only' : 'conflict', diagnostics[0]?.message ?? 'The settings cannot be changed.', {
        file: this.path,
      });
    }
    // JSON leaves out what is undefined.
    const text = `${JSON.stringify({ version: CONFIG_VERSION, ...raw, ...change }, undefined, 2)}\n`;
    await writeFileAtomically(this.path, text);
    const parsed = parseConfig(text, this.path);
    this.tellIfNew(text);
    return parsed.config;
  }

  private async parse(): Promise<ParsedConfig> {
    let text: string;
    try {
      text = await this.text();
    } catch (error) {
      return unreadableConfig(this.path, messageOf(error));
    }
    return parseConfig(text, this.path);
  }

  private async text(): Promise<string> {
    try {
      return await readOwnText(this.path, MOST_BYTES);
    } catch (error) {
      // A home that cannot be there has no settings either; whoever writes to it hears of that.
      if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return '';
      throw error;
    }
  }

  private watch(): void {
    if (this.watcher !== undefined) return;
    // Nobody watched until now: the text of then may come back.
    this.seen = undefined;
    try {
      mkdirSync(this.home, { recursive: true, mode: 0o700 });
      // The folder itself, not recursively: an editor may put a new file in the old one's place.
      this.watcher = watch(this.home, { persistent: false }, (_kind, name) => {
        if (name === null || name === 'config.json') this.lookAgain();
      });
      this.watcher.on('error', () => this.close());
    } catch {
      this.watcher = undefined;
    }
  }

  private lookAgain(): void {
    this.looking = this.looking.then(async () => this.tellIfNew(await this.text().catch(() => this.seen ?? '')));
  }

  private tellIfNew(text: string): void {
    if (text === this.seen) return;
    this.seen = text;
    for (const listener of this.listeners) listener();
  }
}
