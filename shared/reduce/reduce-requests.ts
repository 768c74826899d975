import type { SessionEvent } from '../model/event';
import type { PendingRequest } from '../model/session';
import type { Draft } from './draft';

type PermissionRequested = Extract<SessionEvent, { type: 'permission/requested' }>;
type QuestionAsked = Extract<SessionEvent, { type: 'question/asked' }>;
type PlanProposed = Extract<SessionEvent, { type: 'plan/proposed' }>;

export function requestPermission(draft: Draft, event: PermissionRequested): void {
  const { request, item, turn, agent, at, action, decision, offers, untrusted } = event;
  addRequest(draft, { type: 'permission', request, item, turn, agent, at, action, decision, offers, untrusted });
}

export function askQuestion(draft: Draft, event: QuestionAsked): void {
  const { request, item, turn, agent, at, questions } = event;
  addRequest(draft, { type: 'question', request, item, turn, agent, at, questions });
}

export function proposePlan(draft: Draft, event: PlanProposed): void {
  const { request, item, turn, agent, at, plan } = event;
  addRequest(draft, { type: 'plan', request, item, turn, agent, at, plan });
}

export function resolveRequest(draft: Draft, request: string): void {
  draft.state.pending = draft.state.pending.filter((pending) => pending.request !== request);
}

function addRequest(draft: Draft, request: PendingRequest): void {
  resolveRequest(draft, request.request);
  draft.state.pending.push(request);
}
