import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { sessionCost } from '../../../shared/model/session-cost';
import type { SessionState, SessionSummary } from '../../../shared/model/session';

/** The line of a session in the list. */
export function summariseSession(state: SessionState): SessionSummary {
  const summary: SessionSummary = {
    id: state.id,
    folder: state.folder,
    title: state.title,
    model: state.model,
    archived: state.archived,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    turns: state.turns.filter(({ agent }) => agent === MAIN_AGENT).length,
    status: state.status,
    recovered: state.recovered > 0,
  };
  const cost = sessionCost(state);
  if (cost !== undefined) summary.costUsd = cost;
  if (state.forkOf !== undefined) summary.forkOf = state.forkOf;
  return summary;
}

/** Newest first; equal times by id, so that pages never overlap. */
export function compareSummaries(a: SessionSummary, b: SessionSummary): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
