import type { LintFinding } from '../../../shared/model/call';
import type { PartRef } from '../../../shared/model/part';
import type { BlockDraft } from './block-draft';
import { draftBlock } from './block-draft';

export type ReportRepair = (code: LintFinding['code'], pointer: string, message: string) => void;
export type PutPart = (json: string) => PartRef;

/** The draft with another value, stored as a part of its own. */
export function replaceValue(draft: BlockDraft, value: Record<string, unknown>, putPart: PutPart): BlockDraft {
  const json = JSON.stringify(value);
  return draftBlock({ part: putPart(json), segments: draft.placed.segments }, json, draft.segment);
}
