// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { matchesKeys } from '../../renderer/app/shortcuts';
import { applyChoice, askAt } from '../../renderer/features/composer/suggestions';
import { goBack, goForward, select, selectCall, useSelection } from '../../renderer/stores/selection';
import { decodeHash, encodeHash, type Selection } from '../../renderer/stores/selection-hash';
import { useSession } from '../../renderer/stores/session';
import { stepCall } from '../../renderer/stores/shown-call';
import { mergeSummary } from '../../renderer/stores/session-list';
import { demoState, SESSION, summary } from './support/demo-session';

afterEach(() => {
  useSelection.setState(useSelection.getInitialState());
  useSession.setState(useSession.getInitialState());
});
const current = () => useSelection.getState().current;

describe('the one selection', () => {
  it('goes back and forward, and drops the way forward at a new step', () => {
    select({ view: 'sessions', session: SESSION });
    selectCall('c1');
    selectCall('c1');
    goBack();
    expect(current()).toEqual({ view: 'sessions', session: SESSION });
    goForward();
    expect(current().call).toBe('c1');
    goBack();
    select({ view: 'settings' });
    goForward();
    expect(current()).toEqual({ view: 'settings' });
  });

  it('survives the address, and anything else reads as the list', () => {
    const full: Selection = {
      view: 'sessions',
      session: 's 1',
      agent: 'main/a',
      turn: 't',
      call: 'c&2',
      item: 'i',
      segment: 'x=1',
      event: 'e',
      detail: 'd',
    };
    expect(decodeHash(encodeHash(full))).toEqual(full);
    expect(decodeHash('#/nonsense?call=')).toEqual({ view: 'sessions' });
  });

  it('steps through the calls of one agent, from the one that is shown', () => {
    useSession.setState({ id: SESSION, state: demoState() });
    select({ view: 'sessions', session: SESSION });
    stepCall(1);
    expect(current().call).toBeUndefined();
    stepCall(-1);
    expect(current().call).toBe('c3');
    stepCall(1);
    stepCall(1);
    expect(current().call).toBe('c4');
    select({ view: 'sessions', session: SESSION, item: 'i-edit' });
    stepCall(-1);
    expect(current().call).toBe('c1');
  });
});

describe('keys', () => {
  const key = (over: Partial<KeyboardEvent>) => ({ key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...over });
  it('match with their modifiers only', () => {
    expect(matchesKeys(key({ ctrlKey: true }), { keys: 'Mod+K' })).toBe(true);
    expect(matchesKeys(key({ metaKey: true }), { keys: 'Mod+K' })).toBe(true);
    expect(matchesKeys(key({}), { keys: 'Mod+K' })).toBe(false);
    expect(matchesKeys(key({ key: '?', shiftKey: true }), { keys: '?' })).toBe(true);
    expect(matchesKeys(key({ key: '[', ctrlKey: true }), { keys: '[' })).toBe(false);
  });
});

describe('what the word at the caret asks for', () => {
  it('is a command at the very start and a file at the start of a word', () => {
    expect(askAt('/re', 3)).toMatchObject({ type: 'command', query: 're' });
    expect(askAt('see @src/h', 10)).toMatchObject({ type: 'file', query: 'src/h', start: 4 });
    expect([askAt('a /re', 5), askAt('mail@host', 9), askAt('/re x', 5)]).toEqual([undefined, undefined, undefined]);
  });
  it('is replaced by the choice, with the caret behind it', () => {
    expect(applyChoice('see @sr now', { type: 'file', query: 'sr', start: 4, end: 7 }, 'src/a.ts')).toEqual({
      text: 'see @src/a.ts now',
      caret: 14,
    });
  });
});

describe('a changed line of the session list', () => {
  it('comes to its place by time, once, or leaves a list that it does not fit', () => {
    const [a, b] = [summary({ id: 'a', updatedAt: '3' }), summary({ id: 'b', updatedAt: '2' })];
    const changed = summary({ id: 'b', updatedAt: '4' });
    expect(mergeSummary([a, b], changed, true).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(mergeSummary([a, b], changed, false)).toEqual([a]);
  });
});
