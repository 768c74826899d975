import { methods, type Result } from '../../../shared/contract/methods';
import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import { exportSession } from '../../core/sessions/export-session';
import { readItemView } from '../../core/sessions/item-view';
import { type CallContext, handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { OpenSession } from '../sessions/session-registry';

/** Items that a snapshot carries; the rest of the spine is paged. */
const SNAPSHOT_ITEMS = 200;
/** Bodies, of the newest items: more than a window shows. Those of older ones are read when they come into sight. */
const SNAPSHOT_VIEWS = 40;
const SNAPSHOT_CALLS = 1000;
const MAX_EVENTS = 5000;
/** How long a search may take. */
const SEARCH_MS = 10_000;

export function sessionHandlers({ ports, registry, desk, feed, prepareTurn }: HostServices) {
  async function snapshot({ source, readOnly, feed: events }: OpenSession, context: CallContext): Promise<Result<'session.open'>> {
    const { state } = source;
    const subscriber = feed.get(context.connection);
    const subscription = subscriber === undefined ? undefined : events.subscribe(subscriber, state.lastSeq, true);
    context.afterReply(() => subscription?.release());
    const items = state.items.slice(-SNAPSHOT_ITEMS);
    const calls = state.calls.slice(-SNAPSHOT_CALLS);
    const bodies = await source.readItems(items.slice(-SNAPSHOT_VIEWS).map(({ id }) => id));
    return {
      state: { ...state, items, calls },
      totalItems: state.items.length,
      totalCalls: state.calls.length,
      ...(readOnly === undefined ? {} : { readOnly }),
      views: await Promise.all(bodies.map((item) => readItemView(source, item))),
    };
  }

  return {
    'session.list': handle(methods['session.list'], ({ folder, ...listing }) =>
      ports.store.list(folder === undefined ? listing : { ...listing, folder }),
    ),
    'session.open': handle(methods['session.open'], ({ session }, context) => registry.read(session, (open) => snapshot(open, context))),
    'session.spine': handle(methods['session.spine'], ({ session, before, limit }) =>
      registry.read(session, async ({ source: { state } }) => {
        const end = Math.max(0, Math.min(before, state.items.length));
        const items = state.items.slice(Math.max(0, end - limit), end);
        // By turn: a call that failed before its first item belongs to the page as well.
        const turns = new Set(items.map(({ turn }) => turn));
        return { items, calls: state.calls.filter(({ turn }) => turns.has(turn)) };
      }),
    ),
    'session.events': handle(methods['session.events'], ({ session, after }) =>
      registry.read(session, async ({ source }) => {
        if (source.state.lastSeq - after > MAX_EVENTS) return { events: [], tooMany: true };
        const events: Array<SessionEvent | UnknownEvent> = [];
        for await (const event of source.read(after)) events.push(event);
        return { events, tooMany: false };
      }),
    ),
    'session.close': handle(methods['session.close'], async ({ session }, { connection }) => {
      await registry.release(session, connection);
      return {};
    }),
    'session.prepare': handle(methods['session.prepare'], () => {
      void prepareTurn();
      return {};
    }),
    'session.send': handle(methods['session.send'], async (params) => {
      const { session, turn, queued } = await desk.send({
        ...(params.session === undefined ? {} : { session: params.session }),
        ...(params.folder === undefined ? {} : { folder: params.folder }),
        ...(params.model === undefined ? {} : { model: params.model }),
        ...(params.mode === undefined ? {} : { mode: params.mode }),
        input: params.input,
      });
      return { session, ...(turn === undefined ? {} : { turn }), ...(queued === undefined ? {} : { queued }) };
    }),
    'session.interrupt': handle(methods['session.interrupt'], ({ session }) => {
      desk.interrupt(session);
      return {};
    }),
    'session.continue': handle(methods['session.continue'], ({ session }) =>
      registry.write(session, async (runner) => ({ turn: await runner.continue() })),
    ),
    'session.change': handle(methods['session.change'], ({ session, ...change }) =>
      registry.write(session, async (runner) => {
        await runner.change(change);
        return {};
      }),
    ),
    'session.fork': handle(methods['session.fork'], async ({ session, afterTurn }) => ({ session: await desk.fork(session, afterTurn) })),
    'session.search': handle(methods['session.search'], async ({ query, folder, limit }) => {
      const deadline = new AbortController();
      const done = new AbortController();
      void ports.clock.sleep(SEARCH_MS, done.signal).then(() => deadline.abort());
      const found = await ports.store.search(query, folder, limit, deadline.signal);
      done.abort();
      return found;
    }),
    'session.export': handle(methods['session.export'], ({ session, format }) =>
      registry.read(session, ({ source }) => exportSession(source, format, ports.findSecrets)),
    ),
    'queue.change': handle(methods['queue.change'], ({ session, entry, input }) =>
      registry.write(session, async (runner) => {
        await runner.changeQueued(entry, input);
        return {};
      }),
    ),
    'queue.withdraw': handle(methods['queue.withdraw'], ({ session, entry }) =>
      registry.write(session, async (runner) => ({ input: await runner.withdraw(entry) })),
    ),
  };
}
