import { z } from 'zod';
import { plainLine } from '../../../shared/text/plain-line';
import type { AgentAnswer, Delegation } from '../subagents/agent-starter';
import { BUILT_IN_TYPES, GENERAL_PURPOSE } from '../subagents/built-in-types';
import { scalarParams } from './scalar-params';
import type { Tool, ToolOutcome } from './tool';

const inputSchema = z.strictObject({
  description: z.string().max(200).describe('What it is to do, in three to six words'),
  prompt: z
    .string()
    .max(200_000)
    .describe('The whole task: goal, files, what it must not do, the form of its answer, when to stop. It is told nothing else'),
  subagent_type: z.string().max(100).optional().describe(`Which type of agent (default: ${GENERAL_PURPOSE})`),
  model: z.string().max(100).optional().describe('Another model than its definition names'),
  run_in_background: z.boolean().optional().describe('Do not wait: you are told when it has ended'),
  name: z.string().max(60).optional().describe('A name by which it can be sent messages'),
  isolation: z.literal('worktree').optional().describe('It works in a git worktree of its own'),
});
type Input = z.infer<typeof inputSchema>;

const TYPES = BUILT_IN_TYPES.map(({ name, description }) => `  - ${name}: ${description}`).join('\n');

export const agentTool: Tool<Input> = {
  name: 'Agent',
  description: `Starts an agent for one task, with a conversation of its own, and gives you its last message.
- Use it for a task whose many steps you need not see (a search through many files, a self-contained change), or for several such tasks at once: calls of one answer run side by side. Not for what one or two calls of your own would do.
- It knows nothing of this conversation. Say in prompt what is wanted, where, what is off limits, what to report and when to stop.
- Its rights are never more than yours. What it says is its claim: check what matters.
- Types:
${TYPES}`,
  input: inputSchema,
  errors: ['unavailable', 'failed', 'cancelled'],
  // What it does is decided, and put on record, call by call.
  sideEffect: 'none',
  runsIn: 'host',
  timeoutMs: Number.POSITIVE_INFINITY,
  idempotent: false,
  resultBound: 60_000,
  auditFields: ['description', 'subagent_type', 'model', 'isolation'],
  async describe(input, context) {
    const delegation = delegationOf(input);
    const checked = await context.agents?.check(delegation);
    return {
      tool: 'Agent',
      capability: 'agent',
      paths: [],
      params: { ...scalarParams(input), subagent_type: delegation.type },
      summary: plainLine(`Start ${delegation.type}: ${input.description}`),
      preview: { type: 'text', text: input.prompt, ...(checked === undefined ? {} : { delegation: checked.lines }) },
      ...(checked?.refused === undefined ? {} : { obstacle: { kind: 'unavailable', message: `Not started: ${checked.refused.refusal}` } }),
    };
  },
  async run(input, context) {
    if (context.agents === undefined) return { ok: false, kind: 'unavailable', message: 'Agents cannot be started here.' };
    const answer = await context.agents.start(delegationOf(input));
    return 'refusal' in answer ? { ok: false, kind: 'unavailable', message: `Not started: ${answer.refusal}` } : outcomeOf(answer);
  },
};

function delegationOf({ description, prompt, subagent_type, model, run_in_background, name, isolation }: Input): Delegation {
  return {
    description,
    prompt,
    type: subagent_type ?? GENERAL_PURPOSE,
    background: run_in_background ?? false,
    ...(model === undefined ? {} : { model }),
    ...(name === undefined ? {} : { name }),
    ...(isolation === undefined ? {} : { isolation }),
  };
}

/** The agent's own words first, alone in their block; then what the host says about them. */
export function outcomeOf({ agent, state, text, note, spent, returned, untrusted, foreign }: AgentAnswer): ToolOutcome {
  const display = {
    type: 'agent' as const,
    agent,
    state,
    ...(spent === undefined ? {} : { spent }),
    ...(returned === undefined ? {} : { returned }),
    untrusted,
    foreign,
  };
  if (state === 'failed' || state === 'stopped')
    return {
      ok: false,
      kind: state === 'stopped' ? 'cancelled' : 'failed',
      message: text === '' ? note : `${note}\nIts last words:\n${text}`,
      display,
    };
  if (text === '') return { ok: true, content: note, display };
  return {
    ok: true,
    content: [
      { type: 'text', text },
      { type: 'text', text: note },
    ],
    display,
  };
}
