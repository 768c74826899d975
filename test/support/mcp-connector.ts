import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock } from '../../main/adapters/clock/create-clock';
import { createIds } from '../../main/adapters/clock/create-ids';
import { type ConnectorOptions, createConnector } from '../../main/adapters/mcp/create-connector';
import { createProcessRunner } from '../../main/adapters/shell/process-runner';
import { createFileLocks } from '../../main/adapters/storage/file-locks';
import type { ServerHandlers, ServerLaunch, TraceEntry } from '../../main/core/mcp/server-connection';
import type { SecretStore } from '../../main/core/ports';
import { redactKnownSecrets } from '../../main/core/secrets/redact';

export const LIMIT = { timeoutMs: 15_000 };

export function newHome(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'mcp-')));
}

/** A connector with everything real but the system's key store and the person at the browser, who goes along with every page. */
export function newConnector(options: Partial<ConnectorOptions> = {}) {
  const home = options.home ?? newHome();
  const clock = createClock();
  return createConnector({
    appVersion: '0.0.0',
    home,
    env: { ...process.env, SHLVL: '1' },
    clock,
    ids: createIds(clock),
    process: createProcessRunner(),
    secrets: memorySecrets(),
    lockFile: createFileLocks(home),
    redact: async (text) => redactKnownSecrets(text).text,
    openBrowser: async (url) => void (await fetch(url)),
    ...options,
  });
}

export function memorySecrets(kept = new Map<string, string>()): SecretStore {
  return {
    kind: 'os',
    read: async (name) => kept.get(name),
    write: async (name, value) => void kept.set(name, value),
    clear: async (name) => void kept.delete(name),
  };
}

interface Seen {
  changed: string[];
  updated: string[];
  logs: Array<{ level: string; data: unknown }>;
  trace: TraceEntry[];
  stderr: string;
}

/** Handlers that keep what a server says; what it asks is answered by `more`. */
export function recordHandlers(more: Partial<ServerHandlers> = {}) {
  const seen: Seen = { changed: [], updated: [], logs: [], trace: [], stderr: '' };
  const handlers: ServerHandlers = {
    onListChanged: (what) => void seen.changed.push(what),
    onResourceUpdated: (uri) => void seen.updated.push(uri),
    onLog: (entry) => void seen.logs.push(entry),
    onTrace: (entry) => void seen.trace.push(entry),
    onStderr: (text) => {
      seen.stderr += text;
    },
    ...more,
  };
  return { seen, handlers };
}

export type StdioLaunch = Extract<ServerLaunch, { type: 'stdio' }>;

export function nodeServer(script: string, args: string[] = [], more: Partial<StdioLaunch> = {}): StdioLaunch {
  return { type: 'stdio', command: process.execPath, args: [script, ...args], env: {}, cwd: tmpdir(), secrets: [], ...more };
}
