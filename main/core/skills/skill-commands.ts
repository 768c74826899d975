import type { AuditResult } from '../../../shared/model/audit';
import type { Mode } from '../../../shared/model/mode';
import type { Action, Decision } from '../../../shared/model/permission';
import type { SkillCommand } from '../../../shared/model/skill-use';
import type { CommandAudit } from '../audit/call-audit';
import { sandboxOf } from '../permission/command-sandbox';
import type { PermissionPolicy } from '../permission/gate';
import type { TurnRule } from '../permission/turn-rules';
import type { CommandSandbox, ShellResult } from '../ports';
import { seenHosts } from '../shell/seen-hosts';
import { bashTool } from '../tools/bash-tool';
import type { ToolContext } from '../tools/tool';
import type { BodyPiece } from './expand-skill';
import type { Skill } from './skill';
import type { FilledPiece } from './skill-run';

const TIMEOUT_MS = 120_000;
const MAX_CHARS = 30_000;
/** Room for why a command failed. */
const MAX_WHY = 600;
/** Programs that say "nothing found" or "they differ" with exit code 1. */
const SAYS_NO = /^(?:grep|rg|find|diff|test|\[|git\s+(?:-\S+\s+)*(?:diff|grep))(?:\s|$)/;

export interface CommandScope {
  context: ToolContext;
  policy: PermissionPolicy;
  mode: Mode;
  /** Rules of the turn, those of the skill among them. */
  turnRules: readonly TurnRule[];
  untrusted: readonly string[];
  /** Hooks have the last word before commands of a skill run; why not, where one refuses. */
  mayRun(action: Action): Promise<string | undefined>;
}

export interface AllowedCommand {
  piece: BodyPiece;
  action: Action;
  decision: Decision;
  sandbox?: CommandSandbox;
}

/**
 * Decides about the commands of a body before any of them runs. Nobody is asked: one that the rules do not allow as they stand refuses
 * them all.
 */
export async function allowCommands(
  skill: Skill,
  pieces: readonly BodyPiece[],
  scope: CommandScope,
): Promise<{ allowed: AllowedCommand[] } | { refused: string }> {
  const allowed: AllowedCommand[] = [];
  for (const piece of pieces) {
    if (skill.shell === 'powershell')
      return { refused: `${placeOf(skill, piece)}: its commands are for PowerShell, which is not run here.` };
    const action = await bashTool.describe({ command: piece.text }, scope.context);
    const decision = await decide(action, scope);
    if (decision.decision !== 'allow' || action.obstacle !== undefined)
      return {
        refused: `${placeOf(skill, piece)}: the command \`${piece.text}\` is not allowed, and commands in a skill are never asked for. ${action.obstacle?.message ?? decision.reason} Nothing was run.`,
      };
    const sandbox = sandboxOf(decision.sandbox, scope.policy, scope.context.session);
    allowed.push({ piece, action, decision, ...(sandbox === undefined ? {} : { sandbox }) });
  }
  for (const { piece, action } of allowed) {
    const why = await scope.mayRun(action);
    if (why !== undefined)
      return { refused: `${placeOf(skill, piece)}: a hook refused the command \`${piece.text}\`: ${why} Nothing was run.` };
  }
  return { allowed };
}

async function decide(action: Action, { context, policy, mode, turnRules, untrusted }: CommandScope): Promise<Decision> {
  await policy.prepare?.(action);
  return policy.decide({ action, mode, agent: context.agent, untrusted, turnRules });
}

/** Runs allowed commands one after the other, each on record. The first that fails ends it. */
export async function runCommands(
  skill: Skill,
  allowed: readonly AllowedCommand[],
  context: ToolContext,
  begin: (command: AllowedCommand) => ReturnType<CommandAudit['beginCommand']>,
): Promise<{ pieces: Map<BodyPiece, FilledPiece>; commands: SkillCommand[] } | { refused: string }> {
  const pieces = new Map<BodyPiece, FilledPiece>();
  const commands: SkillCommand[] = [];
  for (const command of allowed) {
    const { piece, sandbox } = command;
    const end = await begin(command).catch(messageOf);
    if (typeof end === 'string')
      return {
        refused: `${placeOf(skill, piece)}: the command \`${piece.text}\` was not run: what cannot be undone needs a record, and the audit log cannot be written: ${end}`,
      };
    const from = context.clock.monotonic();
    const folder = context.cwd.get();
    const { result } = context.shell.start({
      command: piece.text,
      cwd: folder,
      timeoutMs: TIMEOUT_MS,
      signal: context.signal,
      maxChars: MAX_CHARS,
      spillPath: context.newSpill().path,
      variables: context.variables?.(sandbox !== undefined) ?? [],
      onOutput: context.onOutput,
      ...(sandbox === undefined ? {} : { sandbox }),
    });
    const ended = await result;
    end(resultOf(ended, context.clock.monotonic() - from));
    const output = await context.hide(ended.tail === '' ? ended.head : `${ended.head}\n… [output cut here] …\n${ended.tail}`);
    const ending = endingOf(ended, piece.text);
    if (ending !== undefined) return { refused: `${placeOf(skill, piece)}: the command \`${piece.text}\` ${ending}${excerpt(output)}` };
    const exitCode = ended.exitCode === undefined ? {} : { exitCode: ended.exitCode };
    pieces.set(piece, { ...piece, text: output.trimEnd() || '(no output)', ran: { command: piece.text, folder, ...exitCode } });
    commands.push({ command: piece.text, durationMs: context.clock.monotonic() - from, chars: ended.chars, ...exitCode });
  }
  return { pieces, commands };
}

function resultOf(ended: ShellResult, durationMs: number): AuditResult {
  const { exitCode, signal, aborted, timedOut } = ended;
  return {
    state: aborted ? 'cancelled' : exitCode === 0 ? 'ok' : 'error',
    ...(timedOut ? { errorKind: 'timeout' } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(signal === undefined ? {} : { signal }),
    durationMs: Math.round(durationMs),
    ...seenHosts(ended),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a command counts as failed. */
function endingOf(ended: { exitCode?: number; signal?: string; timedOut: boolean; aborted: boolean }, command: string): string | undefined {
  if (ended.timedOut) return 'did not end within two minutes and was ended.';
  if (ended.aborted) return 'was stopped.';
  if (ended.exitCode === 0) return undefined;
  if (ended.exitCode === undefined) return `was ended by ${ended.signal ?? 'a signal'}.`;
  const last =
    command
      .split(/\|\||&&|[|;\n]/)
      .at(-1)
      ?.trim() ?? '';
  return ended.exitCode === 1 && SAYS_NO.test(last) ? undefined : `ended with exit code ${ended.exitCode}.`;
}

function excerpt(output: string): string {
  const text = output.trim();
  return text === '' ? '' : `\n${text.length > MAX_WHY ? `…${text.slice(-MAX_WHY)}` : text}`;
}

function placeOf(skill: Skill, piece: BodyPiece): string {
  return `/${skill.name} (${skill.path}:${piece.startLine})`;
}
