import { promptTokens } from '../../../shared/model/add-usage';
import { isToolUseBlock } from '../../../shared/model/block';
import type { Config, Limits, ModelInfo } from '../../../shared/model/config';
import { LOG_VERSION } from '../../../shared/model/log-version';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { NewEvent } from '../../../shared/model/event';
import { sessionEventSchema } from '../../../shared/model/event';
import type { TriggerOutcome } from '../../../shared/model/skill-report';
import { promptCost } from '../../core/agent/limits';
import type { AssembledCall, SessionContext } from '../../core/context/session-context';
import { costOf } from '../../core/providers/price';
import type { ModelProvider } from '../../core/providers/provider';
import type { HostPorts } from '../host-ports';
import { createPassingContext, type PassingGround } from '../sessions/passing-context';

/** Room for the first call of a tool; what the model would go on to say is of no interest. */
const MAX_OUTPUT = 4_000;
const SESSION = 'trigger';

export interface TriggerGround extends PassingGround {
  config: Config;
  model: ModelInfo;
  provider: ModelProvider;
}

/**
 * Sends a prompt as the first message of a new session would be sent, by the same assembly, and looks which skills the answer asks for.
 * Nothing that it asks for is run, and no session is kept.
 */
export async function tryTrigger(skill: string, prompt: string, ground: TriggerGround, signal: AbortSignal): Promise<TriggerOutcome> {
  const { ports, model, config, provider } = ground;
  const from = ports.clock.monotonic();
  const { context } = createPassingContext(ground, { agent: MAIN_AGENT, session: SESSION, tools: ground.tools });
  const note = noteInto(context, ports);
  const pinned = await context.pin({ model, mode: 'default', config });
  note({
    type: 'session/created',
    session: SESSION,
    folder: ground.folder,
    model: model.id,
    mode: 'default',
    pinned,
    app: ports.appVersion,
  });
  const event = ports.ids.next('ev');
  const placed = await context.placeInput({ text: prompt, images: [] }, event);
  const item = { id: ports.ids.next('item'), turn: 'trigger', agent: MAIN_AGENT, kind: 'user-text' as const, author: 'user' as const };
  note({ type: 'item/completed', id: event, item: { ...item, preview: placed.preview, placed: placed.placed } });
  const call = await context.assemble({
    turn: 'trigger',
    model,
    mode: 'default',
    config,
    endpoint: provider.endpoint,
    maxOutputTokens: MAX_OUTPUT,
  });
  const listed = call.events.some(
    (one) =>
      one.type === 'item/completed' &&
      one.item.kind === 'reminder' &&
      one.item.placed.some(({ segments }) => segments.some(({ source }) => source.type === 'skill' && source.name === skill)),
  );
  const called: string[] = [];
  const outcome: TriggerOutcome = { fired: false, called, listed, durationMs: 0 };
  const tooDear = refuseCost(config.limits, model, call);
  if (tooDear !== undefined) return { ...outcome, failure: tooDear };
  for await (const part of provider.stream({ body: call.body, headers: call.headers }, signal)) {
    if (part.type === 'block-ended' && isToolUseBlock(part.block) && part.block.name === 'Skill') called.push(skillOf(part.block.input));
    if (part.type === 'failed') outcome.failure = part.failure.message;
    if ((part.type === 'ended' || part.type === 'failed') && part.usage !== undefined) {
      outcome.tokens = promptTokens(part.usage) + part.usage.output;
      const costUsd = costOf(part.usage, model, config.cacheTtl);
      if (costUsd !== undefined) outcome.costUsd = costUsd;
    }
  }
  return { ...outcome, fired: called.includes(skill), durationMs: ports.clock.monotonic() - from };
}

/** Why the call is not made: it would go over the limit of money of a turn, or nobody knows what it costs. */
function refuseCost(limits: Limits, model: ModelInfo, call: AssembledCall): string | undefined {
  if (limits.costUsd === undefined) return undefined;
  if (model.price === undefined)
    return `The price of ${model.provider}/${model.id} is unknown, so the limit of $${limits.costUsd} cannot be kept.`;
  return promptCost(model, call) > limits.costUsd ? `The prompt alone would cost more than the limit of $${limits.costUsd}.` : undefined;
}

function skillOf(input: unknown): string {
  return typeof input === 'object' && input !== null && 'skill' in input && typeof input.skill === 'string' ? input.skill : '';
}

function noteInto(context: SessionContext, ports: HostPorts): (event: NewEvent) => void {
  let seq = 0;
  return (event) => {
    seq += 1;
    const at = new Date(ports.clock.now()).toISOString();
    context.note(sessionEventSchema.parse({ v: LOG_VERSION, seq, at, id: ports.ids.next('ev'), ...event }));
  };
}
