import type { LintFinding } from '../../../shared/model/call';
import type { ModelInfo } from '../../../shared/model/config';
import type { BlockDraft } from './block-draft';
import { isBlankText, isThinking } from './block-draft';
import type { PairTools } from './pair-calls';
import { pairCalls } from './pair-calls';
import type { ImageTools } from './repair-images';
import { repairImages } from './repair-images';
import { repairResult, repairText } from './repair-text';
import type { ReportRepair } from './replace-block';

export type RepairTools = PairTools & ImageTools;

/** What a request adds: at most one assistant message and one user message (results first, then the rest). */
export interface Addition {
  assistant: BlockDraft[];
  results: BlockDraft[];
  others: BlockDraft[];
}

export interface RepairPlace {
  /** Index of the first added message. */
  first: number;
  /** Ids of the calls in the messages before. */
  usedIds: ReadonlySet<string>;
  /** Images in the messages before. */
  images: number;
  model: Pick<ModelInfo, 'maxImages'>;
}

/**
 * Makes what a call adds acceptable to the provider, and reports each repair (invariant 5). Only what is new is looked at; the pairing is
 * checked at the seam.
 */
export function repairAddition(addition: Addition, at: RepairPlace, tools: RepairTools): { addition: Addition; findings: LintFinding[] } {
  const findings: LintFinding[] = [];
  const report: ReportRepair = (code, pointer, message) => {
    findings.push({ code, pointer, message, repaired: true });
  };
  const answerAt = `/messages/${at.first}/content`;
  const answer = dropBlankTexts(addition.assistant, answerAt, 0, report).map((draft, index) =>
    repairText(draft, `${answerAt}/${index}`, report, tools.putPart),
  );
  const closed = dropLastThinking(answer, answerAt, report);
  const paired = pairCalls(closed, addition.results, { pointer: answerAt, usedIds: at.usedIds }, report, tools);

  const userAt = `/messages/${at.first + (paired.assistant.length > 0 ? 1 : 0)}/content`;
  const rest = dropBlankTexts(addition.others, userAt, paired.results.length, report);
  let { images } = at;
  const repaired = [...paired.results, ...rest].map((draft, index) => {
    const pointer = `${userAt}/${index}`;
    const text = repairResult(repairText(draft, pointer, report, tools.putPart), pointer, report, tools.putPart);
    const [block, count] = repairImages(text, pointer, { images, most: at.model.maxImages }, report, tools);
    images = count;
    return block;
  });
  const results = repaired.slice(0, paired.results.length);
  return { addition: { assistant: paired.assistant, results, others: repaired.slice(results.length) }, findings };
}

function dropBlankTexts(drafts: readonly BlockDraft[], pointer: string, first: number, report: ReportRepair): BlockDraft[] {
  return drafts.filter((draft, index) => {
    if (isBlankText(draft)) report('empty-text', `${pointer}/${first + index}`, 'An empty text block is left out');
    return !isBlankText(draft);
  });
}

/** An answer may not end with thinking, and after its blank texts are gone it can. */
function dropLastThinking(answer: readonly BlockDraft[], pointer: string, report: ReportRepair): BlockDraft[] {
  const kept = answer.slice(0, answer.findLastIndex((draft) => !isThinking(draft)) + 1);
  if (kept.length < answer.length) report('last-thinking', `${pointer}/${kept.length}`, 'Thinking that ends the answer is left out');
  return kept;
}
