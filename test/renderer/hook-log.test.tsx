// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { BenchTab } from '../../renderer/features/hooks/bench-tab';
import { HookLedger } from '../../renderer/features/hooks/hook-ledger';
import { useHookLog } from '../../renderer/features/hooks/use-hook-log';
import type { FiringRecord } from '../../shared/contract/hook-methods';
import { useSelection } from '../../renderer/stores/selection';
import { useSession } from '../../renderer/stores/session';
import { LOG_VERSION } from '../../shared/model/log-version';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));
beforeAll(() => {
  // The page of the tests has no layout.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
});

const record = (seq: number): FiringRecord => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  event: 'Stop',
  agent: 'main',
  input: { hash: 'h', at: 0, size: 2 },
  hooks: [],
});
const event = (seq: number) => ({ v: LOG_VERSION, id: `ev_${seq}`, type: 'hook/considered' as const, ...record(seq) });

let client: ScriptedClient;
/** A log of 1,000 firings, given in pages. */
beforeEach(() => {
  client = connect(
    createScriptedClient({
      'hooks.log': ({ before = Infinity, limit }) => {
        const end = Math.min(before, 1001);
        const firings = Array.from({ length: Math.min(limit ?? 0, end - 1) }, (_, index) => record(end - 1 - index));
        const last = firings.at(-1)?.seq ?? 1;
        return { firings, ...(last > 1 ? { before: last } : {}) };
      },
    }),
  );
});

function Log() {
  const { firings, readMore } = useHookLog('s1');
  return (
    <button type="button" onClick={readMore}>
      {firings.length} {firings[0]?.seq} {firings.at(-1)?.seq}
    </button>
  );
}

it('reads the ledger page by page, and takes what is new from the events without asking', async () => {
  render(<Log />);
  await screen.findByText('200 1000 801');
  act(() => screen.getByRole('button').click());
  await screen.findByText('400 1000 601');
  act(() => {
    for (const seq of [1000, 1001, 1002, 1003]) client.emit('session/event', { session: 's1', event: event(seq) });
    client.emit('session/event', { session: 'other', event: event(1004) });
  });
  await screen.findByText('403 1003 601');
  expect(paramsOf(client, 'hooks.log')).toHaveLength(2);
});

it('looks further by itself where a page has few firings', async () => {
  client.answers['hooks.log'] = ({ before = Infinity }) =>
    before > 20_000 ? { firings: [record(20_001)], before: 20_000 } : { firings: [record(5)] };
  render(<Log />);
  await waitFor(() => expect(screen.getByText('2 20001 5')).toBeTruthy());
});

it('leads from a link to the entry of a run, however far back, and from the entry to the test bench', async () => {
  const source = { file: '/p/.claude/settings.json', line: 1, scope: 'project' as const };
  const run = { id: 'run_7', hook: 'hook_1', source, type: 'command' as const, label: 'sh guard.sh', matched: true };
  const read = client.answers['hooks.log'];
  client.answers['hooks.log'] = async (params) => {
    const page = await read?.(params);
    return { ...page, firings: page?.firings.map((one) => (one.seq === 150 ? { ...one, hooks: [run] } : one)) ?? [] };
  };
  client.answers['hooks.parts'] = () => ({ texts: {} });
  useSession.setState({ id: 's1' });
  useSelection.setState({ current: { view: 'sessions', session: 's1', event: 'run_7' }, past: [], future: [] });
  const user = userEvent.setup();
  show(<HookLedger />);
  expect(await screen.findByText('sh guard.sh')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try it on the test bench' }));
  expect(useSelection.getState().current).toEqual({ view: 'hooks', session: 's1', detail: 'bench:Stop:150' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('sh guard.sh')).toBeNull();
});

it('begins the test bench with the recorded event that a link names', async () => {
  client.answers['hooks.parts'] = () => ({ texts: { h: { stop_hook_active: true } } });
  client.answers['hooks.sample'] = () => ({ input: { sample: true } });
  client.answers['hooks.test'] = () => ({
    firing: { event: 'Stop', agent: 'main', input: record(1).input, hooks: [] },
    texts: {},
    effect: { toModel: [], toPerson: [] },
    hidden: [],
  });
  const data = {
    hooks: [],
    events: [{ name: 'Stop', types: ['command' as const], block: 'goes-on' as const, tests: false, fires: true }],
    files: [],
    trusted: true,
    diagnostics: [],
  };
  show(<BenchTab folder="/p" data={data} session="s1" start={{ event: 'Stop', seq: 150 }} />);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Input from' })).toHaveProperty('value', '150'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Run' })).toHaveProperty('disabled', false));
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  expect(paramsOf(client, 'hooks.test').map(({ input }) => input)).toEqual([{ stop_hook_active: true }]);
});
