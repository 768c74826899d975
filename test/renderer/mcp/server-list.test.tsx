// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { McpView } from '../../../renderer/features/mcp/mcp-view';
import { select, useSelection } from '../../../renderer/stores/selection';
import { useServerRequests } from '../../../renderer/stores/server-requests';
import { FAILED, PENDING, SERVERS, serverView } from '../support/demo-servers';
import { FOLDER } from '../support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from '../support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from '../support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

let client: ScriptedClient;
beforeEach(() => {
  useServerRequests.setState({ requests: [] });
  select({ view: 'mcp' });
  client = connect(
    createScriptedClient({ 'mcp.list': () => SERVERS, 'mcp.watch': () => ({}), 'mcp.unwatch': () => ({}), 'mcp.approve': () => ({}) }),
  );
});

const row = (name: string) => {
  const item = screen.getByRole('button', { name }).closest('li');
  if (!item) throw new Error(`no row for ${name}`);
  return within(item);
};

describe('the list of servers', () => {
  it('says of each how it is, why, what it is, and what it costs', async () => {
    show(<McpView folder={FOLDER} />);
    await screen.findByRole('button', { name: 'memory' });
    for (const words of [
      'connected',
      /memory-server 2026\.8\.31/,
      /MCP 2025-11-25/,
      'PID 41277',
      '61.4 MB',
      'p50 3 ms',
      'p95 42 ms',
      '12 calls',
      '1 error',
    ])
      expect(row('memory').getByText(words)).toBeTruthy();
    expect(row('memory').getByText(/tokens in every request/).textContent).toContain('~4.2k');
    expect(row('issues').getByText(/cannot be reached.*Next attempt/)).toBeTruthy();
    expect(row('issues').getByText('Another entry of this name is not used: /home/kei/.claude.json.')).toBeTruthy();
  });

  it('counts names only for a server whose tools are deferred', async () => {
    client.answers['mcp.list'] = () => ({ ...SERVERS, servers: [serverView({ deferred: true })] });
    show(<McpView folder={FOLDER} />);
    await screen.findByRole('button', { name: 'memory' });
    expect(row('memory').getByText(/tokens in every request/).textContent).toContain('~128');
  });

  it('shows what changed, came and went while it is looked at, and stops following when it is left', async () => {
    const { unmount } = show(<McpView folder={FOLDER} />);
    await screen.findByRole('button', { name: 'memory' });
    act(() => client.emit('mcp/changed', { folder: FOLDER, server: 'memory', view: serverView({ calls: 13 }) }));
    expect(row('memory').getByText('13 calls')).toBeTruthy();
    act(() => client.emit('mcp/changed', { folder: '/elsewhere', server: 'memory' }));
    act(() => client.emit('mcp/changed', { folder: FOLDER, server: 'issues' }));
    act(() => client.emit('mcp/changed', { folder: FOLDER, server: 'browser', view: serverView({ name: 'browser' }) }));
    expect(screen.queryByRole('button', { name: 'issues' })).toBeNull();
    expect(screen.getByRole('button', { name: 'memory' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'browser' })).toBeTruthy();
    unmount();
    expect(paramsOf(client, 'mcp.unwatch')).toEqual([{ folder: FOLDER }]);
  });

  it('keeps to what the filter says, by name, state and kind', async () => {
    show(<McpView folder={FOLDER} />);
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Filter servers' }), 'failed');
    expect(screen.queryByRole('button', { name: 'memory' })).toBeNull();
    expect(screen.getByRole('button', { name: 'issues' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'memory' })).toBeTruthy();
  });

  it('opens a server by its name, and goes back to all of them', async () => {
    client.answers['mcp.server'] = () => Promise.reject(new Error('not asked'));
    show(<McpView folder={FOLDER} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'issues' }));
    expect(useSelection.getState().current).toEqual({ view: 'mcp', detail: 'issues' });
    await user.click(screen.getByRole('button', { name: 'All servers' }));
    expect(screen.getByRole('button', { name: 'memory' })).toBeTruthy();
  });

  it('teaches what servers are where there is none', async () => {
    client.answers['mcp.list'] = () => ({ ...SERVERS, servers: [] });
    show(<McpView folder={FOLDER} />);
    expect(await screen.findByText('No MCP servers yet')).toBeTruthy();
    expect(screen.getByText(`${FOLDER}/.mcp.json`)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add a server' }));
    expect(screen.getByRole('textbox', { name: 'Paste an entry' })).toBeTruthy();
  });
});

describe('a server of the project that waits for approval', () => {
  it('is shown with its whole command, each word by itself, and its variables as the file has them', async () => {
    show(<McpView folder={FOLDER} />);
    const card = within(await screen.findByRole('region', { name: 'Approve deploy' }));
    const launch = PENDING.launch?.type === 'stdio' ? PENDING.launch : undefined;
    for (const word of launch?.args ?? []) expect(card.getByText(word)).toBeTruthy();
    expect(card.getByText('${DEPLOY_KEY}')).toBeTruthy();
    expect(card.getByText('--require ./setup.cjs')).toBeTruthy();
    const [marked, ...others] = card.getAllByText('changes which code runs, or whom it trusts');
    expect(marked?.closest('li')?.textContent).toContain('NODE_OPTIONS');
    expect(others).toEqual([]);
    expect(card.getByText(`${PENDING.file}:${PENDING.line}`)).toBeTruthy();
  });

  it('shows an empty word as one', async () => {
    const launch = { type: 'stdio' as const, command: 'run', args: ['', 'a b'], envNames: [], cwd: FOLDER };
    client.answers['mcp.list'] = () => ({ ...SERVERS, servers: [{ ...PENDING, launch }] });
    show(<McpView folder={FOLDER} />);
    const card = within(await screen.findByRole('region', { name: 'Approve deploy' }));
    expect(card.getByText('""')).toBeTruthy();
    expect(card.getByText('a b')).toBeTruthy();
  });

  it.each([
    ['Approve this entry', true],
    ['Reject', false],
  ] as const)('is answered for the very entry that was seen: %s', async (button, approve) => {
    show(<McpView folder={FOLDER} />);
    const card = within(await screen.findByRole('region', { name: 'Approve deploy' }));
    await userEvent.click(card.getByRole('button', { name: button }));
    expect(paramsOf(client, 'mcp.approve')).toEqual([{ folder: FOLDER, server: 'deploy', hash: PENDING.hash, approve }]);
  });

  it('can be answered again after a failure', async () => {
    client.answers['mcp.approve'] = () => Promise.reject(new Error('conflict'));
    show(<McpView folder={FOLDER} />);
    const card = within(await screen.findByRole('region', { name: 'Approve deploy' }));
    await userEvent.click(card.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(card.getByRole('button', { name: 'Reject' }).hasAttribute('disabled')).toBe(false));
  });

  it('shows an address whole where one is reached', async () => {
    client.answers['mcp.list'] = () => ({ ...SERVERS, servers: [{ ...FAILED, state: 'pending-approval', reason: { code: 'changed' } }] });
    show(<McpView folder={FOLDER} />);
    const card = within(await screen.findByRole('region', { name: 'Approve issues' }));
    expect(card.getByText('https://issues.example.com/mcp?project=orchard')).toBeTruthy();
    expect(card.getByText('Authorization')).toBeTruthy();
    expect(card.getByText(/changed since you approved it/)).toBeTruthy();
  });
});
