import type { ContextDeps } from './context-deps';
import type { ContextFold } from './context-fold';
import type { ReminderDesk } from './reminder-desk';
import type { SegmentMaker } from './text-block';

/** What the steps of an assembly share. */
export interface Workshop {
  deps: ContextDeps;
  fold: ContextFold;
  desk: ReminderDesk;
  maker: SegmentMaker;
}
