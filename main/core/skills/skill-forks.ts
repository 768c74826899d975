import type { Mode } from '../../../shared/model/mode';
import type { Action } from '../../../shared/model/permission';
import { cutStart } from '../../../shared/text/cut-text';
import type { PermissionPolicy } from '../permission/gate';
import type { AgentAnswer, Delegation } from '../subagents/agent-starter';
import type { ToolContext } from '../tools/tool';
import type { Skill } from './skill';
import type { SkillRun } from './skill-run';

/** Of an agent's task as lists show it. */
const MAX_TASK = 200;

export interface SkillForkDeps {
  agent: string;
  policy: PermissionPolicy;
  mode(): Mode;
  toolContext(item: string, signal: AbortSignal): Pick<ToolContext, 'agents'>;
}

/** A skill whose text is the task of an agent of its own. */
export type ForkedSkill = Skill & Required<Pick<Skill, 'fork'>>;

export function isForked(skill: Skill): skill is ForkedSkill {
  return skill.fork !== undefined;
}

/** Starts agents for skills that run as such. */
export class SkillForks {
  readonly #deps: SkillForkDeps;

  constructor(deps: SkillForkDeps) {
    this.#deps = deps;
  }

  /** Why it may not be started. Nobody is asked: what a person typed they want; what the model wants a rule must allow. */
  async findBar(skill: ForkedSkill, by: 'person' | 'model', item: string, signal: AbortSignal): Promise<string | undefined> {
    const { policy, agent } = this.#deps;
    const { fork } = skill;
    const params = { subagent_type: fork.agent };
    const action: Action = { tool: 'Agent', capability: 'agent', paths: [], params, summary: `Start ${fork.agent}: /${skill.name}` };
    await policy.prepare?.(action);
    const { decision, reason } = policy.decide({ action, mode: this.#deps.mode(), agent });
    if (decision === 'deny' || (decision === 'ask' && by === 'model')) return notStarted(reason);
    const { agents } = this.#deps.toolContext(item, signal);
    const checked = await agents?.check(delegationOf(skill, '', skill.body));
    return checked?.refused === undefined ? undefined : notStarted(checked.refused.refusal);
  }

  /** Waits for its end, or only for its start where it runs in the background. A string: why it was not started. */
  async start(skill: ForkedSkill, run: SkillRun, item: string, signal: AbortSignal): Promise<AgentAnswer | string> {
    const { agents } = this.#deps.toolContext(item, signal);
    const answer = await agents?.start(delegationOf(skill, run.args, run.pieces.map(({ text }) => text).join('')));
    if (answer === undefined) return notStarted('no agent can be started here');
    return 'refusal' in answer ? notStarted(answer.refusal) : answer;
  }
}

function notStarted(why: string): string {
  return `The skill was not started: ${why}`;
}

function delegationOf({ name, fork }: ForkedSkill, args: string, prompt: string): Delegation {
  const description = cutStart(`/${name} ${args}`.trimEnd(), MAX_TASK);
  return { description, prompt, type: fork.agent, background: fork.background, by: 'skill' };
}
