import type { LintFinding } from '../../../shared/model/call';
import type { BlockDraft } from './block-draft';
import { isRecord } from '../kernel/is-record';
import { blockType, textMember } from './block-draft';
import type { PutPart, ReportRepair } from './replace-block';
import { replaceValue } from './replace-block';

export interface ImageTools {
  putPart: PutPart;
  /** Why the model would refuse an image after so many others; undefined when it takes it. */
  refuseImage(block: Record<string, unknown>, others: number): string | undefined;
}

/** Images that the provider would refuse become a text that says so. Gives the block and the new count of images. */
export function repairImages(
  draft: BlockDraft,
  pointer: string,
  before: { images: number; most: number },
  report: ReportRepair,
  tools: ImageTools,
): [BlockDraft, number] {
  let { images } = before;
  const isError = draft.value['is_error'] === true;
  const judge = (block: Record<string, unknown>, where: string): Record<string, unknown> => {
    const refusal = tools.refuseImage(block, images);
    const [code, why]: [LintFinding['code'], string | undefined] =
      refusal !== undefined
        ? ['image-too-large', refusal]
        : isError
          ? ['error-result-with-image', 'a failed result may hold text only']
          : images >= before.most
            ? ['too-many-images', `a request may hold ${before.most} images`]
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
    return [value === draft.value ? draft : withTextSegments(replaceValue(draft, value, tools.putPart), value), images];
  }
  const content = draft.value['content'];
  if (blockType(draft) !== 'tool_result' || !Array.isArray(content)) return [draft, images];
  const judged = content.map((element: unknown, index) =>
    isRecord(element) && element['type'] === 'image' ? judge(element, `${pointer}/content/${index}`) : element,
  );
  if (judged.every((element, index) => element === content[index])) return [draft, images];
  return [replaceValue(draft, { ...draft.value, content: judged }, tools.putPart), images];
}

/** After an image became a text, its segment owns that text. */
function withTextSegments(draft: BlockDraft, value: Record<string, unknown>): BlockDraft {
  const segments = draft.placed.segments.map((segment) => ({
    ...segment,
    pointer: '/text',
    start: 0,
    end: textMember(value, 'text').length,
  }));
  return { ...draft, placed: { part: draft.placed.part, segments } };
}
