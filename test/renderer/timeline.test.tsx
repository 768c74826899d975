// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConversationPane, loadOpenSession } from '../../renderer/features/conversation/conversation-pane';
import { select, useSelection } from '../../renderer/stores/selection';
import { openSession, takeDelta, useSession } from '../../renderer/stores/session';
import { useToasts } from '../../renderer/stores/toasts';
import type { FailureKind } from '../../shared/model/failure';
import type { SessionState } from '../../shared/model/session';
import { demoState, FOLDER, ITEMS, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(async () => {
  await loadOpenSession();
  await useLanguage('en');
});

let client: ScriptedClient;
function openWith(state: SessionState) {
  client.answers['session.open'] = () => ({ state, totalItems: state.items.length, totalCalls: state.calls.length, views: [] });
  select({ view: 'sessions', session: SESSION });
  void openSession(SESSION);
  show(<ConversationPane composer={undefined} />);
}
beforeEach(() => {
  useSelection.setState(useSelection.getInitialState());
  client = connect(
    createScriptedClient({
      'session.close': () => ({}),
      'session.continue': () => ({ turn: 't2' }),
      'changes.list': () => ({
        files: [{ path: `${FOLDER}/src/harvest.ts`, created: false, added: 3, removed: 1 }],
        commands: ['make fruit'],
        checks: [{ command: 'npm test', exitCode: 1 }],
      }),
      'changes.undo': () => ({ undone: [], kept: [{ path: 'src/harvest.ts', why: 'gone' }] }),
      'item.read': ({ items }) => ({
        views: items.map(
          (id) =>
            ITEMS.find(({ view }) => view.item.id === id)?.view ?? {
              item: { id, turn: 't1', agent: 'main', kind: 'user-text', preview: id, placed: [], author: 'user' },
              text: id,
              more: false,
            },
        ),
      }),
    }),
  );
});

describe('the timeline', () => {
  it('builds and reads only what is in sight of a long conversation', async () => {
    const state = demoState();
    const items = Array.from({ length: 5000 }, (_, index) => ({
      id: `n${index}`,
      kind: 'user-text',
      turn: 't1',
      agent: 'main',
      state: 'done' as const,
      chars: 80,
    }));
    openWith({ ...state, items, calls: [], turns: state.turns.map((turn) => ({ ...turn, state: 'running' as const })) });
    await screen.findAllByRole('article');
    expect(screen.getAllByRole('article').length).toBeLessThan(60);
    expect(new Set(paramsOf(client, 'item.read').flatMap((params) => params.items)).size).toBeLessThan(120);
  });

  it('keeps one foot of a turn, above what the person ran after it', async () => {
    const state = demoState();
    const ran = { id: 'i-ran', kind: 'user-text', turn: 'ran', agent: 'main', state: 'done' as const, chars: 80 };
    openWith({ ...state, items: [...state.items, ran] });
    const foot = await screen.findByRole('contentinfo');
    const below = await screen.findByText('i-ran');
    expect(foot.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows each call as a line that selects it', async () => {
    openWith(demoState());
    await userEvent.click(await screen.findByRole('button', { name: /^Call 2/ }));
    expect(useSelection.getState().current).toEqual({ view: 'sessions', session: SESSION, call: 'c2' });
  });

  it('says how a call ended: what the person stopped is no fault, and a fault has its reason', async () => {
    const state = demoState();
    const ends = new Map<string, FailureKind>([
      ['c2', 'aborted'],
      ['c3', 'overloaded'],
    ]);
    const calls = state.calls.map((call) => {
      const failure = ends.get(call.call);
      return failure ? { ...call, state: 'failed' as const, failure } : call;
    });
    openWith({ ...state, calls });
    expect((await screen.findByRole('button', { name: /^Call 2/ })).textContent).toMatch(/stopped$/);
    expect(screen.getByRole('button', { name: /^Call 3/ }).textContent).toMatch(/provider overloaded$/);
    expect(screen.getByRole('button', { name: /^Call 1/ }).textContent).toMatch(/tool_use$/);
  });

  it('undoes exactly the file that is named', async () => {
    openWith(demoState());
    await userEvent.click(await screen.findByRole('button', { name: /Undo the changes to .*harvest\.ts/ }));
    expect(paramsOf(client, 'changes.undo')).toEqual([
      { session: SESSION, turn: 't1', paths: ['/home/kei/projects/orchard/src/harvest.ts'] },
    ]);
    expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual(['src/harvest.ts was left as it is: it no longer exists']);
  });

  it('names at the end of a turn what undo does not cover, and the checks with their exit codes', async () => {
    const state = demoState();
    openWith({ ...state, undone: [`t1:${FOLDER}/src/harvest.ts`] });
    const end = await screen.findByRole('contentinfo');
    await within(end).findByText('make fruit');
    expect(within(end).getByRole('list', { name: 'Checks that ran' }).textContent).toBe('exit 1npm test');
    expect(within(end).queryByRole('button', { name: /Undo/ })).toBeNull();
  });

  it('says what went wrong in the language of the page, and quotes the English words as such', async () => {
    await useLanguage('ja');
    const state = demoState();
    const failed = { reason: 'error', errorCode: 'provider', error: 'The key was refused' };
    openWith({ ...state, turns: state.turns.map((turn) => ({ ...turn, ...failed })) });
    const words = await screen.findByText('The key was refused');
    expect(words.lang).toBe('en');
    expect(words.parentElement?.textContent).toContain(i18next.t('common:error.provider'));
    const quoted = await screen.findByText('Overloaded');
    expect(quoted.lang).toBe('en');
    expect(quoted.parentElement?.textContent).toContain('提供元の過負荷');
    await useLanguage('en');
  });

  it('says that a provider out of reach was not reached', async () => {
    const state = demoState();
    const failed = { reason: 'error', errorCode: 'provider', error: 'connect ECONNREFUSED 127.0.0.1:9871' };
    openWith({
      ...state,
      turns: state.turns.map((turn) => ({ ...turn, ...failed })),
      calls: state.calls.map((call) => (call.call === 'c4' ? { ...call, state: 'failed' as const, failure: 'network' as const } : call)),
    });
    const words = (await screen.findByText(failed.error)).parentElement?.textContent;
    expect(words).toContain('could not be reached');
    expect(words).not.toContain('reported an error');
  });

  it('says of a call that was asked for and ran that the person allowed it', async () => {
    openWith(demoState());
    expect((await screen.findByRole('article', { name: /^Bash/ })).textContent).toContain('allowed by you');
    expect(screen.getByRole('article', { name: /^Read/ }).textContent).not.toContain('allowed by you');
  });

  it.each([
    [{ durationMs: 1_200 }, true],
    [{}, false],
  ])('of a stopped call says so too where it had begun: %j', async (ran, approved) => {
    const views = ITEMS.map(({ view }) => {
      if (view.item.id !== 'i-bash' || view.item.kind !== 'tool-call') return view;
      const { display: _none, durationMs: _time, ...item } = view.item;
      return { ...view, item: { ...item, state: 'cancelled' as const, errorKind: 'cancelled' as const, synthesised: true, ...ran } };
    });
    client.answers['item.read'] = ({ items }) => ({ views: views.filter(({ item }) => items.includes(item.id)) });
    openWith(demoState());
    const card = await screen.findByRole('article', { name: /^Bash/ });
    await within(card).findByText(approved ? 'allowed by you' : 'ask');
    expect(card.textContent?.includes('allowed by you')).toBe(approved);
  });

  it.each([
    [{ builtin: 'secret-path' }, /denied: guarded file/],
    [{ builtin: 'plan-mode' }, /deny/],
    [{ rule: { text: 'Bash(npm *)', verdict: 'deny' as const, scope: 'project' as const } }, /denied by a rule/],
  ])('names what denied a call: %j', async (by, words) => {
    const denied = { decision: 'deny' as const, mode: 'default' as const, reason: 'It is denied.', diagnostics: [], ...by };
    const views = ITEMS.map(({ view }) => {
      if (view.item.id !== 'i-bash' || view.item.kind !== 'tool-call') return view;
      const { display: _none, ...item } = view.item;
      return { ...view, item: { ...item, state: 'denied' as const, errorKind: 'denied' as const, synthesised: true, decision: denied } };
    });
    client.answers['item.read'] = ({ items }) => ({ views: views.filter(({ item }) => items.includes(item.id)) });
    openWith(demoState());
    const card = await screen.findByRole('article', { name: /^Bash/ });
    await within(card).findByText(words);
    expect(within(card).queryByText('denied by a rule') === null).toBe(!('rule' in by));
    expect(card.textContent).not.toContain('allowed by you');
  });

  it.each([
    ['error', 'corrected', 'sent back'],
    ['success', undefined, 'approved'],
  ] as const)('says which plan it was and how the person answered it: %s', async (end, errorKind, words) => {
    const allowed = { decision: 'allow' as const, mode: 'plan' as const, reason: 'It may.', builtin: 'harmless', diagnostics: [] };
    const views = ITEMS.map(({ view }) => {
      if (view.item.id !== 'i-bash' || view.item.kind !== 'tool-call') return view;
      const { display: _none, errorKind: _kind, ...item } = view.item;
      const plan = { ...item, name: 'ExitPlanMode', state: end, decision: allowed, ...(errorKind ? { errorKind } : {}) };
      const result = { text: 'It was answered.', isError: end === 'error', images: 0, chars: 16 };
      return { ...view, item: plan, input: { plan: '# Mend the menu\n\n1. Edit' }, result };
    });
    client.answers['item.read'] = ({ items }) => ({ views: views.filter(({ item }) => items.includes(item.id)) });
    openWith(demoState());
    const card = await screen.findByRole('article', { name: /^ExitPlanMode.*Mend the menu/ });
    expect(within(card).getByText(words)).toBeTruthy();
    expect(within(card).queryByText('allow')).toBeNull();
  });

  it('offers to continue after a limit', async () => {
    const state = demoState();
    openWith({ ...state, turns: state.turns.map((turn) => ({ ...turn, reason: 'limit_rounds' })) });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(paramsOf(client, 'session.continue')).toEqual([{ session: SESSION }]);
  });

  it('shows growing text, then the completed one, without loading images or raw HTML', async () => {
    const state = demoState();
    openWith({
      ...state,
      items: state.items.map((item) => (item.id === 'i-text2' ? { ...item, state: 'running' as const } : item)),
      turns: [],
    });
    await screen.findByText(/The test fails because/);
    act(() =>
      takeDelta({
        session: SESSION,
        item: 'i-text2',
        channel: 'text',
        text: '\n\nMore ![shot](https://example.com/x.png) <b onclick="x">bold</b>',
      }),
    );
    await screen.findByText(/image not loaded: shot/);
    expect(document.querySelector('.prose img, .prose b')).toBeNull();
    expect(useSession.getState().live['i-text2']?.text).toContain('More');
  });

  it('follows a background command while its card is open, to its end, and stops it', async () => {
    const id = 'sh_1';
    const running = { running: true, timedOut: false, stopped: false };
    let slice = { text: 'listening\n', offset: 5, total: 15, command: running };
    client.answers['item.text'] = () => slice;
    client.answers['shell.stop'] = () => {
      slice = { ...slice, text: 'listening\nbye\n', total: 19, command: { ...running, running: false, stopped: true } };
      return {};
    };
    const bash = ITEMS.find(({ view }) => view.item.id === 'i-bash')?.view;
    if (bash?.item.kind !== 'tool-call') throw new Error('no command');
    const display = { type: 'shell' as const, background: id, spill: 'out_1', timedOut: false, outputBytes: 0, cwd: FOLDER };
    const result = { text: 'It runs.', isError: false, images: 0, chars: 8 };
    client.answers['item.read'] = ({ items }) => ({
      views: items.flatMap((wanted) => {
        const view = ITEMS.find((known) => known.view.item.id === wanted)?.view;
        if (view === undefined) return [];
        return view === bash ? [{ ...bash, item: { ...bash.item, state: 'success' as const, display }, result }] : [view];
      }),
    });
    openWith(demoState());
    await userEvent.click(await screen.findByRole('button', { name: /Bash.*npm test/ }));
    const card = await screen.findByRole('article', { name: /^Bash/ });
    expect((await within(card).findByRole('group', { name: 'Output so far' })).textContent).toBe('listening\n');
    expect(within(card).getByRole('status').textContent).toBe('Runs in the background as sh_1.');
    within(card).getByRole('button', { name: 'Show all of it, page by page' });
    slice = { ...slice, text: 'listening\nready\n', total: 21 };
    await within(card).findByText(/ready/);
    await userEvent.click(within(card).getByRole('button', { name: 'Stop it' }));
    await within(card).findByText('sh_1 was stopped.');
    expect(within(card).getByRole('group', { name: 'Output so far' }).textContent).toBe('listening\nbye\n');
    expect(within(card).queryByRole('button', { name: 'Stop it' })).toBeNull();
    expect(paramsOf(client, 'shell.stop')).toEqual([{ session: SESSION, background: id }]);
  });
});
