import { dirname } from 'node:path';
import type { Config, ModelInfo } from '../../../shared/model/config';
import type { Todo } from '../../../shared/model/question';
import type { SessionEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Mode } from '../../../shared/model/permission';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { TurnDeps } from '../../core/agent/turn';
import { createSessionContext } from '../../core/context/create-session-context';
import { escapeMarks, unescapeInput } from '../../core/context/escape-marks';
import type { PinnedContext } from '../../core/context/session-context';
import { rangeThroughLinks } from '../../core/kernel/read-linked';
import { type AnswerableGate, createPermissionGate } from '../../core/permission/create-permission-gate';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { guardFiles, guardSearch } from '../../core/permission/guard-files';
import { createSecretHider } from '../../core/secrets/hide-secrets';
import type { SessionLog } from '../../core/sessions/session-log';
import { describeCommand } from '../../core/sessions/item-text';
import { createBackgroundShells, type SessionBackgroundShells } from '../../core/tools/create-background-shells';
import { createFileLedger } from '../../core/tools/create-file-ledger';
import { createToolContext } from './tool-context';
import { createWorkingDirectory } from '../../core/tools/create-working-directory';
import type { ToolRegistry } from '../../core/tools/tool';
import type { AuditDesk } from '../audit/audit-desk';
import { SessionAudit } from '../audit/session-audit';
import type { HostPorts } from '../host-ports';
import type { TerminalDesk } from '../terminals/terminal-desk';
import { findOutsideChanges } from './outside-changes';
import { QuestionDesk } from './question-desk';

/** What the turns of one session work with, for as long as this process writes it. */
export interface SessionServices {
  turnDeps: Omit<TurnDeps, 'provider'>;
  policy: SessionPolicy;
  gate: AnswerableGate;
  questions: QuestionDesk;
  background: SessionBackgroundShells;
  /** The context of a new session, and the mode that it starts in. */
  pin(options: { model: ModelInfo; mode: Mode | undefined; config: Config }): Promise<{ pinned: PinnedContext; mode: Mode }>;
  /** Looks at what changed since the last turn: rules, trust, and files that somebody else wrote. */
  turnStarts(turn: string): Promise<void>;
  turnEnded(): void;
  close(): Promise<void>;
}

export interface ServicesOptions {
  ports: HostPorts;
  log: SessionLog;
  folder: string;
  audit: AuditDesk;
  config: Config;
  tools: ToolRegistry;
  terminals: TerminalDesk;
  trusted: boolean;
  openPolicy(log: SessionLog, folder: string): Promise<SessionPolicy>;
}

/** Folds the session's whole log: afterwards a resumed session stands where it stood. */
export async function openSessionServices({
  ports,
  log,
  folder,
  audit: desk,
  config,
  tools,
  terminals,
  trusted,
  openPolicy,
}: ServicesOptions): Promise<SessionServices> {
  const policy = await openPolicy(log, folder);
  // Below every tool and mention: what a rule denies to read cannot be read by another way.
  const guarded = { ...ports, files: guardFiles(ports.files, policy), search: guardSearch(ports.search, policy) };
  const hide = createSecretHider({ find: ports.findSecrets, tag: (secret) => ports.tagSecret(`${log.id} ${secret}`) });
  const gate = createPermissionGate({ log, ids: ports.ids });
  const questions = new QuestionDesk(log, ports.ids);
  const audit = new SessionAudit(desk, tools, { session: log.id, folder });
  const background = createBackgroundShells(rangeThroughLinks(ports.files), async (shell) => {
    audit.noteBackgroundEnd(shell);
    try {
      await log.append({ type: 'command/ended', background: shell.run.id, outcome: describeCommand(shell) });
    } catch (error) {
      // The disk's own failure has its alarm; the command has ended all the same.
      ports.logger.log('warn', 'the end of a command was not logged', { session: log.id, error: String(error) });
    }
  });
  const ledger = createFileLedger();
  const cwd = createWorkingDirectory([folder, ...policy.loaded().additionalDirectories]);
  const offered = tools.all().filter((tool) => !policy.isRemoved(tool.name));
  const context = createSessionContext({
    folder,
    home: ports.personHome,
    agent: MAIN_AGENT,
    session: log.id,
    files: guarded.files,
    hide,
    process: ports.process,
    documents: ports.documents,
    clock: ports.clock,
    ids: ports.ids,
    log,
    environment: {
      platform: ports.platform,
      osVersion: ports.osVersion,
      shell: ports.shellName,
      language: languageOf(config, ports.language),
    },
    bundledSkills: ports.skills,
    tools: offered.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    trusted,
    sha256: ports.hash,
  });

  function note(event: SessionEvent): void {
    context.note(event);
    if (event.type === 'item/completed' && event.item.kind === 'tool-call') ledger.noteCall(event.item);
  }
  for await (const event of log.read(0)) {
    if (!isKnownEvent(event)) continue;
    note(event);
    audit.recall(event);
  }
  const unsubscribe = log.subscribe((events) => {
    for (const event of events) {
      note(event);
      audit.note(event);
    }
  });

  let turn = '';
  let lastEnd = log.state.turns.length === 0 ? undefined : Date.parse(log.state.updatedAt);
  return {
    policy,
    gate,
    questions,
    background,
    turnDeps: {
      clock: ports.clock,
      ids: ports.ids,
      log,
      context,
      tools,
      policy,
      gate,
      audit,
      hide,
      escape: { incoming: escapeMarks, outgoing: unescapeInput },
      toolContext: (item, agent, signal, onOutput) =>
        createToolContext(
          { ports: guarded, log, folder, cwd, ledger, background, questions, terminals, hide },
          { item, agent, turn, signal, onOutput },
        ),
    },
    async pin({ model, mode, config: current }) {
      const start = mode ?? policy.loaded().defaultMode ?? current.mode ?? 'default';
      return { pinned: await context.pin({ model, mode: start, config: current }), mode: start };
    },
    async turnStarts(id) {
      turn = id;
      const { todos } = log.state;
      if (todos.length > 0) context.noteState('todo', 'todos', todoWords(todos));
      const since = lastEnd;
      if (since === undefined) return;
      const [changed] = await Promise.all([findOutsideChanges(ports, ledger, since), policy.reload()]);
      for (const path of changed) context.noteState('file-changed', path, outsideWords(path), path);
    },
    turnEnded() {
      lastEnd = ports.clock.now();
    },
    async close() {
      unsubscribe();
      await gate.expireAll();
      await background.stopAll();
      await ports.shell.closeSession(log.id);
    },
  };
}

function languageOf(config: Config, system: string): string {
  const language = config.language === 'system' ? system : config.language;
  return language.startsWith('ja') ? 'ja' : 'en';
}

function todoWords(todos: readonly Todo[]): string {
  return `Your list of tasks as it stands:\n${todos.map(({ status, content }) => `- [${status}] ${content}`).join('\n')}`;
}

function outsideWords(path: string): string {
  return `${path} was changed or removed outside this session since you last saw it. Read it again before you rely on it or edit it.`;
}

/** The folder of a session's saved outputs, which its tools may read without asking. */
export function blobFolder(log: SessionLog): string {
  return dirname(log.blobPath('x'));
}
