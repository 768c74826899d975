import { basename, dirname, join } from 'node:path/posix';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { SessionEvent } from '../../../shared/model/event';
import type { ReminderItem } from '../../../shared/model/item';
import { createHookDesk, type HookDeskDeps } from '../../core/hooks/create-hook-desk';
import type { HookDesk } from '../../core/hooks/hook-desk';
import type { HookEventName } from '../../core/hooks/hook-events';
import type { HandlerDeps } from '../../core/hooks/run-handler';
import type { HookLibrary } from '../../core/hooks/hook-library';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { HideSecrets } from '../../core/secrets/hide-secrets';
import type { SessionLog } from '../../core/sessions/session-log';
import type { HostPorts } from '../host-ports';
import { createHookRights } from './hook-rights';
import { type FileChange, watchNamedFiles } from './named-files';
import { createSessionNotices } from './session-notices';

export interface SessionHooksOptions {
  ports: HostPorts;
  log: SessionLog;
  folder: string;
  policy: SessionPolicy;
  hide: HideSecrets;
  library: HookLibrary;
  /** Tools of servers; absent where there are none. */
  callServer?: HandlerDeps['callServer'];
  onRunning: HookDeskDeps['onRunning'];
}

/** The hooks of one session, and the moments that its host sees. */
export interface SessionHooks {
  desk: HookDesk;
  /** Files that hooks watch by name, and those that somebody else changed. */
  turnStarts(): Promise<void>;
  fileChanged(path: string, agent: string): void;
  folderChanged(before: string, after: string, agent: string): void;
  /** Why hooks forbid another model; undefined where they do not. */
  switchModel(from: string, to: string): Promise<string | undefined>;
  modelSwitched(from: string, to: string): void;
  /** Hooks of a worktree's end, before it is removed. */
  worktreeRemoved(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Kinds of reminders that bring instructions in. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(['instructions', 'rule', 'nested-instructions']);

export function createSessionHooks({
  ports,
  log,
  folder,
  policy,
  hide,
  library,
  callServer,
  onRunning,
}: SessionHooksOptions): SessionHooks {
  const { state } = log;
  const start = state.turns.length > 0 ? (state.forkOf === undefined ? 'resume' : 'fork') : 'startup';

  /** Of an agent in a worktree below the folder, as long as that is there: the worktree. What a hook put elsewhere may be out of its reach. */
  function folderOf(agent: string): string {
    const worktree = log.state.agents?.find((node) => node.agent === agent)?.worktree;
    const gone = worktree?.end?.state === 'removed' || (worktree?.settled ?? 'kept') !== 'kept';
    return worktree !== undefined && !gone && worktree.path.startsWith(`${folder}/`) ? worktree.path : folder;
  }

  const desk = createHookDesk({
    ...createHookRights(ports, policy, log.id),
    ...(callServer === undefined ? {} : { callServer }),
    library,
    runner: ports.hooks,
    log,
    ids: ports.ids,
    clock: ports.clock,
    hide,
    hash: ports.hash,
    folder,
    policy,
    start,
    facts: { session: log.id, transcript: join(dirname(dirname(log.blobPath('x'))), 'log.jsonl') },
    cwd: folderOf,
    onRunning,
    onSettings: (paths) => paths.forEach(settingsChanged),
  });
  const named = watchNamedFiles(ports.files, folder);

  function notify(event: HookEventName, input: Record<string, unknown>, about?: string, agent = MAIN_AGENT, item?: string): void {
    if (!desk.has(event)) return;
    const { mode } = log.state;
    desk.notify({ event, agent, mode, input, ...(about === undefined ? {} : { about }), ...(item === undefined ? {} : { item }) });
  }

  function settingsChanged(path: string): void {
    const scope = library.loaded?.files.find((file) => file.path === path)?.scope;
    const source = scope === 'managed' ? 'policy_settings' : `${scope ?? 'project'}_settings`;
    notify('ConfigChange', { source, file_path: path }, source);
  }

  function fileChanged(path: string, event: FileChange['event'], agent?: string): void {
    notify('FileChanged', { file_path: path, event }, basename(path), agent);
  }

  const notices = createSessionNotices({
    clock: ports.clock,
    state: () => log.state,
    tell: ({ kind, message, agent, item }) => notify('Notification', { notification_type: kind, message }, kind, agent, item),
  });

  function note(event: SessionEvent): void {
    if (ports.invocation?.interactive !== false) notices.note(event);
    if (event.type !== 'item/completed' || event.item.kind !== 'reminder' || !INSTRUCTIONS.has(event.item.segment)) return;
    const loaded = describeInstructions(event.item);
    if (loaded !== undefined) notify('InstructionsLoaded', loaded, loaded.load_reason, event.item.agent);
  }
  const unsubscribe = log.subscribe((events) => events.forEach(note));

  return {
    desk,
    async turnStarts() {
      await desk.look();
      const names = (library.loaded?.hooks ?? [])
        .filter(({ event }) => event === 'FileChanged')
        .flatMap(({ matcher }) => matcher.names ?? []);
      for (const { path, event } of await named.changes(names)) fileChanged(path, event);
    },
    fileChanged: (path, agent) => fileChanged(path, 'change', agent),
    folderChanged: (before, after, agent) => notify('CwdChanged', { old_cwd: before, new_cwd: after }, undefined, agent),
    async switchModel(from, to) {
      await desk.look();
      if (!desk.has('PreModelSwitch')) return undefined;
      const { block, decision, reason, stop } = await desk.fire(
        { event: 'PreModelSwitch', agent: MAIN_AGENT, input: switchInput(from, to) },
        new AbortController().signal,
      );
      return stop ?? block?.text ?? (decision === 'deny' ? (reason ?? 'A hook forbids it.') : undefined);
    },
    modelSwitched: (from, to) => notify('PostModelSwitch', switchInput(from, to)),
    async worktreeRemoved(path) {
      await library.refresh();
      if (!desk.has('WorktreeRemove')) return;
      await desk.fire({ event: 'WorktreeRemove', agent: MAIN_AGENT, input: { worktree_path: path } }, new AbortController().signal);
    },
    async close() {
      notices.close();
      unsubscribe();
      if (desk.has('SessionEnd'))
        await desk
          .fire({ event: 'SessionEnd', agent: MAIN_AGENT, about: 'other', input: { reason: 'other' } }, new AbortController().signal)
          .catch((error: unknown) => ports.logger.log('warn', 'hooks at the end of a session', { session: log.id, error: String(error) }));
      await desk.close();
    },
  };
}

function switchInput(from: string, to: string): Record<string, unknown> {
  return { from_model: from, to_model: to, requested_model: to, source: 'user' };
}

function describeInstructions({
  segment,
  source,
  why,
}: ReminderItem): { file_path: string; memory_type: string; load_reason: string } | undefined {
  if (source.type !== 'file' || why.trigger === 'distance' || why.trigger === 'every-turn') return undefined;
  const nested = segment === 'nested-instructions' ? 'nested_traversal' : 'session_start';
  return {
    file_path: source.path,
    memory_type: segment,
    load_reason: segment === 'rule' && why.trigger === 'nested-read' ? 'path_glob_match' : nested,
  };
}
