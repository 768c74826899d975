import type { SegmentSource, SegmentWhy } from '../../../shared/model/segment';
import type { HookContext } from '../hooks/hook-desk';
import { escapeMarks } from './escape-marks';
import { wrapReminder } from './reminder-text';
import type { PlacedPart } from '../../../shared/model/part';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

export function hookSource({ run, place }: HookContext): SegmentSource {
  return { type: 'hook', run, path: place.file, line: place.line };
}

export function hookWhy({ event }: HookContext): SegmentWhy {
  return { trigger: 'hook-ran', detail: event };
}

/** One segment in a reminder: what a hook says, and where the hook stands. */
export function placeHook(output: HookContext, maker: SegmentMaker, event: string): PlacedPart {
  const { place, text } = output;
  const isOwn = place.scope === 'user' || place.scope === 'managed';
  const heading = escapeMarks(`A hook at ${output.event} (${place.file}, line ${place.line}) says:\n\n`);
  const piece = {
    kind: 'hook-output' as const,
    source: hookSource(output),
    why: hookWhy(output),
    text: escapeMarks(text),
    ...(isOwn ? { trust: 'user' as const } : {}),
  };
  return placeText(maker, wrapReminder(heading, [piece]), event);
}
