import { repairSurrogates } from '../../../shared/text/cut-text';
import type { BlockDraft } from './block-draft';
import { isRecord } from '../kernel/is-record';
import { blockType, isThinking, textMember } from './block-draft';
import type { PutPart, ReportRepair } from './replace-block';
import { replaceValue } from './replace-block';

const EMPTY_RESULT = '(no output)';

/** Half surrogate pairs become U+FFFD: same length, so that segments stay where they are. Thinking is never altered. */
export function repairText(draft: BlockDraft, pointer: string, report: ReportRepair, putPart: PutPart): BlockDraft {
  if (isThinking(draft) || !/\\u[dD][89a-fA-F]|\p{Surrogate}/u.test(draft.json)) return draft;
  const value = mapStrings(draft.value);
  if (JSON.stringify(value) === JSON.stringify(draft.value) || !isRecord(value)) return draft;
  report('lone-surrogate', pointer, 'Halves of surrogate pairs are replaced by U+FFFD');
  return replaceValue(draft, value, putPart);
}

function mapStrings(value: unknown): unknown {
  if (typeof value === 'string') return repairSurrogates(value);
  if (Array.isArray(value)) return value.map(mapStrings);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [repairSurrogates(key), mapStrings(member)]))
    : value;
}

/** Empty texts in a result go; a result without any content says so. */
export function repairResult(draft: BlockDraft, pointer: string, report: ReportRepair, putPart: PutPart): BlockDraft {
  if (blockType(draft) !== 'tool_result') return draft;
  const { content } = draft.value;
  const isBlank = (element: unknown): boolean =>
    isRecord(element) && element['type'] === 'text' && textMember(element, 'text').trim() === '';
  const kept = Array.isArray(content) ? content.filter((element) => !isBlank(element)) : content;
  const isEmpty = Array.isArray(kept) ? kept.length === 0 : typeof kept !== 'string' || kept.trim() === '';
  if (!isEmpty && (!Array.isArray(content) || !Array.isArray(kept) || kept.length === content.length)) return draft;
  report('empty-text', pointer, isEmpty ? `An empty result is sent as "${EMPTY_RESULT}"` : 'An empty text of the result is left out');
  return replaceValue(draft, { ...draft.value, content: isEmpty ? EMPTY_RESULT : kept }, putPart);
}
