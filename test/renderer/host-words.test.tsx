// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { HOOK_WORDS } from '../../main/core/hooks/hook-words';
import { readHooks } from '../../main/core/hooks/read-hooks';
import { NoticeRow } from '../../renderer/features/conversation/notice-row';
import { TurnEnd } from '../../renderer/features/conversation/turn-end';
import { openSession, useSession } from '../../renderer/stores/session';
import { DiagnosticList } from '../../renderer/ui/diagnostic-list';
import { failureKindSchema } from '../../shared/model/failure';
import { demoState, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();

const MESSAGE = 'The words of the provider';

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  it.each(failureKindSchema.options)('the foot of a turn that failed with %s says so and quotes the rest', async (failure) => {
    await useLanguage(language);
    const state = demoState();
    const calls = state.calls.map((call) => ({ ...call, failure }));
    connect(createScriptedClient({ 'session.open': () => ({ state: { ...state, calls }, totalItems: 0, totalCalls: 0, views: [] }) }));
    await openSession(SESSION);
    const [turn] = state.turns;
    if (turn === undefined) throw new Error('the sample has no turn');
    show(<TurnEnd turn={{ ...turn, reason: 'error', errorCode: 'provider', error: MESSAGE }} isLast />);
    const quoted = screen.getByText(MESSAGE);
    expect(quoted.lang).toBe('en');
    const words = i18next.t(`common:failure.${failure}`);
    expect(words).not.toBe(`failure.${failure}`);
    const says = failure === 'network' ? 'conversation:unreachable' : 'common:error.provider';
    expect(quoted.parentElement?.textContent).toBe(`${i18next.t(says)} (${words}) ${MESSAGE}`);
  });

  it.each<{ code: string; params: Record<string, string | number>; says: string[] }>([
    { code: 'retrying', params: { attempt: 2, of: 5, seconds: 1, reason: 'rate-limited' }, says: ['common:failure.rate-limited'] },
    {
      code: 'input-problem',
      params: { problem: 'mention-not-found' },
      says: ['notice.input-problem', 'diagnostics:code.mention-not-found'],
    },
    { code: 'input-problem', params: {}, says: ['notice.input-problem'] },
    { code: 'quarantined', params: { block: 'image', place: 3 }, says: ['notice.block.image'] },
    { code: 'quarantined', params: { block: 'a_new_kind', place: 3 }, says: ['notice.block.other'] },
  ])('the notice $code with $params speaks it, and quotes the rest', async ({ code, params, says }) => {
    await useLanguage(language);
    const item = { id: 'n1', turn: 't1', agent: 'main', kind: 'notice' as const, level: 'warning' as const, code };
    useSession.setState({ views: { n1: { item: { ...item, params: { ...params, message: MESSAGE } }, more: false } } });
    show(<NoticeRow item={{ id: 'n1', kind: 'notice', turn: 't1', agent: 'main', state: 'done', chars: 1 }} />);
    const quoted = screen.getByText(MESSAGE);
    expect(quoted.lang).toBe('en');
    const said = quoted.parentElement?.textContent ?? '';
    for (const key of says) expect(said).toContain(i18next.t(key, { ns: ['conversation'] }));
    expect(said).not.toMatch(/\{\{|undefined/);
  });
});

it('says in Japanese what is wrong with a hook, and in English what the host says', async () => {
  const value = { Stopp: [], Stop: [{ hooks: [{ type: 'comand', command: 'x', timeout: 'soon' }] }] };
  const { diagnostics } = readHooks({ value, lineOf: () => 1, place: { file: '/p/settings.json', scope: 'project' } });
  await useLanguage('en');
  const { unmount } = show(<DiagnosticList diagnostics={diagnostics} name="found" />);
  expect(diagnostics.map(({ code }) => code)).toEqual(['hook-event', 'hook-type', 'hook-field']);
  for (const { message } of diagnostics) expect(screen.getByText(message)).toBeTruthy();
  unmount();
  await useLanguage('ja');
  show(<DiagnosticList diagnostics={diagnostics} name="found" />);
  expect(screen.getByText('"Stopp" というフックイベントはありません。この下のフックは一度も実行されません。')).toBeTruthy();
  for (const { message } of diagnostics) expect(screen.queryByText(message)).toBeNull();
  expect(i18next.getResource('en', 'diagnostics', 'detail.hook')).toEqual(HOOK_WORDS);
});
