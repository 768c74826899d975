import type { Params, Result } from '../../shared/contract/methods';
import type { UserInput } from '../../shared/model/item';
import type { Answer } from '../../shared/model/permission';
import type { PlanAnswer } from '../../shared/model/plan';
import { NEW_SESSION, useComposer } from './composer';
import { useFolder, whenFolder } from './folder';
import { call } from './host';
import { reportFailure } from './report-failure';
import { selectSession } from './selection';
import { useSession } from './session';

/** Sends to the open session, or makes one in this window's folder. Answers whether it was queued behind a running turn. */
export async function sendInput(input: UserInput): Promise<Result<'session.send'>> {
  const place = await sessionPlace();
  const sent = await call('session.send', { ...place, input });
  if (place.session === undefined) showMadeSession(sent.session);
  return sent;
}

/** The open session, or what the new one is to be made with. */
export async function sessionPlace(): Promise<Pick<Params<'session.send'>, 'session' | 'folder' | 'model' | 'mode'>> {
  const { id } = useSession.getState();
  if (id) return { session: id };
  const folder = useFolder.getState().folder ?? (await whenFolder());
  const { model, mode } = useComposer.getState();
  return { ...(folder ? { folder } : {}), ...(model ? { model } : {}), ...(mode ? { mode } : {}) };
}

/** Shows a session that was made with what was chosen for it: its mode is not that of the next one. */
export function showMadeSession(session: string): void {
  useComposer.setState({ mode: undefined });
  selectSession(session);
}

function sessionId(): string | undefined {
  return useSession.getState().id;
}

export async function interruptTurn(): Promise<void> {
  const session = sessionId();
  if (session) await call('session.interrupt', { session }).catch(reportFailure);
}

export async function continueTurn(): Promise<void> {
  const session = sessionId();
  if (session) await call('session.continue', { session }).catch(reportFailure);
}

type Change = Omit<Params<'session.change'>, 'session'>;

export async function changeSession(change: Change, session = sessionId()): Promise<void> {
  if (session) await call('session.change', { session, ...change });
}

/** Sets mode or model of the open session, or of the one that the next message will make. */
export async function chooseForSession(change: Pick<Change, 'mode' | 'model'>): Promise<void> {
  if (sessionId()) await changeSession(change);
  else useComposer.setState(change);
}

export async function forkSession(session: string, afterTurn?: string): Promise<void> {
  const forked = await call('session.fork', { session, ...(afterTurn ? { afterTurn } : {}) });
  selectSession(forked.session);
}

export async function answerPermission(session: string, request: string, answer: Answer): Promise<boolean> {
  const { accepted } = await call('permission.answer', { session, request, answer });
  return accepted;
}

export async function answerQuestion(session: string, request: string, answers: string[][] | undefined): Promise<boolean> {
  const { accepted } = await call('question.answer', { session, request, ...(answers ? { answers } : {}) });
  return accepted;
}

export async function answerPlan(session: string, request: string, answer: PlanAnswer): Promise<boolean> {
  const { accepted } = await call('plan.answer', { session, request, answer });
  return accepted;
}

export function draftKey(): string {
  return useSession.getState().id ?? NEW_SESSION;
}
