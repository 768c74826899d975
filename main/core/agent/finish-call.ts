import type { ResultContent } from '../../../shared/model/block';
import type { ToolCallItem } from '../../../shared/model/item';
import type { ToolErrorKind, ToolState } from '../../../shared/model/tool';
import type { TurnScope } from './turn-scope';

/** A call that did not run, or failed, with the words for the model. */
export interface CallRefusal {
  kind: ToolErrorKind;
  words: string;
}

const STATES: Partial<Record<ToolErrorKind, ToolState>> = {
  denied: 'denied',
  rejected: 'denied',
  corrected: 'denied',
  cancelled: 'cancelled',
  interrupted: 'cancelled',
};

/** Ends a call with a result that the host wrote: it did not run. */
export function refuseCall(scope: TurnScope, item: ToolCallItem, refusal: CallRefusal): void {
  endCall(scope, { ...item, state: STATES[refusal.kind] ?? 'error', errorKind: refusal.kind, synthesised: true }, refusal.words);
}

/** Ends a call that ran and failed in a way that the model can mend. */
export function failCall(scope: TurnScope, item: ToolCallItem, refusal: CallRefusal): void {
  endCall(scope, { ...item, state: STATES[refusal.kind] ?? 'error', errorKind: refusal.kind }, refusal.words);
}

/** Logs the finished call with its result block. Every result text passes `escape.incoming` here and nowhere else (invariant 5). */
export function endCall(scope: TurnScope, item: ToolCallItem, content: ResultContent): void {
  const failed = item.state !== 'success';
  const block = {
    type: 'tool_result',
    tool_use_id: item.toolUseId,
    content: safeContent(content, scope.deps.escape.incoming),
    ...(failed ? { is_error: true } : {}),
  };
  scope.writer.write({ type: 'item/completed', item: { ...item, result: scope.deps.log.putPart(JSON.stringify(block)) } });
}

/** Empty results are refused by the provider: they say that they are empty. */
function safeContent(content: ResultContent, incoming: (text: string) => string): ResultContent {
  if (typeof content === 'string') return content.trim() === '' ? '(no output)' : incoming(content);
  const safe = content
    .filter((block) => !('text' in block) || typeof block.text !== 'string' || block.text.trim() !== '')
    .map((block) => ('text' in block && typeof block.text === 'string' ? { ...block, text: incoming(block.text) } : block));
  return safe.length === 0 ? '(no output)' : safe;
}
