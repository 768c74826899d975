import { seenHosts } from '../../core/shell/seen-hosts';
import type { AuditActor, AuditResult, AuditSubject } from '../../../shared/model/audit';
import type { SessionEvent } from '../../../shared/model/event';
import type { ToolCallItem } from '../../../shared/model/item';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Decision } from '../../../shared/model/permission';
import type { CallAudit, CommandAudit } from '../../core/audit/call-audit';
import { callResult, callSubject, type RecordedCall } from '../../core/audit/describe-call';
import { isAudited, isDestructive } from '../../core/audit/destructive';
import { createRepeatedCalls, type EarlierCall } from '../../core/audit/repeated-calls';
import { describeCommand } from '../../core/sessions/item-text';
import { bashTool } from '../../core/tools/bash-tool';
import type { BackgroundShell, RegisteredTool, ToolRegistry } from '../../core/tools/tool';
import type { AuditDesk } from './audit-desk';

interface SessionPlace {
  session: string;
  folder: string;
}

/** What one session does, for the audit of its project: beginnings from the loop, all else from the session's log. */
export class SessionAudit implements CallAudit, CommandAudit {
  readonly #desk: AuditDesk;
  readonly #tools: ToolRegistry;
  readonly #place: SessionPlace;
  readonly #repeats = createRepeatedCalls();
  readonly #begun = new Set<string>();
  readonly #asked = new Map<string, Extract<SessionEvent, { type: 'permission/requested' }>>();
  readonly #answers = new Map<string, string>();
  /** The calls that background commands came from. */
  readonly #background = new Map<string, ToolCallItem>();

  constructor(desk: AuditDesk, tools: ToolRegistry, place: SessionPlace) {
    this.#desk = desk;
    this.#tools = tools;
    this.#place = place;
  }

  earlier(key: string): EarlierCall | undefined {
    return this.#repeats.find(key);
  }

  async begin(item: ToolCallItem, tool: RegisteredTool): Promise<void> {
    this.#begun.add(item.id);
    try {
      await this.#start(item.id, this.#subject(item, tool));
    } catch (error) {
      this.#begun.delete(item.id);
      throw error;
    }
  }

  async beginCommand(command: RecordedCall): Promise<(result: AuditResult) => void> {
    const id = this.#desk.nextId();
    await this.#start(id, this.#subject(command, bashTool));
    return (result) => this.#desk.note(this.#place.folder, { type: 'ended', id, at: this.#desk.now(), result });
  }

  /** An event that an earlier process wrote: it is on record, or never was. */
  recall(event: SessionEvent): void {
    if (event.type === 'item/completed' && event.item.kind === 'tool-call') this.#repeats.note(event.item, event.at);
  }

  /** An event that has just been written. */
  note(event: SessionEvent): void {
    this.recall(event);
    if (event.type === 'item/completed' && event.item.kind === 'tool-call') this.#noteEnd(event.item, event.at);
    else if (event.type === 'permission/requested') this.#asked.set(event.request, event);
    else if (event.type === 'permission/resolved') this.#noteAnswer(event);
    else if (event.type === 'changes/undone') this.#noteUndo(event);
  }

  noteBackgroundEnd(shell: BackgroundShell): void {
    const call = this.#background.get(shell.run.id);
    const { exitCode, signal, timedOut, stopped } = describeCommand(shell);
    this.#desk.happened(
      this.#place.folder,
      {
        kind: 'background',
        by: { kind: 'agent', name: call?.agent ?? MAIN_AGENT },
        session: this.#place.session,
        ...(call === undefined ? {} : { item: call.id, turn: call.turn }),
        tool: 'Bash',
        sideEffect: 'execute',
        ...(call?.decision?.capabilities === undefined ? {} : { capabilities: call.decision.capabilities }),
        summary: shell.command,
      },
      {
        state: stopped ? 'cancelled' : exitCode === 0 ? 'ok' : 'error',
        ...(timedOut ? { errorKind: 'timeout' } : {}),
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(signal === undefined ? {} : { signal }),
        ...seenHosts(shell.result ?? {}),
      },
    );
  }

  #noteEnd(item: ToolCallItem, at: string): void {
    const { folder } = this.#place;
    const tool = this.#tools.get(item.name);
    if (tool === undefined || !(isAudited(tool.sideEffect) || isRefusedSecret(item))) return;
    if (item.display?.type === 'shell' && item.display.background !== undefined) this.#background.set(item.display.background, item);
    const result = callResult(item);
    if (this.#begun.delete(item.id)) this.#desk.note(folder, { type: 'ended', id: item.id, at, result });
    else if (item.decision !== undefined)
      this.#desk.note(folder, { type: 'done', id: item.id, at, what: this.#subject(item, tool), result });
    this.#answers.delete(item.id);
  }

  #noteAnswer({ request, resolution, by }: Extract<SessionEvent, { type: 'permission/resolved' }>): void {
    const asked = this.#asked.get(request);
    this.#asked.delete(request);
    if (asked === undefined) return;
    this.#answers.set(asked.item, resolution.type);
    const person: AuditActor = { kind: 'person', name: by };
    const about = { by: person, session: this.#place.session, turn: asked.turn, item: asked.item };
    if (resolution.type === 'allow-always') {
      const { rule, also = [], scope, file } = resolution.offer;
      this.#desk.happened(this.#place.folder, {
        ...about,
        kind: 'rules',
        summary: [rule, ...also].map((text) => `+ allow ${text}`).join('\n'),
        ...(file === undefined ? { input: { scope } } : { input: { scope }, paths: [file] }),
      });
    }
    if (resolution.type === 'allow-once' || resolution.type === 'allow-always') this.#noteHosts(about, asked.decision);
  }

  /** Hosts beyond what was granted, for a command that the proxy refused them. */
  #noteHosts(about: Omit<AuditSubject, 'kind'>, { refusals = [], sandbox, capabilities }: Decision): void {
    const hosts = refusals.flatMap(({ kind, target }) => (kind === 'host' ? [target] : []));
    if (hosts.length === 0 || sandbox?.isolated !== true) return;
    this.#desk.happened(this.#place.folder, {
      ...about,
      kind: 'hosts',
      ...(capabilities === undefined ? {} : { capabilities }),
      summary: hosts.map((host) => `+ ${host}`).join('\n'),
      grant: { isolated: true, hosts },
    });
  }

  #noteUndo({ turn, paths, kept }: Extract<SessionEvent, { type: 'changes/undone' }>): void {
    this.#desk.happened(
      this.#place.folder,
      { kind: 'undo', by: { kind: 'person' }, session: this.#place.session, turn, sideEffect: 'write', paths },
      { state: kept.length > 0 && paths.length === 0 ? 'error' : 'ok' },
    );
  }

  /** Waits for the disk only where what begins cannot be taken back. */
  async #start(id: string, what: AuditSubject): Promise<void> {
    const record = { type: 'started' as const, id, at: this.#desk.now(), what };
    if (isDestructive(what.sideEffect, what.capabilities)) await this.#desk.write(this.#place.folder, record);
    else this.#desk.note(this.#place.folder, record);
  }

  #subject(item: RecordedCall, tool: Pick<RegisteredTool, 'name' | 'sideEffect' | 'auditFields'>): AuditSubject {
    const subject = callSubject(item, tool, this.#place.session, this.#answers.get(item.id));
    return { ...subject, folder: this.#place.folder };
  }
}

/** A call that was refused a guarded file: whatever its tool does, the attempt is a record. */
function isRefusedSecret({ decision }: ToolCallItem): boolean {
  if (decision?.decision !== 'deny') return false;
  return decision.guarded !== undefined || (decision.capabilities ?? []).some(({ capability }) => capability === 'read-secrets');
}
