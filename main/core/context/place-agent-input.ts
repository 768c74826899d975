import type { SegmentKind } from '../../../shared/model/segment-kind';
import { cutStart } from '../../../shared/text/cut-text';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { AgentInput } from './agent-input';
import { escapeMarks } from './escape-marks';
import { wrapReminder } from './reminder-text';
import type { PlacedInput } from './session-context';
import type { Piece, SegmentMaker } from './text-block';
import { placeText } from './text-block';

const MAX_PREVIEW = 2_000;

const KINDS: Record<AgentInput['as'], SegmentKind> = { task: 'agent-task', message: 'agent-task', result: 'agent-result' };

/**
 * Places it as what it is: words of a model, which nobody vouches for. Nothing in it is expanded or looked up. A result comes as a
 * reminder, because nobody typed it.
 */
export async function placeAgentInput(
  { from, as, text, heading = '' }: AgentInput,
  hide: HideSecrets,
  maker: SegmentMaker,
  event: string,
): Promise<PlacedInput> {
  const clean = escapeMarks(await hide(text));
  const why = as === 'result' ? { trigger: 'agent-ended' as const, detail: from } : { trigger: 'delegated' as const, detail: from };
  const own: Piece = { kind: KINDS[as], source: { type: 'agent', agent: from }, why, text: clean };
  const host: Piece = { ...own, source: { type: 'host', part: 'agent-end' }, trust: 'host', text: escapeMarks(heading) };
  const pieces = as === 'result' ? wrapReminder('', [host, own]) : [own];
  return { placed: [placeText(maker, pieces, event)], preview: cutStart(clean, MAX_PREVIEW), filesRead: [], diagnostics: [], skills: [] };
}
