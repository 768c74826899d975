// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditView } from '../../renderer/features/audit/audit-view';
import { useSelection } from '../../renderer/stores/selection';
import type { AuditEntry, AuditReport } from '../../shared/model/audit';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const ENTRIES: AuditEntry[] = [
  {
    id: 'item_2',
    at: '2025-01-31T12:01:00.000Z',
    seq: 3,
    kind: 'call',
    by: { kind: 'agent', name: 'main' },
    session: 's_1',
    item: 'item_2',
    tool: 'Bash',
    capabilities: [{ capability: 'network', of: 'example.org' }],
    input: { command: 'curl https://example.org' },
    decision: { decision: 'ask', mode: 'default', reason: 'r', builtin: 'network', answer: 'allow-once' },
    grant: { isolated: true, writable: ['/p'], hosts: ['example.org'] },
    state: 'error',
    exitCode: 6,
    hosts: ['example.org:443'],
  },
  { id: 'a', at: '2025-01-31T12:00:00.000Z', seq: 1, kind: 'trust', by: { kind: 'person' }, summary: 'trusted', state: 'ok' },
];
const REPORT: AuditReport = { ok: true, records: 3, recovered: 0, breaks: [], file: '/home/audit.jsonl' };

let client: ScriptedClient;
let entries: AuditEntry[];
let report: AuditReport;
beforeEach(() => {
  entries = ENTRIES;
  report = REPORT;
  useSelection.setState({ current: { view: 'audit' }, past: [], future: [] });
  client = connect(
    createScriptedClient({
      'audit.list': () => ({
        entries,
        total: entries.length,
        names: { tools: ['Bash'], capabilities: ['network'], agents: ['main', 'person'] },
      }),
      'audit.verify': () => report,
    }),
  );
});

describe('the audit view', () => {
  it.each(['approved', 'rejected', 'added', 'removed'])(
    'says of a server that it was %s, not that the folder lost its trust',
    async (change) => {
      entries = [
        {
          id: 'b',
          at: '2025-01-31T12:00:00.000Z',
          seq: 1,
          by: { kind: 'person' },
          state: 'ok',
          kind: 'server',
          summary: `MCP server every ${change}`,
          input: { server: 'every', change },
        },
      ];
      show(<AuditView folder="/p" />);
      await screen.findByText(new RegExp(`^(The entry of )?every was ${change}$`));
      screen.getAllByText('MCP server');
      expect(screen.queryByText(/no longer trusted/)).toBeNull();
    },
  );

  it('says in Japanese which tool of which server was called', async () => {
    const server = { name: 'every', offered: 'every', tool: 'echo' };
    entries = [{ id: 'b', at: '2025-01-31T12:00:00.000Z', seq: 1, by: { kind: 'agent', name: 'main' }, state: 'ok', kind: 'call', server }];
    await useLanguage('ja');
    show(<AuditView folder="/p" />);
    expect(await screen.findByText('サーバー every の echo')).toBeTruthy();
    await useLanguage('en');
  });

  it('says of changed hooks what runs in a row, and shows the lines in the detail', async () => {
    const summary = '+  "hooks": {\n+    "Stop": [\n+      { "hooks": [{\n+        "command": "make check"\n+      }] }';
    entries = [{ id: 'b', at: '2025-01-31T12:00:00.000Z', seq: 1, by: { kind: 'person' }, state: 'ok', kind: 'hooks', summary }];
    show(<AuditView folder="/p" />);
    await userEvent.click(await screen.findByText('+ "command": "make check"'));
    expect((await screen.findAllByText('Hooks changed')).length).toBeGreaterThan(1);
    expect(screen.getByText((_, element) => element?.tagName === 'PRE' && element.textContent === summary)).toBeDefined();
  });

  it('teaches what it is for while nothing is on record', async () => {
    entries = [];
    show(<AuditView folder="/p" />);
    await screen.findByRole('heading', { name: 'Nothing has been done here yet' });
    screen.getByText(/What only reads is not recorded/);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('shows the chosen record whole, and leads to where it happened', async () => {
    useSelection.setState({ current: { view: 'audit', detail: 'item_2' }, past: [], future: [] });
    show(<AuditView folder="/p" />);
    const detail = await screen.findByRole('article', { name: 'curl https://example.org' });
    for (const text of ['You allowed it once.', 'could reach: example.org', 'example.org:443', 'Network: example.org', '6'])
      expect(within(detail).getAllByText(text)).toHaveLength(1);
    await userEvent.setup().click(within(detail).getByRole('button', { name: 'Show in the session' }));
    expect(useSelection.getState().current).toEqual({ view: 'sessions', session: 's_1', item: 'item_2' });
  });

  it('asks for what the filters say, and lets go of them', async () => {
    show(<AuditView folder="/p" />);
    const user = userEvent.setup();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tool' }), 'Bash');
    await user.type(screen.getByRole('textbox', { name: 'Host' }), 'example.org{Enter}');
    const filters = () => paramsOf(client, 'audit.list').map(({ filter }) => filter);
    await waitFor(() => expect(filters().at(-1)).toEqual({ tool: 'Bash', host: 'example.org' }));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(filters().at(-1)).toEqual({}));
  });

  it('says whether the log is whole, and where it is not', async () => {
    report = { ...REPORT, ok: false, breaks: [{ code: 'changed', message: '', line: 2, offset: 80, seq: 2 }] };
    show(<AuditView folder="/p" />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'broken in 1 place' }));
    const places = await screen.findByRole('list', { name: 'Where it breaks' });
    expect(places.textContent).toBe('Line 2: record 2 is not what was written');
  });
});
