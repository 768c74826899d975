import type { AskModel } from '../hooks/hook-desk';
import { HOOK_JUDGE } from '../hooks/hook-judge';
import { sayRun } from '../hooks/hook-run-words';
import { OverLimit } from '../kernel/over-limit';
import { type SaidByKey, SaidError } from '../kernel/say-words';
import type { SpawnRefusal } from '../subagents/agent-starter';
import { EXPLORE } from '../subagents/built-in-types';
import type { TurnScope } from './turn-scope';

/** Most model calls of an agent that judges. */
const MOST_ROUNDS = 50;

/** Has an agent judge for a hook: it may look at what the rule is about before it answers, with tools that change nothing. Rejects in plain words where there is no answer, with `OverLimit` where a limit forbids it. */
export async function askHookAgent({ deps, options }: TurnScope, question: Parameters<AskModel>[0]): Promise<string> {
  const { run, prompt, model, signal } = question;
  const { agents } = deps.toolContext(run, options.agent, signal, () => undefined);
  const answer = await agents?.start({
    description: 'Judge for a hook',
    prompt: `${HOOK_JUDGE}\nYou may use your tools to find out. Change nothing.\n\n${prompt}`,
    type: EXPLORE,
    background: false,
    rounds: MOST_ROUNDS,
    by: 'hook',
    ...(model === undefined ? {} : { model }),
  });
  if (answer === undefined) throw new SaidError(sayRun('no-model'));
  if ('refusal' in answer) throw new OverLimit(sayRefusal(answer));
  if (answer.state === 'limit') throw new OverLimit({ message: answer.note });
  if (answer.state !== 'completed') throw new Error(answer.note);
  return answer.text;
}

function sayRefusal({ refusal, limit }: SpawnRefusal): SaidByKey {
  if (limit === undefined) return sayRun('no-agent', { said: refusal });
  return sayRun(`agents-${limit.of}`, limit.of === 'stopping' ? {} : { most: String(limit.most) });
}
