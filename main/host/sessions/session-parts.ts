import { dirname } from 'node:path';
import type { Config } from '../../../shared/model/config';
import type { HookRunning } from '../../../shared/model/hook-run';
import { rangeThroughLinks } from '../../core/kernel/read-linked';
import { type AnswerableGate, createPermissionGate } from '../../core/permission/create-permission-gate';
import type { HookLibrary } from '../../core/hooks/hook-library';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { guardFiles, guardSearch } from '../../core/permission/guard-files';
import type { HideSecrets } from '../../core/secrets/hide-secrets';
import { describeCommand } from '../../core/sessions/item-text';
import type { SessionLog } from '../../core/sessions/session-log';
import { createBackgroundShells, type SessionBackgroundShells } from '../../core/tools/create-background-shells';
import type { ToolRegistry } from '../../core/tools/tool';
import type { AuditDesk } from '../audit/audit-desk';
import { SessionAudit } from '../audit/session-audit';
import { createSessionHooks, type SessionHooks } from '../hooks/session-hooks';
import type { HostPorts } from '../host-ports';
import type { Servers } from '../mcp/servers';
import { createHookCalls } from '../mcp/hook-calls';
import { createSessionServers, type SessionServers } from '../mcp/session-servers';
import { type MemoryFolders, memoryFolders } from '../memory/memory-folders';
import { readSkillCounts } from '../skills/skill-counts';
import type { TerminalDesk } from '../terminals/terminal-desk';
import { PlanDesk } from './plan-desk';
import { QuestionDesk } from './question-desk';
import { createSessionHider } from './session-hider';

export interface SessionPartsOptions {
  ports: HostPorts;
  log: SessionLog;
  folder: string;
  audit: AuditDesk;
  config: Config;
  tools: ToolRegistry;
  terminals: TerminalDesk;
  trusted: boolean;
  openPolicy(log: SessionLog, folder: string): Promise<SessionPolicy>;
  hookLibrary: HookLibrary;
  servers: Servers | undefined;
  onHooksRunning(running: HookRunning[]): void;
}

/** What all agents of a session share, for as long as this process writes it. */
export interface SessionParts {
  /** As they are, for the host's own work. */
  ports: HostPorts;
  /** Below every tool and mention: what a rule denies to read cannot be read by another way. */
  guarded: HostPorts;
  log: SessionLog;
  folder: string;
  trusted: boolean;
  /** Where notes for later sessions lie. */
  notes: MemoryFolders;
  /** `en` or `ja`. */
  language: string;
  policy: SessionPolicy;
  /** All tools of the host; what an agent is offered is a part of them. */
  tools: ToolRegistry;
  /** Servers of the folder, where any can be had. */
  servers: SessionServers | undefined;
  gate: AnswerableGate;
  questions: QuestionDesk;
  plans: PlanDesk;
  background: SessionBackgroundShells;
  terminals: TerminalDesk;
  audit: SessionAudit;
  hide: HideSecrets;
  hooks: SessionHooks;
  /** How often each skill was used before, by name. */
  skillUses: ReadonlyMap<string, number>;
  /** Lets go of what sessions of the folder share. */
  release(): void;
}

export async function openSessionParts(options: SessionPartsOptions): Promise<SessionParts> {
  const { ports, log, folder, config, terminals, trusted } = options;
  const holder = Symbol('session');
  const holding = options.servers?.hold(folder, holder);
  const [policy, notes, skillUses, held] = await Promise.all([
    options.openPolicy(log, folder),
    memoryFolders(ports, folder),
    readSkillCounts(ports),
    holding,
  ]).catch((error: unknown) => {
    void holding?.then(
      (servers) => servers.release(holder),
      () => undefined,
    );
    throw error;
  });
  const servers = held === undefined ? undefined : createSessionServers(options.tools, held, policy, ports);
  const tools = servers?.tools ?? options.tools;
  const hookCaller = { ports, audit: options.audit, policy, session: log.id };
  const hookCalls = held === undefined ? {} : { callServer: createHookCalls({ ...hookCaller, servers: held }) };
  const hide = createSessionHider(ports, policy, { session: log.id, folder });
  const audit = new SessionAudit(options.audit, tools, { session: log.id, folder });
  const background = createBackgroundShells(rangeThroughLinks(ports.files), async (shell) => {
    audit.noteBackgroundEnd(shell);
    try {
      await log.append({ type: 'command/ended', background: shell.run.id, outcome: describeCommand(shell) });
    } catch (error) {
      // The disk's own failure has its alarm; the command has ended all the same.
      ports.logger.log('warn', 'the end of a command was not logged', { session: log.id, error: String(error) });
    }
  });
  return {
    ports,
    guarded: { ...ports, files: guardFiles(ports.files, policy), search: guardSearch(ports.search, policy) },
    log,
    folder,
    trusted,
    notes,
    language: languageOf(config, ports.language),
    policy,
    tools,
    servers,
    release: () => held?.release(holder),
    gate: createPermissionGate({ log, ids: ports.ids }),
    questions: new QuestionDesk(log, ports.ids),
    plans: new PlanDesk(log, ports.ids),
    background,
    terminals,
    audit,
    skillUses,
    hide,
    hooks: createSessionHooks({
      ports,
      log,
      folder,
      policy,
      hide,
      library: options.hookLibrary,
      onRunning: options.onHooksRunning,
      ...hookCalls,
    }),
  };
}

function languageOf(config: Config, system: string): string {
  const language = config.language === 'system' ? system : config.language;
  return language.startsWith('ja') ? 'ja' : 'en';
}

/** The folder of a session's saved outputs, which its tools may read without asking. */
export function blobFolder(log: SessionLog): string {
  return dirname(log.blobPath('x'));
}
