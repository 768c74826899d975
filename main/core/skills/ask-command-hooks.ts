import type { Mode } from '../../../shared/model/mode';
import type { Action } from '../../../shared/model/permission';
import type { SkillUse } from '../../../shared/model/skill-use';
import type { HookDesk, HookJudges } from '../hooks/hook-desk';

interface CommandMoment {
  /** Absent where no hooks run. */
  hooks: Pick<HookDesk, 'has' | 'fire'> | undefined;
  judges: HookJudges;
  agent: string;
  turn: string;
  mode: Mode;
  skill: string;
  by: SkillUse['by'];
  item: string;
  action: Action;
  signal: AbortSignal;
}

/** Why hooks refuse a command of a skill's text. Nobody is asked about one: what a hook would have asked is refused as well. */
export async function askCommandHooks({ hooks, judges, skill, by, signal, action, ...at }: CommandMoment): Promise<string | undefined> {
  const event = 'PreSkillShellCommand';
  if (hooks?.has(event) !== true) return undefined;
  const input = {
    tool_name: 'Bash',
    tool_input: { command: action.command },
    tool_use_id: at.item,
    command_name: skill,
    invoked_by: by === 'person' ? 'user' : 'model',
  };
  const { decision, reason, stop, block } = await hooks.fire({ ...at, ...judges, event, about: 'Bash', action, input }, signal);
  const refuses = stop !== undefined || block !== undefined || (decision !== undefined && decision !== 'allow');
  return refuses ? (stop ?? reason ?? block?.text ?? 'it gave no reason.') : undefined;
}
