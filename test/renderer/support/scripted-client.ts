import type { MethodName, ParsedParams, Params, Result } from '../../../shared/contract/methods';
import type { NotificationData, NotificationName } from '../../../shared/contract/notifications';
import type { HostClient } from '../../../renderer/stores/host';
import { HostCallError } from '../../../renderer/transport/host-call-error';

type Answers = { [M in MethodName]?: (params: Params<M>) => Result<M> | Promise<Result<M>> };
type Status = HostClient['status'];

export interface ScriptedClient extends HostClient {
  /** Every call in order. */
  readonly calls: { method: MethodName; params: unknown }[];
  answers: Answers;
  emit<N extends NotificationName>(name: N, data: NotificationData<N>): void;
  setStatus(status: Status): void;
  emitStale(session: string): void;
}

/** A host that answers from a table; what is not in it is `unavailable`. */
export function createScriptedClient(answers: Answers): ScriptedClient {
  const listeners = new Map<string, Set<(data: never) => void>>();
  const statusListeners = new Set<(status: Status) => void>();
  const staleListeners = new Set<(session: string) => void>();
  let status: Status = 'connected';
  const client: ScriptedClient = {
    calls: [],
    answers,
    get status() {
      return status;
    },
    async call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
      client.calls.push({ method, params });
      const answer = client.answers[method] as ((params: Params<M>) => Result<M> | Promise<Result<M>>) | undefined;
      if (!answer) throw new HostCallError({ code: 'unavailable', message: method });
      return answer(params);
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener as (data: never) => void));
      return () => void all.delete(listener as (data: never) => void);
    },
    onStale(listener) {
      staleListeners.add(listener);
      return () => void staleListeners.delete(listener);
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    retry: () => undefined,
    emit(name, data) {
      for (const listener of listeners.get(name) ?? []) listener(data as never);
    },
    setStatus(next) {
      status = next;
      for (const listener of statusListeners) listener(next);
    },
    emitStale(session) {
      for (const listener of staleListeners) listener(session);
    },
  };
  return client;
}

/** The parameters of the calls of one method, as they were sent. */
export function paramsOf<M extends MethodName>(client: ScriptedClient, method: M): ParsedParams<M>[] {
  return client.calls.filter((entry) => entry.method === method).map((entry) => entry.params as ParsedParams<M>);
}
