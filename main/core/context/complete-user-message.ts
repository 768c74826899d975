import type { LintFinding } from '../../../shared/model/call';
import type { NewEvent } from '../../../shared/model/event';
import type { BlockDraft } from './block-draft';
import { draftBlock } from './block-draft';
import { sendDueReminders } from './due-reminders';
import type { History } from './history';
import { countTokens, noteCopy } from './history';
import type { LateTool } from './context-deps';
import { readDraft } from './read-draft';
import type { Addition } from './repair-blocks';
import type { AssembleOptions } from './session-context';
import { placeText } from './text-block';
import type { Workshop } from './workshop';

const CONTINUE = 'Continue.';

/** The blocks of the new user message: results, reminders, then the rest. None when the last request is sent again as it was. */
export async function completeUserMessage(
  shop: Workshop,
  history: History,
  added: Addition,
  options: AssembleOptions,
  call: string,
  deferred: readonly LateTool[],
): Promise<{ drafts: BlockDraft[]; events: NewEvent[]; findings: LintFinding[] }> {
  const { deps, fold, desk, maker } = shop;
  const findings: LintFinding[] = [];
  let others = added.others;
  if (added.results.length + others.length === 0) {
    const lastRole = added.assistant.length > 0 ? 'assistant' : history.entries.at(-1)?.message.role;
    const isPaused = added.assistant.length > 0 && fold.pending.answer?.stopReason === 'pause_turn';
    if (lastRole === 'user' || isPaused) return { drafts: [], events: [], findings };
    const code = lastRole === undefined ? 'first-message-role' : 'last-message-role';
    findings.push({
      code,
      pointer: `/messages/${history.entries.length + Number(added.assistant.length > 0)}`,
      message: `The request would not end with a user message: "${CONTINUE}" is added`,
      repaired: true,
    });
    const placed = placeText(
      maker,
      [{ kind: 'user-text', text: CONTINUE, source: { type: 'host', part: 'nudge' }, why: { trigger: 'nudge' }, trust: 'host' }],
      fold.pending.answer?.event ?? '',
    );
    others = [draftBlock(placed, JSON.stringify({ type: 'text', text: CONTINUE }))];
  }
  const answerTokens = [...added.assistant, ...added.results].reduce((sum, draft) => sum + countTokens(draft.placed.segments), 0);
  const position = history.totals.messages + answerTokens;
  const copies = new Map(history.copies);
  for (const placed of fold.pending.reminders) noteCopy(copies, placed, position, options.turn);
  const waiting = await Promise.all(fold.pending.reminders.map((placed) => readDraft(shop, placed)));
  const candidates = await desk.candidates({
    turn: options.turn,
    model: options.model,
    mode: options.mode,
    config: options.config,
    deferred,
  });
  const sent = sendDueReminders(
    candidates,
    { turn: options.turn, agent: deps.agent, call, config: options.config, model: options.model, position, copies },
    maker,
    deps.ids,
  );
  const reminders = await Promise.all(sent.map(async ({ placed }) => draftBlock(placed, await deps.log.readPart(placed.part))));
  return { drafts: [...added.results, ...waiting, ...reminders, ...others], events: sent.map(({ event }) => event), findings };
}
