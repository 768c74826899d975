import type { LintFinding } from '../../../shared/model/call';
import type { ModelInfo } from '../../../shared/model/config';
import type { BlockDraft } from './block-draft';
import { blockType, draftBlock, isBlankText, isRecord, isThinking, textMember } from './block-draft';
import { replaceLoneSurrogates } from './text-block';

export const TOOL_USE_ID = /^[a-zA-Z0-9_-]{1,64}$/;
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export interface RepairTools {
  putPart(json: string): BlockDraft['placed']['part'];
  /** A result for a call that has none. */
  synthesise(toolUseId: string, name: string): BlockDraft;
  /** Why the model would refuse an image; undefined when it takes it. */
  refuseImage(block: Record<string, unknown>): string | undefined;
}

/** What a request adds: at most one assistant message and one user message (results first, then the rest). */
export interface Addition {
  assistant: BlockDraft[];
  results: BlockDraft[];
  others: BlockDraft[];
}

/**
 * Makes what a call adds acceptable to the provider, and reports each repair. `first` is the index of the first added message.
 * Only what is new is looked at; the pairing is checked at the seam.
 */
export function repairAddition(
  addition: Addition,
  at: { first: number; usedIds: ReadonlySet<string>; images: number; model: ModelInfo },
  tools: RepairTools,
): { addition: Addition; findings: LintFinding[] } {
  const findings: LintFinding[] = [];
  const report = (code: LintFinding['code'], pointer: string, message: string): void => {
    findings.push({ code, pointer, message, repaired: true });
  };
  const answerAt = `/messages/${at.first}/content`;

  let assistant = addition.assistant.map((draft, index) => repairText(draft, `${answerAt}/${index}`, report, tools));
  assistant = assistant.filter((draft, index) => {
    if (isBlankText(draft)) report('empty-text', `${answerAt}/${index}`, 'An empty text block of the answer is left out');
    return !isBlankText(draft);
  });
  if (assistant.length > 0 && assistant.every(isThinking)) {
    report('empty-message', answerAt, 'An answer of thinking alone is left out');
    assistant = [];
  }

  const given = [...addition.results];
  const renamed = new Set(at.usedIds);
  const paired: BlockDraft[] = [];
  assistant = assistant.map((draft, index) => {
    if (blockType(draft) !== 'tool_use') return draft;
    const pointer = `${answerAt}/${index}`;
    const id = textMember(draft.value, 'id');
    const name = textMember(draft.value, 'name');
    const place = given.findIndex((result) => textMember(result.value, 'tool_use_id') === id);
    let result = place < 0 ? undefined : given.splice(place, 1)[0];
    const goodId = uniqueId(id, renamed);
    renamed.add(goodId);
    if (goodId !== id)
      report(TOOL_USE_ID.test(id) ? 'duplicate-id' : 'bad-id', pointer, `The call's id ${id.slice(0, 80)} is sent as ${goodId}`);
    const goodName = TOOL_NAME.test(name) ? name : name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown';
    if (goodName !== name) report('bad-tool-name', pointer, `The tool name ${JSON.stringify(name.slice(0, 80))} is sent as ${goodName}`);
    if (result === undefined) {
      result = tools.synthesise(goodId, goodName);
      report('unpaired-call', pointer, `The call ${goodId} of ${goodName} had no result; one that says so is added`);
    } else if (goodId !== id) {
      result = replaceValue(result, { ...result.value, tool_use_id: goodId }, tools);
    }
    paired.push(result);
    return goodId === id && goodName === name ? draft : replaceValue(draft, { ...draft.value, id: goodId, name: goodName }, tools);
  });
  for (const stray of given)
    report(
      'unpaired-result',
      answerAt,
      `A result for ${textMember(stray.value, 'tool_use_id') || 'no call'} answers no call and is left out`,
    );

  const userAt = `/messages/${at.first + (assistant.length > 0 ? 1 : 0)}/content`;
  let images = at.images;
  const checkImages = (draft: BlockDraft, pointer: string): BlockDraft => {
    const [repaired, count] = repairImages(draft, pointer, images, at.model.maxImages, report, tools);
    images = count;
    return repaired;
  };
  const results = paired.map((draft, index) => checkImages(repairText(draft, `${userAt}/${index}`, report, tools), `${userAt}/${index}`));
  const others = addition.others
    .filter((draft, index) => {
      if (isBlankText(draft)) report('empty-text', `${userAt}/${results.length + index}`, 'An empty text block is left out');
      return !isBlankText(draft);
    })
    .map((draft, index) =>
      checkImages(repairText(draft, `${userAt}/${results.length + index}`, report, tools), `${userAt}/${results.length + index}`),
    );
  return { addition: { assistant, results, others }, findings };
}

function uniqueId(id: string, used: ReadonlySet<string>): string {
  const clean = id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56) || 'call';
  const base = TOOL_USE_ID.test(id) ? id : clean;
  let candidate = base;
  for (let count = 2; used.has(candidate); count += 1) candidate = `${clean}_${count}`;
  return candidate;
}

export function replaceValue(draft: BlockDraft, value: Record<string, unknown>, tools: Pick<RepairTools, 'putPart'>): BlockDraft {
  const json = JSON.stringify(value);
  return draftBlock({ part: tools.putPart(json), segments: draft.placed.segments }, json, draft.segment);
}

type Report = (code: LintFinding['code'], pointer: string, message: string) => void;

/** Half surrogate pairs become U+FFFD: same length, so that segments stay where they are. Thinking is never altered. */
function repairText(draft: BlockDraft, pointer: string, report: Report, tools: RepairTools): BlockDraft {
  if (isThinking(draft) || !/\\u[dD][89a-fA-F]|\p{Surrogate}/u.test(draft.json)) return draft;
  const value = mapStrings(draft.value);
  if (JSON.stringify(value) === JSON.stringify(draft.value) || !isRecord(value)) return draft;
  report('lone-surrogate', pointer, 'Halves of surrogate pairs are replaced by U+FFFD');
  return replaceValue(draft, value, tools);
}

function mapStrings(value: unknown): unknown {
  if (typeof value === 'string') return replaceLoneSurrogates(value);
  if (Array.isArray(value)) return value.map(mapStrings);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [replaceLoneSurrogates(key), mapStrings(member)]))
    : value;
}

/** Images that the provider would refuse become a text that says so. Gives the block and the new count of images. */
function repairImages(
  draft: BlockDraft,
  pointer: string,
  before: number,
  most: number,
  report: Report,
  tools: RepairTools,
): [BlockDraft, number] {
  let images = before;
  const isError = draft.value['is_error'] === true;
  const judge = (block: Record<string, unknown>, where: string): Record<string, unknown> => {
    const refusal = tools.refuseImage(block);
    const [code, why]: [LintFinding['code'], string | undefined] =
      refusal !== undefined
        ? ['image-too-large', refusal]
        : isError
          ? ['error-result-with-image', 'a failed result may hold text only']
          : images >= most
            ? ['too-many-images', `a request may hold ${most} images`]
            : ['image-too-large', undefined];
    if (why === undefined) {
      images += 1;
      return block;
    }
    report(code, where, `An image is left out: ${why}`);
    return { type: 'text', text: `[An image is left out: ${why}.]` };
  };
  if (blockType(draft) === 'image') {
    const value = judge(draft.value, pointer);
    return [value === draft.value ? draft : withTextSegments(replaceValue(draft, value, tools), value, ''), images];
  }
  const content = draft.value['content'];
  if (blockType(draft) !== 'tool_result' || !Array.isArray(content)) return [draft, images];
  const judged = content.map((element: unknown, index) =>
    isRecord(element) && element['type'] === 'image' ? judge(element, `${pointer}/content/${index}`) : element,
  );
  if (judged.every((element, index) => element === content[index])) return [draft, images];
  return [replaceValue(draft, { ...draft.value, content: judged }, tools), images];
}

/** After an image became a text, its segment owns that text. */
function withTextSegments(draft: BlockDraft, value: Record<string, unknown>, prefix: string): BlockDraft {
  const segments = draft.placed.segments.map((segment) => ({
    ...segment,
    pointer: `${prefix}/text`,
    start: 0,
    end: textMember(value, 'text').length,
  }));
  return { ...draft, placed: { part: draft.placed.part, segments } };
}
