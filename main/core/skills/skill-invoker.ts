import type { SkillUse } from '../../../shared/model/skill-use';

/** What the Skill tool asks of its agent's session. */
export interface SkillInvoker {
  /** Why a name cannot be run by the model; undefined where it can. Without effect. */
  findHindrance(name: string): Promise<{ kind: 'not-found' | 'unavailable'; message: string } | undefined>;
  /** Expands a skill and puts its text into the conversation, after the results of the answer that asked for it. */
  invoke(request: SkillRequest): Promise<{ outcome: SkillUse['outcome']; words: string }>;
}

export interface SkillRequest {
  name: string;
  args: string;
  /** The call that asks. */
  item: string;
  signal: AbortSignal;
}
