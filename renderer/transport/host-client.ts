import type { HostFrame } from '../../shared/contract/frames';
import type { MethodName, Params, Result } from '../../shared/contract/methods';
import type { NotificationData, NotificationName } from '../../shared/contract/notifications';
import { type Channel, PROTOCOL_VERSION } from '../../shared/contract/protocol';
import { gatherNotices } from './gather-notices';
import { HostCallError } from './host-call-error';
import { createSessionTracker } from './session-tracker';

/** `outdated`: the host is of another version and the page must be loaded again. */
export type ClientStatus = 'connecting' | 'connected' | 'offline' | 'outdated' | 'closed';
export type Welcome = Extract<HostFrame, { welcome: unknown }>['welcome'];
type Notified = { [N in NotificationName]: { event: N; data: NotificationData<N> } }[NotificationName];
type Incoming = Exclude<HostFrame, { event: string }> | Notified;

export interface HostClient {
  /** Rejects with `HostCallError`. A call that is under way when the connection drops rejects with `unavailable`. */
  call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Events of an opened session come in order and without a gap, over reconnects too. Returns the unsubscribe. */
  on<N extends NotificationName>(name: N, listener: (data: NotificationData<N>) => void): () => void;
  /** Called when a session missed more than can be replayed: it must be opened again. */
  onStale(listener: (session: string) => void): () => void;
  onStatus(listener: (status: ClientStatus) => void): () => void;
  readonly status: ClientStatus;
  /** What the host said of itself; undefined before the first connection. */
  readonly welcome: Welcome | undefined;
  /** Tries at once instead of waiting for the next attempt. */
  retry(): void;
  close(): void;
}

export interface HostClientOptions {
  /** Name of this client in the host's log. */
  name: string;
  open(): Promise<Channel>;
  /** Waiting times between attempts in milliseconds; the last one repeats. */
  delays?: readonly number[];
}

/** Notices of so many milliseconds are drawn together. */
const GATHER_MS = 33;
const DELAYS = [200, 500, 1000, 2000, 5000];
type Reply = { resolve(result: unknown): void; reject(error: Error): void };
type Listeners = { [N in NotificationName]: Set<(data: NotificationData<N>) => void> };

/** Connects, and keeps connecting until `close`. Results are typed by the contract; the host checked them. */
export function createHostClient(options: HostClientOptions): HostClient {
  const delays = options.delays ?? DELAYS;
  const replies = new Map<number, Reply>();
  const held: string[] = [];
  const listeners: Listeners = {
    'session/event': new Set(),
    'session/delta': new Set(),
    'session/owner': new Set(),
    'sessions/changed': new Set(),
    'requests/changed': new Set(),
    'terminal/output': new Set(),
    'terminal/changed': new Set(),
    'terminal/closed': new Set(),
    'document/changed': new Set(),
    'hooks/running': new Set(),
    'mcp/changed': new Set(),
    'mcp/requests': new Set(),
    'config/changed': new Set(),
    alarm: new Set(),
  };
  const statusListeners = new Set<(status: ClientStatus) => void>();
  const staleListeners = new Set<(session: string) => void>();
  let status: ClientStatus = 'connecting';
  let welcome: Welcome | undefined;
  let channel: Channel | undefined;
  let nextId = 1;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tracker = createSessionTracker({
    call,
    deliver: (data) => emit('session/event', data),
    stale: (session) => {
      for (const listener of staleListeners) listener(session);
    },
  });

  function emit<N extends NotificationName>(name: N, data: NotificationData<N>): void {
    const all: Set<(data: NotificationData<N>) => void> = listeners[name];
    for (const listener of all) listener(data);
  }
  function setStatus(next: ClientStatus): void {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener(next);
  }
  function send(text: string): void {
    if (status === 'connected' && channel !== undefined) channel.send(text);
    else held.push(text);
  }

  function call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    if (status === 'outdated' || status === 'closed' || status === 'offline') {
      return Promise.reject(
        new HostCallError({ code: status === 'outdated' ? 'version-mismatch' : 'unavailable', message: 'the host is not connected' }),
      );
    }
    const id = nextId++;
    const text = JSON.stringify({ id, method, params });
    return new Promise<Result<M>>((resolve, reject) => {
      replies.set(id, {
        resolve(result: Result<M>) {
          noteReply(method, params, result);
          resolve(result);
        },
        reject,
      });
      send(text);
    });
  }

  /** Follows what is open before anything that comes after the reply is looked at. */
  function noteReply(method: MethodName, params: unknown, result: unknown): void {
    if (method === 'session.open' && isOpened(result)) tracker.opened(result.state.id, result.state.lastSeq);
    if (method === 'session.close' && namesSession(params)) tracker.closed(params.session);
  }

  const notices = gatherNotices<Notified>((notice) => {
    if (notice.event === 'session/event') tracker.noteEvent(notice.data);
    else emit(notice.event, notice.data);
  }, GATHER_MS);

  function receive(text: string): void {
    const frame: Incoming = JSON.parse(text);
    if ('event' in frame) return notices.add(frame);
    // What was said before an answer is known when the answer is read.
    notices.flush();
    if ('welcome' in frame) return welcomed(frame.welcome);
    if ('reload' in frame) {
      setStatus('outdated');
      return fail('version-mismatch', 'the host has another version: load the page again');
    }
    const reply = replies.get(frame.id);
    replies.delete(frame.id);
    if (reply === undefined) return;
    if ('error' in frame) reply.reject(new HostCallError(frame.error));
    else reply.resolve(frame.result);
  }

  function welcomed(next: Welcome): void {
    welcome = next;
    attempt = 0;
    setStatus('connected');
    for (const text of held.splice(0)) channel?.send(text);
  }

  function fail(code: 'unavailable' | 'version-mismatch', message: string): void {
    held.length = 0;
    const waiting = [...replies.values()];
    replies.clear();
    for (const reply of waiting) reply.reject(new HostCallError({ code, message }));
  }

  function dropped(lost: Channel | undefined): void {
    if (lost !== channel || status === 'outdated' || status === 'closed') return;
    channel = undefined;
    notices.flush();
    setStatus('offline');
    fail('unavailable', 'the connection to the host was lost');
    timer = setTimeout(connect, delays[Math.min(attempt, delays.length - 1)] ?? 0);
    attempt += 1;
  }

  function connect(): void {
    clearTimeout(timer);
    setStatus('connecting');
    options.open().then(
      (opened) => {
        if (status === 'closed') return opened.close();
        channel = opened;
        opened.onMessage(receive);
        opened.onClose(() => dropped(opened));
        opened.send(JSON.stringify({ hello: { protocol: PROTOCOL_VERSION, client: options.name, after: tracker.positions() } }));
      },
      () => dropped(channel),
    );
  }

  connect();
  return {
    call,
    on(name, listener) {
      listeners[name].add(listener);
      return () => void listeners[name].delete(listener);
    },
    onStale(listener) {
      staleListeners.add(listener);
      return () => void staleListeners.delete(listener);
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    get status() {
      return status;
    },
    get welcome() {
      return welcome;
    },
    retry() {
      if (status === 'offline') connect();
    },
    close() {
      notices.flush();
      setStatus('closed');
      clearTimeout(timer);
      fail('unavailable', 'the client was closed');
      channel?.close();
    },
  };
}

function isOpened(result: unknown): result is { state: { id: string; lastSeq: number } } {
  return typeof result === 'object' && result !== null && 'state' in result;
}
function namesSession(params: unknown): params is { session: string } {
  return typeof params === 'object' && params !== null && 'session' in params;
}
