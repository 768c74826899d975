// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useHookLog } from '../../renderer/features/hooks/use-hook-log';
import type { FiringRecord } from '../../shared/contract/hook-methods';
import { LOG_VERSION } from '../../shared/model/log-version';
import { connect, preparePage, resetPageAfterEach } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();

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
