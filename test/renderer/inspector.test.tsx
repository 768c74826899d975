// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnatomyTab } from '../../renderer/features/inspector/anatomy-tab';
import { Inspector } from '../../renderer/features/inspector/inspector';
import { RawTab } from '../../renderer/features/inspector/raw-tab';
import { LintBadge } from '../../renderer/features/inspector/lint-badge';
import { select, selectCall, useSelection } from '../../renderer/stores/selection';
import { openSession, useSession } from '../../renderer/stores/session';
import type { Anatomy, AnatomySegment, CallResponse } from '../../shared/model/anatomy';
import { demoState, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const answers = new Map<string, (response: CallResponse) => void>();
const response = (text: string, over: Partial<CallResponse> = {}): CallResponse => ({
  blocks: [{ type: 'text', text }],
  incomplete: 0,
  attempts: [],
  state: 'done',
  ...over,
});

beforeEach(async () => {
  answers.clear();
  useSelection.setState(useSelection.getInitialState());
  const state = demoState();
  connect(
    createScriptedClient({
      'session.open': () => ({ state, totalItems: state.items.length, totalCalls: state.calls.length, views: [] }),
      'session.close': () => ({}),
      'call.response': ({ call }) => new Promise((resolve) => answers.set(call, resolve)),
      'call.raw': ({ form }) => ({ text: form === 'json' ? '{}' : 'plain', offset: 0, total: form === 'json' ? 2 : 5 }),
      'call.ranges': () => ({ ranges: [] }),
    }),
  );
  select({ view: 'sessions', session: SESSION, call: 'c1' });
  await openSession(SESSION);
  show(<Inspector />);
});

const answer = (call: string, with_: CallResponse) => act(async () => answers.get(call)?.(with_));

describe('the inspector', () => {
  it('never shows what another call brought under the head of this one', async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'Response' }));
    await answer('c1', response('words of the first call'));
    expect(await screen.findByText(/words of the first call/)).toBeDefined();
    act(() => selectCall('c2'));
    expect(screen.getByRole('heading', { name: 'Call 2' })).toBeDefined();
    expect(screen.queryByText(/words of the first call/)).toBeNull();
    await answer('c2', response('words of the second call'));
    expect(await screen.findByText(/words of the second call/)).toBeDefined();
  });

  it('follows the newest call again once one asks for it', async () => {
    const follow = await screen.findByRole<HTMLButtonElement>('button', { name: 'Follow the newest call' });
    await userEvent.click(follow);
    expect(screen.getByRole('heading', { name: 'Call 4' })).toBeDefined();
    expect(follow.disabled).toBe(true);
    act(() =>
      useSession.setState(({ state }) => {
        const last = state?.calls.at(-1);
        return state && last ? { state: { ...state, calls: [...state.calls, { ...last, call: 'c5', number: 5 }] } } : {};
      }),
    );
    expect(screen.getByRole('heading', { name: 'Call 5' })).toBeDefined();
  });

  it('keeps the form of the body while one steps through the calls', async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'Raw' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Form of the body' }), 'Plain text');
    act(() => selectCall('c2'));
    expect(screen.getByRole('heading', { name: 'Call 2' })).toBeDefined();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Form of the body' }).value).toBe('text');
  });
});

const piece = (id: string, over: Partial<AnatomySegment> = {}): AnatomySegment => ({
  id,
  origin: 5,
  kind: 'instructions',
  field: 'messages',
  pointer: '/messages/0',
  source: { type: 'host', part: 'x' },
  event: 'e1',
  why: { trigger: 'first-reminder' },
  tokens: 5,
  trust: 'project',
  stability: 'session',
  share: 1,
  path: 'CLAUDE.md:1-3',
  ...over,
});
const anatomyOf = (segments: AnatomySegment[]): Anatomy => ({
  session: SESSION,
  call: 'c1',
  agent: 'main',
  number: 1,
  turn: 't1',
  at: '2026-01-01T00:00:00.000Z',
  provider: 'p',
  model: 'm',
  endpoint: 'e',
  bytes: 2,
  segments,
  tokens: { total: 5 * segments.length, overhead: 0, estimated: true },
  marks: [],
  lint: [],
  comparison: { segments: 0, bytes: 0, tokens: 0 },
  contextTokens: 100,
});

it('says beside the raw body where the chosen piece comes from and why it is here', async () => {
  cleanup();
  show(
    <RawTab call={{ session: SESSION, call: 'c1' }} anatomy={anatomyOf([piece('s1')])} segment="s1" form="json" onForm={() => undefined} />,
  );
  const detail = await screen.findByRole('region', { name: 'The chosen piece' });
  expect(detail.textContent).toContain('CLAUDE.md:1-3');
  expect(detail.textContent).toContain('First copy, sent with the first message');
});

it('opens the anatomy at what is new in the call, says how much that is, and leads from one new piece to the next', async () => {
  cleanup();
  const old = Array.from({ length: 200 }, (_, index) => piece(`s${index}`));
  const added = ['n1', 'n2'].map((id) => piece(id, { kind: 'tool-result', added: true }));
  show(<AnatomyTab anatomy={anatomyOf([...old, ...added])} error={undefined} onRetry={() => undefined} onShowRaw={() => undefined} />);
  const jump = await screen.findByRole('button', { name: /^2 new in this call: ~10/ });
  const rows = screen.getAllByRole('option', { name: /new in this call/ });
  expect(rows).toHaveLength(2);
  expect(screen.queryByRole('option', { name: /system/ })).toBeNull();
  await userEvent.click(jump);
  expect(useSelection.getState().current.segment).toBe('n1');
  await userEvent.click(jump);
  expect(useSelection.getState().current.segment).toBe('n2');
  await userEvent.click(jump);
  expect(useSelection.getState().current.segment).toBe('n1');
});

describe('words of the provider and of the host', () => {
  beforeEach(() => useLanguage('ja'));
  afterEach(() => useLanguage('en'));

  it('stand as English after what kind of failure it was, in the page’s language', async () => {
    await userEvent.click(await screen.findByRole('tab', { name: /応答|回答|レスポンス/ }));
    const failure = { kind: 'overloaded' as const, status: 529, message: 'Overloaded' };
    await answer('c1', response('', { state: 'failed', failure, attempts: [{ failure, waitedMs: 10 }] }));
    const words = await screen.findAllByText('Overloaded');
    expect(words.map((element) => element.lang)).toEqual(['en', 'en']);
    for (const element of words) expect(element.parentElement?.textContent).toContain('提供元の過負荷 (529): Overloaded');
  });

  it('stand as English in the findings of the linter, under a title by code', async () => {
    show(<LintBadge findings={[{ code: 'empty-text', pointer: '/messages/0', message: 'The text is empty', repaired: true }]} />);
    await userEvent.click(await screen.findByRole('button', { name: '検査結果: 1 件' }));
    expect((await screen.findByText('The text is empty')).lang).toBe('en');
    expect(screen.getByText('空のテキスト')).toBeDefined();
  });
});
