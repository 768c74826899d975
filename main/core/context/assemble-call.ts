import type { BreakReason, CallStart } from '../../../shared/model/call';
import type { NewEvent } from '../../../shared/model/event';
import type { PlacedMessage, PlacedPart, Recipe } from '../../../shared/model/part';
import { isThinking, textMember } from './block-draft';
import { planMarks } from './cache-marks';
import { collectAddition } from './collect-addition';
import { comparePrefix } from './compare-prefix';
import { completeUserMessage } from './complete-user-message';
import type { ContextFold } from './context-fold';
import { countTokens, partBytes } from './history';
import { joinBody } from './join-body';
import { defersAtProvider, planTools, referableTools, type ToolPlan } from './late-tools';
import { frontPlace, newestPlace, previousPlace } from './mark-places';
import type { RenderedMessage } from './render-body';
import { renderMessage } from './render-body';
import { mendFront } from './mend-front';
import { requestHead } from './request-head';
import { requestOverhead } from './request-overhead';
import { lostInHistory } from './rewrite-history';
import type { AssembleOptions, AssembledCall } from './session-context';
import { startOver } from './start-over';
import type { Workshop } from './workshop';

/** What `note` needs to take an assembled call over without rendering it again. */
export interface AssembledState {
  call: string;
  rendered: RenderedMessage[];
  toolUseIds: Set<string>;
}

/** Puts the next request together. Changes nothing in the fold: that is for the events which the caller then logs. */
export async function assembleCall(shop: Workshop, options: AssembleOptions): Promise<{ assembled: AssembledCall; state: AssembledState }> {
  const { deps, fold, lost } = shop;
  await fold.history.load();
  const call = deps.ids.next('call');
  const prior = fold.last;
  const isSwitch = prior !== undefined && (prior.model !== options.model.id || prior.provider !== options.model.provider);
  await deps.late?.ready();
  const front = await mendFront(shop, options);
  const plan = await planTools(shop, options.model, front.tools);
  const isRecovery = front.isMended || lostInHistory(fold.history, lost);
  const broken = breakReason(fold, isRecovery, isSwitch, plan);
  const base = broken === undefined ? prior?.call : undefined;
  const start =
    base === undefined
      ? await startOver(
          shop,
          options.turn,
          isSwitch,
          { system: front.system, tools: plan.tools },
          isSwitch && !defersAtProvider(options.model),
        )
      : { history: fold.history, findings: [] };
  const { history } = start;

  const added = await collectAddition(shop, history, options, isSwitch, await referableTools(shop, plan, options.model));
  const userBlocks = await completeUserMessage(shop, history, added, options, call, plan.deferred);
  const messages = [
    ...(added.assistant.length > 0 ? [{ role: 'assistant' as const, blocks: added.assistant }] : []),
    ...(userBlocks.drafts.length > 0 ? [{ role: 'user' as const, blocks: userBlocks.drafts }] : []),
  ];
  const placedMessages: PlacedMessage[] = messages.map(({ role, blocks }) => ({ role, blocks: blocks.map((block) => block.placed) }));
  const rendered = messages.map(({ role, blocks }) =>
    renderMessage(
      role,
      blocks.map((block) => block.json),
      partBytes(blocks.map((block) => block.placed)),
    ),
  );
  const addedTokens = placedMessages.reduce(
    (sum, message) => sum + message.blocks.reduce((total, placed) => total + countTokens(placed.segments), 0),
    0,
  );

  const { totals } = history;
  const marks = planMarks({
    front: frontPlace(history),
    previous: base === undefined ? undefined : previousPlace(history, placedMessages),
    newest: newestPlace(history, placedMessages, totals.system + totals.tools + totals.messages + addedTokens),
    minimumTokens: options.model.cacheMinimumTokens,
    ttl: options.config.cacheTtl,
  });
  const thinkingFits = added.results.length === 0 || added.assistant.some(isThinking);
  const head = requestHead(
    options.model,
    options.config,
    Math.min(options.maxOutputTokens, options.model.maxOutputTokens),
    thinkingFits,
    options.effort,
  );
  const allRendered = [...history.entries.map((entry) => entry.rendered ?? renderMessage(entry.message.role, [], 0)), ...rendered];
  const isFull = base === undefined;
  const tools = isFull ? history.tools : plan.tools;
  const { body, bytes } = await joinBody(history, tools, head, allRendered, marks);
  const recipe: Recipe = {
    ...(base === undefined ? {} : { base }),
    head,
    system: isFull ? history.system : [],
    tools: isFull ? history.tools : plan.added,
    messages: isFull ? [...history.entries.map((entry) => entry.message), ...placedMessages] : placedMessages,
    marks,
  };
  const callStart: CallStart = {
    call,
    turn: options.turn,
    agent: deps.agent,
    number: (prior?.number ?? 0) + 1,
    provider: options.model.provider,
    model: options.model.id,
    endpoint: options.endpoint,
    recipe,
    bytes,
    bodyHash: deps.sha256(body),
    estimate: {
      system: totals.system,
      tools: countAll(tools),
      messages: totals.messages + addedTokens,
      overhead: requestOverhead(allRendered.length, tools.length),
    },
    lint: [...start.findings, ...added.findings, ...userBlocks.findings],
    comparison: comparePrefix(fold, history, {
      broken,
      now: deps.clock.now(),
      ttl: options.config.cacheTtl,
      minimumTokens: options.model.cacheMinimumTokens,
    }),
  };
  const events: NewEvent[] = [
    ...lost.report(),
    ...breakEvents(broken, deps.agent, `${prior?.model ?? ''} → ${options.model.id}`, plan),
    ...userBlocks.events,
  ];
  const toolUseIds = new Set(history.toolUseIds);
  for (const draft of added.assistant) if (draft.value['type'] === 'tool_use') toolUseIds.add(textMember(draft.value, 'id'));
  return {
    assembled: { start: callStart, body, headers: {}, events },
    state: { call, rendered: isFull ? allRendered : rendered, toolUseIds },
  };
}

function breakReason({ pending, last }: ContextFold, isRecovery: boolean, isSwitch: boolean, plan: ToolPlan): BreakReason | undefined {
  if (isRecovery && last !== undefined) return 'recovery';
  if (pending.quarantined.length > 0) return 'quarantine';
  if (isSwitch) return 'model-switch';
  return last !== undefined && plan.breaks !== undefined ? 'tools-changed' : undefined;
}

function breakEvents(broken: BreakReason | undefined, agent: string, models: string, plan: ToolPlan): NewEvent[] {
  if (broken === 'recovery') return [{ type: 'prefix/broken', agent, reason: broken, detail: 'parts whose stored text is damaged' }];
  if (broken === 'model-switch') return [{ type: 'prefix/broken', agent, reason: broken, detail: models }];
  if (broken === 'tools-changed') return [{ type: 'prefix/broken', agent, reason: broken, detail: plan.breaks ?? '' }];
  return [];
}

function countAll(tools: readonly PlacedPart[]): number {
  return tools.reduce((sum, { segments }) => sum + countTokens(segments), 0);
}
