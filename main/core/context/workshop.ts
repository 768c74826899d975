import type { ContextDeps } from './context-deps';
import type { ContextFold } from './context-fold';
import type { LostParts } from './lost-parts';
import type { ReminderDesk } from './reminder-desk';
import type { SegmentMaker } from './text-block';

/** What the steps of an assembly share. */
export interface Workshop {
  deps: ContextDeps;
  fold: ContextFold;
  lost: LostParts;
  desk: ReminderDesk;
  maker: SegmentMaker;
}
