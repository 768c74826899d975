import type { BlockDraft } from './block-draft';
import { blockType, textMember } from './block-draft';
import type { PutPart, ReportRepair } from './replace-block';
import { replaceValue } from './replace-block';

export const TOOL_USE_ID = /^[a-zA-Z0-9_-]{1,64}$/;
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export interface PairTools {
  putPart: PutPart;
  /** A result for a call that has none. */
  synthesise(toolUseId: string, name: string): BlockDraft;
}

/** Gives every call of an answer its result, in the order asked; ids become unique and, like names, take the provider's form. */
export function pairCalls(
  answer: readonly BlockDraft[],
  results: readonly BlockDraft[],
  at: { pointer: string; usedIds: ReadonlySet<string> },
  report: ReportRepair,
  tools: PairTools,
): { assistant: BlockDraft[]; results: BlockDraft[] } {
  const given = [...results];
  const used = new Set(at.usedIds);
  const paired: BlockDraft[] = [];
  const assistant = answer.map((draft, index) => {
    if (blockType(draft) !== 'tool_use') return draft;
    const pointer = `${at.pointer}/${index}`;
    const named = renameCall(draft, pointer, used, report, tools.putPart);
    const id = textMember(named.value, 'id');
    used.add(id);
    const result = takeResult(given, textMember(draft.value, 'id'));
    if (result === undefined) {
      report('unpaired-call', pointer, `The call ${id} had no result; one that says so is added`);
      paired.push(tools.synthesise(id, textMember(named.value, 'name')));
    } else {
      paired.push(named === draft ? result : replaceValue(result, { ...result.value, tool_use_id: id }, tools.putPart));
    }
    return named;
  });
  for (const stray of given) {
    report(
      'unpaired-result',
      at.pointer,
      `A result for ${textMember(stray.value, 'tool_use_id') || 'no call'} answers no call and is left out`,
    );
  }
  return { assistant, results: paired };
}

function takeResult(given: BlockDraft[], id: string): BlockDraft | undefined {
  const place = given.findIndex((result) => textMember(result.value, 'tool_use_id') === id);
  return place < 0 ? undefined : given.splice(place, 1)[0];
}

function renameCall(draft: BlockDraft, pointer: string, used: ReadonlySet<string>, report: ReportRepair, putPart: PutPart): BlockDraft {
  const id = textMember(draft.value, 'id');
  const name = textMember(draft.value, 'name');
  const goodId = uniqueId(id, used);
  const goodName = TOOL_NAME.test(name) ? name : name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown';
  if (goodId !== id) report(TOOL_USE_ID.test(id) ? 'duplicate-id' : 'bad-id', pointer, `The id ${id.slice(0, 80)} is sent as ${goodId}`);
  if (goodName !== name) report('bad-tool-name', pointer, `The tool name ${JSON.stringify(name.slice(0, 80))} is sent as ${goodName}`);
  return goodId === id && goodName === name ? draft : replaceValue(draft, { ...draft.value, id: goodId, name: goodName }, putPart);
}

function uniqueId(id: string, used: ReadonlySet<string>): string {
  const clean = id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56) || 'call';
  let candidate = TOOL_USE_ID.test(id) ? id : clean;
  for (let count = 2; used.has(candidate); count += 1) candidate = `${clean}_${count}`;
  return candidate;
}
