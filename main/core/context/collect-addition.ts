import type { LintFinding } from '../../../shared/model/call';
import type { PlacedPart } from '../../../shared/model/part';
import { segmentAnswer, segmentResult } from './answer-segments';
import type { BlockDraft } from './block-draft';
import { draftBlock, isThinking, settleDraft } from './block-draft';
import { dropReferences } from './drop-references';
import type { History } from './history';
import type { FindReferable } from './late-tools';
import { checkImage, decodeBase64 } from './image-limits';
import type { Addition, RepairTools } from './repair-blocks';
import { repairAddition } from './repair-blocks';
import { readDraft } from './read-draft';
import type { AssembleOptions } from './session-context';
import type { Workshop } from './workshop';

const NOT_RUN = 'This call was not run: it was interrupted before it could start.';

/** The answer of the last call, its results in order, and what the person sent, made acceptable to the provider. */
export async function collectAddition(
  shop: Workshop,
  history: History,
  options: AssembleOptions,
  dropThinking: boolean,
  findReferable: FindReferable,
): Promise<Addition & { findings: LintFinding[] }> {
  const { deps, fold, maker } = shop;
  const { answer, results, inputs } = fold.pending;
  const read = (placed: PlacedPart, segment?: BlockDraft['segment']): Promise<BlockDraft> => readDraft(shop, placed, segment);
  const model = fold.last?.model ?? options.model.id;
  const answerEvent = answer?.event ?? '';
  const received = await Promise.all(
    (answer?.blocks ?? []).map((part) => read({ part, segments: [] }, (value) => segmentAnswer(maker, value, model, answerEvent))),
  );
  const own = dropThinking ? received.filter((draft) => !isThinking(draft)) : received;
  const foreign: LintFinding[] =
    own.length === received.length
      ? []
      : [
          {
            code: 'foreign-thinking',
            pointer: `/messages/${history.entries.length}`,
            message: 'Thinking of another model is left out',
            repaired: true,
          },
        ];
  const given = await Promise.all(
    results.map((result) =>
      read({ part: result.part, segments: [] }, (value) => segmentResult(maker, value, result, result.event, findReferable)),
    ),
  );
  const known = given.map((draft) =>
    dropReferences(
      draft,
      (tool) => findReferable(tool) !== undefined,
      (json) => deps.log.putPart(json),
    ),
  );
  const missing: LintFinding[] = known.some((draft, index) => draft !== given[index])
    ? [
        {
          code: 'missing-tool',
          pointer: `/messages/${history.entries.length}`,
          message: 'References to tools that the request does not have are put in words',
          repaired: true,
        },
      ]
    : [];
  const others = await Promise.all(inputs.map((placed) => read(placed)));
  const repaired = repairAddition(
    { assistant: own, results: known, others },
    { first: history.entries.length, usedIds: history.toolUseIds, images: history.totals.images, model: options.model },
    repairTools(shop, answerEvent),
  );
  const { assistant, results: paired, others: rest } = repaired.addition;
  return {
    assistant: assistant.map(settleDraft),
    results: paired.map(settleDraft),
    others: rest,
    findings: [...foreign, ...missing, ...repaired.findings],
  };
}

function repairTools({ deps, maker }: Workshop, event: string): RepairTools {
  return {
    putPart: (json) => deps.log.putPart(json),
    synthesise(toolUseId, name) {
      const json = JSON.stringify({ type: 'tool_result', tool_use_id: toolUseId, content: NOT_RUN, is_error: true });
      return draftBlock({ part: deps.log.putPart(json), segments: [] }, json, (value) =>
        segmentResult(maker, value, { name, toolUseId, synthesised: true }, event),
      );
    },
    refuseImage(block, others) {
      const source = block['source'];
      const data =
        typeof source === 'object' && source !== null && 'data' in source && typeof source.data === 'string' ? source.data : undefined;
      const bytes = data === undefined ? undefined : decodeBase64(data);
      if (bytes === undefined) return undefined;
      const check = checkImage(deps.documents, bytes, others);
      return check.ok || check.why === 'unreadable' ? undefined : check.message;
    },
  };
}
