import type { Answer, Resolution } from '../../../shared/model/permission';
import type { Ids } from '../ports';
import type { SessionLog } from '../sessions/session-log';
import type { GateRequest, PermissionGate } from './gate';

export interface PermissionGateOptions {
  log: Pick<SessionLog, 'append' | 'state'>;
  ids: Ids;
  /** Who ends a request that nobody answered; `host` unless told. */
  by?: string;
}

export interface AnswerableGate extends PermissionGate {
  /**
   * False when the request is not waiting (answered, cancelled, unknown), or when "always" names a rule that was not offered.
   * The first valid answer wins.
   */
  answer(request: string, answer: Answer, by: string): boolean;
  /** Ends every waiting request as expired, and those that a host which is gone left in the log. */
  expireAll(): Promise<void>;
}

interface Waiting {
  request: GateRequest;
  settle(resolution: Resolution, by: string): void;
}

/** Requests of one session. Every `permission/requested` is followed by exactly one `permission/resolved`. */
export function createPermissionGate({ log, ids, by = 'host' }: PermissionGateOptions): AnswerableGate {
  const waiting = new Map<string, Waiting>();

  async function ask(request: GateRequest, signal: AbortSignal): Promise<Resolution> {
    if (signal.aborted) return { type: 'cancelled' };
    const id = ids.next('req');
    const answered = new Promise<{ resolution: Resolution; by: string }>((resolve) => {
      const settle: Waiting['settle'] = (resolution, who) => {
        if (!waiting.delete(id)) return;
        signal.removeEventListener('abort', cancel);
        resolve({ resolution, by: who });
      };
      const cancel = () => settle({ type: 'cancelled' }, by);
      waiting.set(id, { request, settle });
      signal.addEventListener('abort', cancel, { once: true });
    });
    const { item, turn, agent, action, decision, offers, untrusted } = request;
    try {
      await log.append({ type: 'permission/requested', request: id, item, turn, agent, action, decision, offers, untrusted });
      const { resolution, by: who } = await answered;
      await log.append({ type: 'permission/resolved', request: id, resolution, by: who });
      return resolution;
    } finally {
      waiting.delete(id);
    }
  }

  /** A plain rejection ends the agent's turn: what else it asks for there needs no answer any more. */
  function endOthers({ turn, agent }: GateRequest): void {
    for (const { request, settle } of [...waiting.values()])
      if (request.turn === turn && request.agent === agent) settle({ type: 'cancelled' }, by);
  }

  return {
    ask,
    answer(id, answer, who) {
      const found = waiting.get(id);
      if (found === undefined) return false;
      if (
        answer.type === 'allow-always' &&
        !found.request.offers.some(
          ({ rule, also = [], scope, file }) =>
            rule === answer.offer.rule &&
            also.join('\n') === (answer.offer.also ?? []).join('\n') &&
            scope === answer.offer.scope &&
            file === answer.offer.file,
        )
      )
        return false;
      found.settle(answer, who);
      if (answer.type === 'reject') endOthers(found.request);
      return true;
    },
    async expireAll() {
      const stale = log.state.pending.filter((request) => request.type === 'permission' && !waiting.has(request.request));
      for (const { settle } of [...waiting.values()]) settle({ type: 'expired' }, by);
      for (const { request } of stale) await log.append({ type: 'permission/resolved', request, resolution: { type: 'expired' }, by });
    },
  };
}
