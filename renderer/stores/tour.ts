import type { Result } from '../../shared/contract/methods';
import { create } from 'zustand';
import { call } from './host';
import { isBoolean, isNumber, readPreference, writePreference } from './preferences';

interface TourState {
  steps: Result<'tour.steps'>['steps'];
  /** Index of the step in hand; `steps.length` when all are done. */
  at: number;
  hidden: boolean;
}

export const useTour = create<TourState>(() => ({
  steps: [],
  at: readPreference('tourStep', 0, isNumber),
  hidden: readPreference('tourHidden', false, isBoolean),
}));

export async function loadTour(): Promise<void> {
  const { steps } = await call('tour.steps', {});
  useTour.setState({ steps });
}

export function goToStep(at: number): void {
  const { steps } = useTour.getState();
  const next = Math.max(0, Math.min(steps.length, at));
  useTour.setState({ at: next });
  writePreference('tourStep', next);
}

export function hideTour(hidden: boolean): void {
  useTour.setState({ hidden });
  writePreference('tourHidden', hidden);
}
