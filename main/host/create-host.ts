import type { SessionEvent, UnknownEvent } from '../../shared/model/event';
import { isKnownEvent } from '../../shared/reduce/session-reducer';
import { readItemView } from '../core/sessions/item-view';
import { createConnection, type Subscriber } from './connection';
import { createHostServices } from './create-host-services';
import { createDispatcher, type Dispatcher } from './dispatch';
import { notificationText } from './event-feed';
import type { Connection, Host } from './host';
import type { HostPorts } from './host-ports';
import { MAX_REPLAY } from './sessions/session-feed';

/** Composes the host: plain Node, one per process, for any number of clients. Nothing is read or started before it is asked for. */
export function createHost(ports: HostPorts): Host {
  const { services, close } = createHostServices(ports, (source, event) => viewOf(source, event));
  const { feed, registry, desk } = services;
  const connections = new Set<Connection>();
  let dispatcher: Promise<Dispatcher> | undefined;
  let unwatch: (() => void) | undefined;

  // The contract's schemas and handlers are only needed once a client talks.
  function loadDispatcher(): Promise<Dispatcher> {
    dispatcher ??= import('./method-table').then(({ createMethodTable }) =>
      createDispatcher({ table: createMethodTable(services), logger: ports.logger, checkResults: ports.checkResults ?? false }),
    );
    return dispatcher;
  }

  /** A client that comes back gets what each of its sessions did since, or the newest event alone, whose gap makes it ask. */
  async function resume(subscriber: Subscriber, session: string, after: number): Promise<void> {
    await registry.read(session, async ({ source, feed: events }) => {
      const subscription = events.subscribe(subscriber, after);
      try {
        const { lastSeq } = source.state;
        const missed: Array<SessionEvent | UnknownEvent> = [];
        for await (const event of source.read(lastSeq - after > MAX_REPLAY ? lastSeq - 1 : after)) missed.push(event);
        await events.replay(subscriber, missed);
      } finally {
        // What failed leaves a gap, at which the client asks: nothing is held back for ever.
        subscription.release();
      }
    });
  }

  function opened(subscriber: Subscriber, after: Record<string, number>): void {
    feed.add(subscriber);
    unwatch ??= ports.config.onChange(() => feed.broadcast('config/changed', {}));
    subscriber.send(notificationText('requests/changed', { waiting: desk.waiting() }));
    services.tellServerRequests(subscriber);
    services
      .endLeftServers()
      .catch((error: unknown) => ports.logger.log('warn', 'servers of an earlier process were not ended', { error: String(error) }));
    ports
      .endLeft()
      .catch((error: unknown) => ports.logger.log('warn', 'what an earlier process left was not ended', { error: String(error) }));
    for (const [session, seq] of Object.entries(after)) {
      resume(subscriber, session, seq).catch((error: unknown) =>
        ports.logger.log('warn', 'a session could not be resumed', { session, error: String(error) }),
      );
    }
  }

  return {
    sessions: desk,
    onConfigChanged: (listener) => ports.config.onChange(listener),
    connect(channel, client) {
      const connection = createConnection({
        channel,
        client,
        welcome: { version: ports.appVersion, shell: ports.shellKind, platform: ports.platform, language: ports.language },
        logger: ports.logger,
        dispatcher: loadDispatcher,
        onOpen: opened,
        onClose(subscriber) {
          connections.delete(connection);
          feed.remove(subscriber.id);
          registry.unsubscribeEverywhere(subscriber.id);
          services.terminals.leaveAll(subscriber.id);
          services.leaveDocuments(subscriber.id);
          services.leaveServers(subscriber.id);
        },
      });
      connections.add(connection);
      return connection;
    },
    async close() {
      unwatch?.();
      await close();
      for (const connection of connections) connection.close();
    },
  };
}

async function viewOf(source: Parameters<typeof readItemView>[0], event: SessionEvent | UnknownEvent) {
  if (!isKnownEvent(event) || (event.type !== 'item/started' && event.type !== 'item/completed')) return undefined;
  return readItemView(source, event.item);
}
