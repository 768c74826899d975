import type { MethodName, Params, Result } from '../../shared/contract/methods';
import type { NotificationData, NotificationName } from '../../shared/contract/notifications';
import type { ErrorCode } from '../../shared/model/failure';
import { create } from 'zustand';
import { HostCallError } from '../transport/host-call-error';
import type { ClientStatus, HostClient as TransportClient } from '../transport/host-client';

/** What the stores need of the transport's client; tests hand in a scripted one. */
export type HostClient = Pick<TransportClient, 'call' | 'on' | 'onStale' | 'onStatus' | 'status' | 'retry'>;

interface HostState {
  client: HostClient | undefined;
  status: ClientStatus;
  info: Result<'app.info'> | undefined;
  /** Alarms of the host that the person has not put away. */
  alarms: NotificationData<'alarm'>[];
}

export const useHost = create<HostState>(() => ({ client: undefined, status: 'connecting', info: undefined, alarms: [] }));

/** Takes a client and follows its status and alarms. Returns the function that lets go of it. */
export function attachHost(client: HostClient): () => void {
  useHost.setState({ client, status: client.status });
  const offStatus = client.onStatus((status) => useHost.setState({ status }));
  const offAlarm = client.on('alarm', (alarm) =>
    useHost.setState(({ alarms }) => ({ alarms: [...alarms.filter((old) => old.code !== alarm.code), alarm] })),
  );
  return () => {
    offStatus();
    offAlarm();
    useHost.setState({ client: undefined, status: 'closed' });
  };
}

export function dismissAlarm(code: string): void {
  useHost.setState(({ alarms }) => ({ alarms: alarms.filter((alarm) => alarm.code !== code) }));
}

export async function loadInfo(): Promise<void> {
  useHost.setState({ info: await call('app.info', {}) });
}

/** Asks the host. Rejects with a `HostCallError`: `unavailable` while there is no connection. */
export async function call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
  const { client } = useHost.getState();
  if (!client) throw new HostCallError({ code: 'unavailable', message: 'not connected' });
  return client.call(method, params);
}

/** Listens to a notification of the attached host. */
export function listen<N extends NotificationName>(name: N, listener: (data: NotificationData<N>) => void): () => void {
  return useHost.getState().client?.on(name, listener) ?? (() => undefined);
}

/** The code by which the interface says what went wrong. */
export function errorCode(error: unknown): ErrorCode {
  return error instanceof HostCallError ? error.code : 'internal';
}

/** What is wrong with a rule that the host refuses, by the code of a diagnostic, with what was probably meant. */
export function refusalOf(error: unknown): Refusal | undefined {
  const words = errorCode(error) === 'bad-request' ? failureDetail(error) : undefined;
  if (words === undefined || !(error instanceof HostCallError)) return undefined;
  const { problem, suggestion } = error.data ?? {};
  return {
    words,
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(typeof suggestion === 'string' ? { suggestion } : {}),
  };
}

export interface Refusal {
  /** The host's own, in English. */
  words: string;
  problem?: string;
  suggestion?: string;
}

/** The host's own words about a failure; undefined where the failure is not the host's. */
export function failureDetail(error: unknown): string | undefined {
  return error instanceof HostCallError && error.message !== '' ? error.message : undefined;
}
