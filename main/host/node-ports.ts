import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, release } from 'node:os';
import { join, resolve } from 'node:path';
import { createClock } from '../adapters/clock/create-clock';
import { createIds } from '../adapters/clock/create-ids';
import { appRoot, workerPath } from '../adapters/files/app-root';
import { copyEntry, moveEntry } from '../adapters/files/move-entry';
import { createNodeFileSystem } from '../adapters/files/node-file-system';
import { ripgrepPath, unpackedPath } from '../adapters/files/ripgrep-path';
import { createConnector } from '../adapters/mcp/create-connector';
import { createRipgrepSearch } from '../adapters/files/ripgrep-search';
import { watchFolder } from '../adapters/files/watch-folder';
import { createHookRunner } from '../adapters/hooks/create-hook-runner';
import { EXPORT_PREFIX } from '../adapters/hooks/export-file';
import { INPUT_PREFIX } from '../adapters/hooks/input-file';
import { createFileLogger } from '../adapters/logging/file-logger';
import { createBashParser } from '../adapters/parsers/bash-parser';
import { createDocumentReader } from '../adapters/parsers/document-reader';
import { createSandbox } from '../adapters/sandbox/create-sandbox';
import { TEMP_PREFIX } from '../adapters/sandbox/leases';
import { createNodeShell } from '../adapters/shell/node-shell';
import { PIPES_PREFIX } from '../adapters/shell/output-pipes';
import { createProcessRecords } from '../adapters/shell/process-records';
import { createProcessRunner } from '../adapters/shell/process-runner';
import { createAuditStore } from '../adapters/storage/audit-store';
import { createConfigStore } from '../adapters/storage/config-store';
import { createSessionStore } from '../adapters/storage/create-session-store';
import { createFileLocks } from '../adapters/storage/file-locks';
import { createFolderStore } from '../adapters/storage/folder-store';
import { sweepLeftFolders } from '../adapters/storage/sweep-left';
import { createSecretFinder } from '../adapters/secrets/secret-finder';
import { createSecretTagger } from '../adapters/secrets/secret-tagger';
import { createNodeTerminals } from '../adapters/terminal/node-terminals';
import { createWebFetcher } from '../adapters/web/web-fetcher';
import { CodedError } from '../../shared/model/failure';
import { hideRanges } from '../core/secrets/redact';
import type { SecretStore } from '../core/ports';
import type { HostPorts, Invocation, ShellKind } from './host-ports';

const LEFT_FOLDERS = { owned: [TEMP_PREFIX, EXPORT_PREFIX], passing: [INPUT_PREFIX, PIPES_PREFIX] };

export interface NodePortsOptions {
  shellKind: ShellKind;
  /** Defaults to `VITRINE_HOME`, else `~/.vitrine`. */
  home?: string;
  personHome?: string;
  /** Default: where Claude Code's is on this system. */
  managedDir?: string;
  env?: Readonly<Record<string, string | undefined>>;
  language?: string;
  /** Defaults to none: a key then lasts as long as the process. */
  secrets?: SecretStore;
  invocation?: Invocation;
}

/** The host's ports on this machine. Opens and starts nothing by itself. */
export function createNodePorts(options: NodePortsOptions): HostPorts {
  const env = options.env ?? process.env;
  const personHome = options.personHome ?? homedir();
  const home = resolve(options.home ?? env['VITRINE_HOME'] ?? join(personHome, '.vitrine'));
  const root = appRoot();
  const appVersion = readVersion(root);
  const clock = createClock();
  const ids = createIds(clock);
  const logger = createFileLogger({ home, clock, name: options.shellKind });
  const finder = createSecretFinder(logger);
  const sandbox = createSandbox(process.platform, { home: personHome, path: env['PATH'] ?? '', leases: join(home, 'sandbox') });
  const records = createProcessRecords(join(home, 'processes'));
  let left: Promise<void> | undefined;
  const ports: HostPorts = {
    shellKind: options.shellKind,
    appVersion,
    platform: process.platform,
    language: options.language ?? systemLanguage(env),
    osVersion: release(),
    shellName: process.platform === 'win32' || !existsSync('/bin/bash') ? 'sh' : 'bash',
    home,
    personHome,
    managedDir: options.managedDir ?? managedFolder(process.platform),
    resources: unpackedPath(join(root, 'resources')),
    skills: unpackedPath(join(root, 'skills')),
    inspectorWorker: workerPath('call-inspector'),
    env,
    clock,
    ids,
    hash: (data) => createHash('sha256').update(data).digest('hex'),
    logger,
    files: createNodeFileSystem(),
    lockFile: createFileLocks(home),
    copyEntry,
    moveEntry,
    watchFolder,
    process: createProcessRunner(),
    shell: createNodeShell({ ids, env: { ...env }, sandbox, records }),
    hooks: createHookRunner({ ids, env: { ...env }, sandbox, records }),
    terminals: createNodeTerminals({ ids, env: { ...env }, sandbox, records }),
    endLeft() {
      left ??= Promise.all([records.reap(), sweepLeftFolders(LEFT_FOLDERS)]).then(() => undefined);
      return left;
    },
    shellParser: createBashParser(),
    search: createRipgrepSearch({ rgPath: ripgrepPath() }),
    documents: createDocumentReader(),
    web: createWebFetcher(),
    mcp: (wishes) =>
      createConnector({
        appVersion,
        home,
        env,
        clock,
        ids,
        process: ports.process,
        sandbox,
        secrets: ports.secrets,
        lockFile: ports.lockFile,
        redact: async (text) => hideRanges(text, await finder.find(text)).text,
        ...wishes,
      }),
    secrets: options.secrets ?? NO_SECRETS,
    store: createSessionStore({ home, clock, ids, appVersion, logger }),
    audit: createAuditStore({ home, clock }),
    findSecrets: finder.find,
    tagSecret: createSecretTagger(home),
    close: finder.close,
    config: createConfigStore({ home }),
    folders: createFolderStore({ home, clock }),
  };
  return options.invocation === undefined ? ports : { ...ports, invocation: options.invocation };
}

const NO_SECRETS: SecretStore = {
  kind: 'none',
  read: async () => undefined,
  write: async () => {
    throw new CodedError('unavailable', 'this shell has no place for secrets');
  },
  clear: async () => undefined,
};

function readVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
}

/** BCP 47 from `LC_ALL`, `LC_MESSAGES` or `LANG`, e.g. `ja-JP` for `ja_JP.UTF-8`. */
function systemLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || 'en';
  const tag = (locale.split('.')[0] ?? 'en').replace('_', '-');
  return tag === 'C' || tag === 'POSIX' ? 'en' : tag;
}

function managedFolder(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:/Program Files/ClaudeCode' : '/etc/claude-code';
}
