// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { lacksParts, openSession, reopenSession, useSession } from '../../renderer/stores/session';
import { wantViews } from '../../renderer/stores/want-views';
import type { NewEvent, SessionEvent } from '../../shared/model/event';
import type { ItemView } from '../../shared/model/item';
import { applyEvents, emptySession } from '../../shared/reduce/session-reducer';
import { demoEvents, demoState, ITEMS, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';
import { eventually } from '../support/eventually';

preparePage();
resetPageAfterEach();

const part = { hash: 'h', at: 0, size: 10 };
const started = { id: 'n1', turn: 't2', agent: 'main', call: 'c9', kind: 'assistant-text' as const };
const completedView: ItemView = { item: { ...started, part }, text: 'The whole answer.', more: false };
let seq = 0;
function event(body: NewEvent): SessionEvent {
  seq += 1;
  return { ...body, v: 1, seq, id: `x${seq}`, at: '2026-11-30T09:00:00.000Z' } as SessionEvent;
}

let client: ScriptedClient;
beforeEach(() => {
  const state = demoState();
  seq = state.lastSeq;
  client = connect(
    createScriptedClient({
      'session.open': () => ({
        state,
        totalItems: state.items.length,
        totalCalls: state.calls.length,
        views: ITEMS.map(({ view }) => view),
      }),
      'session.close': () => ({}),
      'item.read': ({ items }) => ({ views: ITEMS.map(({ view }) => view).filter((view) => items.includes(view.item.id)) }),
    }),
  );
});

describe('the open session', () => {
  it('is the same after completed whether deltas came or not', async () => {
    await openSession(SESSION);
    client.emit('session/event', {
      session: SESSION,
      event: event({ type: 'item/started', item: started }),
      view: { item: started, text: '', more: false },
    });
    client.emit('session/delta', { session: SESSION, item: 'n1', channel: 'text', text: 'The who' });
    expect(useSession.getState().live['n1']).toEqual({ text: 'The who' });
    client.emit('session/event', {
      session: SESSION,
      event: event({ type: 'item/completed', item: { ...started, part } }),
      view: completedView,
    });
    const withDeltas = useSession.getState();

    await openSession(undefined);
    seq -= 2;
    await openSession(SESSION);
    client.emit('session/event', { session: SESSION, event: event({ type: 'item/started', item: started }) });
    client.emit('session/event', {
      session: SESSION,
      event: event({ type: 'item/completed', item: { ...started, part } }),
      view: completedView,
    });
    const without = useSession.getState();

    expect(without.state).toEqual(withDeltas.state);
    expect([without.live, without.views.get('n1')]).toEqual([{}, completedView]);
    expect([withDeltas.live, withDeltas.views.get('n1')]).toEqual([{}, completedView]);
  });

  it('equals the shared reducer over the whole log', async () => {
    await openSession(SESSION);
    expect(useSession.getState().state).toEqual(applyEvents(emptySession(SESSION), demoEvents()));
  });

  it('holds back what comes while it is being read and drops what the snapshot has', async () => {
    const opening = openSession(SESSION);
    client.emit('session/event', { session: SESSION, event: demoEvents()[0]! });
    client.emit('session/event', { session: SESSION, event: event({ type: 'session/changed', title: 'New title' }) });
    await opening;
    expect(useSession.getState().state?.title).toBe('New title');
  });

  it('reads itself again when events do not fit or the transport says that it is stale', async () => {
    await openSession(SESSION);
    seq += 3;
    client.emit('session/event', { session: SESSION, event: event({ type: 'session/changed', title: 'Later' }) });
    client.emitStale(SESSION);
    await Promise.resolve();
    expect(paramsOf(client, 'session.open')).toHaveLength(3);
  });

  it('holds only the end of a text that grows without end', async () => {
    await openSession(SESSION);
    for (let line = 0; line < 1200; line += 1)
      client.emit('session/delta', { session: SESSION, item: 'i-bash', channel: 'output', text: `${'x'.repeat(994)}${line}\n` });
    const { output = '' } = useSession.getState().live['i-bash'] ?? {};
    expect(output.length).toBeGreaterThan(250_000);
    expect(output.length).toBeLessThan(400_001);
    expect(output.endsWith('x1199\n')).toBe(true);
  });

  it('ignores events and deltas of other sessions', async () => {
    await openSession(SESSION);
    const before = useSession.getState();
    client.emit('session/event', { session: 'other', event: event({ type: 'session/changed', title: 'No' }) });
    client.emit('session/delta', { session: 'other', item: 'i-text2', channel: 'text', text: 'No' });
    expect(useSession.getState()).toBe(before);
  });

  it('brings the older part of the spine in pages', async () => {
    const state = demoState();
    const newest = { ...state, items: state.items.slice(-4), calls: state.calls.slice(-1) };
    client.answers['session.open'] = () => ({ state: newest, totalItems: state.items.length, totalCalls: 4, views: [] });
    client.answers['session.spine'] = ({ before }) => ({ items: state.items.slice(Math.max(0, before - 3), before), calls: state.calls });
    await openSession(SESSION);
    expect(useSession.getState().state?.items.map((item) => item.id)).toEqual(state.items.map((item) => item.id));
    expect(useSession.getState().missing).toBe(0);
  });

  describe('with more items than two pages of its spine', () => {
    const whole = demoState();
    const items = Array.from({ length: 12_300 }, (_, index) => ({
      id: `n${index}`,
      kind: 'user-text',
      turn: 't1',
      agent: 'main',
      state: 'done' as const,
      chars: 1,
    }));
    const ids = items.map((item) => item.id);
    beforeEach(() => {
      client.answers['session.open'] = () => ({
        state: { ...whole, items: items.slice(-200), calls: whole.calls.slice(-1) },
        totalItems: items.length,
        totalCalls: whole.calls.length,
        views: [],
      });
      client.answers['session.spine'] = ({ before, limit }) => ({
        items: items.slice(Math.max(0, before - limit), before),
        calls: whole.calls,
      });
    });
    const held = () => useSession.getState().state?.items.map((item) => item.id);

    it('reads it whole and in order while new items come', async () => {
      const { 'session.spine': page } = client.answers;
      client.answers['session.spine'] = (params) => {
        client.emit('session/event', { session: SESSION, event: event({ type: 'item/started', item: { ...started, id: `new${seq}` } }) });
        return page!(params);
      };
      await openSession(SESSION);
      expect(paramsOf(client, 'session.spine').map(({ before }) => before)).toEqual([12_100, 7100, 2100]);
      expect(held()?.slice(0, ids.length)).toEqual(ids);
      expect(held()).toHaveLength(ids.length + 3);
      expect(useSession.getState().state?.calls).toEqual(whole.calls);
    });

    it('ends the older of two readings', async () => {
      const { 'session.spine': page } = client.answers;
      client.answers['session.spine'] = async (params) => {
        if (paramsOf(client, 'session.spine').length === 1) client.emitStale(SESSION);
        return page!(params);
      };
      await openSession(SESSION);
      await eventually(() => expect(useSession.getState().missing).toBe(0));
      expect(held()).toEqual(ids);
      expect(paramsOf(client, 'session.spine').map(({ before }) => before)).toEqual([12_100, 12_100, 7100, 2100]);
    });

    it('goes on without the oldest items when they cannot be read, and asks again later', async () => {
      const { 'session.spine': page } = client.answers;
      client.answers['session.spine'] = undefined;
      await openSession(SESSION);
      client.emit('session/event', { session: SESSION, event: event({ type: 'session/changed', title: 'Goes on' }) });
      expect(useSession.getState()).toMatchObject({ phase: 'ready', state: { title: 'Goes on' } });
      expect(lacksParts()).toBe(true);
      client.answers['session.spine'] = page;
      reopenSession();
      await eventually(() => expect(lacksParts()).toBe(false));
      expect(held()).toEqual(ids);
    });
  });

  it('asks once for all bodies that come into sight together', async () => {
    client.answers['session.open'] = () => ({ state: demoState(), totalItems: 11, totalCalls: 4, views: [] });
    await openSession(SESSION);
    wantViews(['i-user']);
    wantViews(['i-read', 'i-user']);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(paramsOf(client, 'item.read')).toEqual([{ session: SESSION, items: ['i-user', 'i-read'] }]);
    expect([...useSession.getState().views.keys()]).toEqual(['i-user', 'i-read']);
  });

  it('says why it could not be opened and opens at the next try', async () => {
    const { 'session.open': open } = client.answers;
    client.answers['session.open'] = undefined;
    await openSession(SESSION);
    expect(useSession.getState()).toMatchObject({ phase: 'failed', error: 'unavailable' });
    client.answers['session.open'] = open;
    await openSession(SESSION);
    expect(useSession.getState().phase).toBe('ready');
  });
});
