// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServerPage } from '../../../renderer/features/mcp/server-page';
import { HostCallError } from '../../../renderer/transport/host-call-error';
import { useServerRequests } from '../../../renderer/stores/server-requests';
import type { ServerView } from '../../../shared/model/mcp';
import { AT, CALL_RESULT, DETAIL, FAILED, HOSTILE, PENDING, serverView, TRACE } from '../support/demo-servers';
import { decision, FOLDER } from '../support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from '../support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from '../support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const ASKS = { ...CALL_RESULT, asks: true, content: [], decision: decision({ decision: 'ask', reason: 'Nothing allows it.' }) };
let client: ScriptedClient;
beforeEach(() => {
  useServerRequests.setState({ requests: [] });
  client = connect(
    createScriptedClient({
      'mcp.server': () => DETAIL,
      'mcp.options': () => ({}),
      'mcp.restart': () => ({}),
      'mcp.enable': () => ({}),
      'mcp.call': () => CALL_RESULT,
      'mcp.stopCall': () => ({}),
      'mcp.complete': () => ({ values: ['peach', 'pear'] }),
      'mcp.trace': () => TRACE,
    }),
  );
});

const place = { folder: FOLDER, server: 'memory' };

async function open(server: ServerView = serverView({}), tab?: RegExp) {
  show(<ServerPage folder={FOLDER} server={server} onChanged={() => undefined} />);
  const user = userEvent.setup();
  await waitFor(() => expect(paramsOf(client, 'mcp.server')).toHaveLength(1));
  if (tab) await user.click(screen.getByRole('tab', { name: tab }));
  return user;
}

/** A page whose server changes as the host tells of it. */
function ChangingPage({ onReady }: { onReady: (change: (server: ServerView) => void) => void }) {
  const [server, setServer] = useState(serverView({}));
  useEffect(() => onReady(setServer), [onReady]);
  return <ServerPage folder={FOLDER} server={server} onChanged={() => undefined} />;
}

describe('the overview of a server', () => {
  it('says why it failed, in the system’s own words too, and what to do next', async () => {
    await open(FAILED);
    expect(screen.getByText(/Its address cannot be reached/)).toBeTruthy();
    expect(screen.getByText('connect ECONNREFUSED 192.0.2.7:443')).toBeTruthy();
    expect(screen.getByText(/See whether the address is right/)).toBeTruthy();
    // Its entry is in a file, and the way there is at hand.
    expect(screen.getByRole('button', { name: new RegExp(`Copy.*${FAILED.file}`) })).toBeTruthy();
  });

  it('shows what each way of loading costs before it is chosen, and sets it', async () => {
    const user = await open();
    const whole = screen.getByRole('radio', { name: /Always whole.*~4\.2k tokens in every request/ });
    const named = screen.getByRole('radio', { name: /By name.*~128 tokens in every request/ });
    expect(screen.getByRole('radio', { name: /By size/ })).toHaveProperty('checked', true);
    await user.click(named);
    await user.click(whole);
    expect(paramsOf(client, 'mcp.options')).toEqual([
      { ...place, change: { loading: 'defer' } },
      { ...place, change: { loading: 'always' } },
    ]);
  });

  it.each([PENDING, FAILED])('says that nobody knows what a server costs which never ran', async ({ info: _never, ...server }) => {
    await open(server);
    expect(screen.getByText('unknown until it has run')).toBeTruthy();
    expect(screen.getByText(/What each costs is unknown/)).toBeTruthy();
    expect(screen.queryByText(/(^|\D)0 tokens/)).toBeNull();
  });

  it('takes the sandbox off and back on', async () => {
    const user = await open(serverView({ options: { sandbox: false }, sandboxed: false }));
    expect(screen.getByText(/whatever you can/)).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'Run it in the sandbox' }));
    expect(paramsOf(client, 'mcp.options')).toEqual([{ ...place, change: { sandbox: null } }]);
  });

  it('takes a time limit only where it is one', async () => {
    const user = await open();
    const field = screen.getByRole('textbox', { name: /Time limit/ });
    await user.clear(field);
    await user.type(field, '0{Enter}');
    expect(paramsOf(client, 'mcp.options')).toEqual([]);
    await user.clear(field);
    await user.type(field, '30{Enter}');
    expect(paramsOf(client, 'mcp.options')).toEqual([{ ...place, change: { timeoutMs: 30_000 } }]);
  });

  it('names the version of the server', async () => {
    await open();
    expect(screen.getByText(/memory-server 2026\.8\.31 · MCP 2025-11-25/)).toBeTruthy();
  });

  it('shows the processes as a tree, and the text of the server as text', async () => {
    await open();
    const table = within(await screen.findByRole('table', { name: 'Processes' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      expect.stringContaining('PID'),
      expect.stringMatching(/^41277npm exec/),
      expect.stringMatching(/^41301node/),
    ]);
    expect(screen.getByText('Call `read_graph` first. メモリは共有されます。')).toBeTruthy();
  });
});

describe('the sign-in of a server', () => {
  const SECURE = serverView({ transport: 'http', state: 'needs-auth', reason: { code: 'needs-auth' } });

  it('waits for the browser, and keeps what went wrong beside its button', async () => {
    let end: (error: Error) => void = () => undefined;
    client.answers['mcp.signIn'] = () =>
      new Promise((_resolve, reject) => {
        end = reject;
      });
    const user = await open(SECURE);
    await user.click(screen.getByRole('button', { name: 'Sign in with the browser' }));
    expect(screen.getByRole('button', { name: 'Waiting for your browser…' })).toHaveProperty('disabled', true);
    await act(async () => end(new HostCallError({ code: 'unavailable', message: 'refused: the answer is of another issuer' })));
    expect(screen.getByRole('alert').textContent).toContain('another issuer');
    await user.click(screen.getByRole('button', { name: 'Sign in with the browser' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => end(new HostCallError({ code: 'aborted', message: 'aborted: the person did not sign in' })));
    expect(screen.getByRole('button', { name: 'Sign in with the browser' })).toHaveProperty('disabled', false);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the tools of a server', () => {
  it('say of a tool with a page of its own that it works as a plain one', async () => {
    await open(serverView({}), /Tools/);
    expect(await screen.findByText(/Pages are not shown here: it works as a plain tool/)).toBeTruthy();
  });

  it('show what the server says as text, its hints as hints, and what the model gets', async () => {
    await open(serverView({}), /Tools/);
    expect(await screen.findByText(HOSTILE)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('mcp__memory__create_entities')).toBeTruthy();
    expect(screen.getByText(/It grants nothing/)).toBeTruthy();
    expect(screen.getByText(/Pages are not shown here/)).toBeTruthy();
  });

  it('call by hand what the form says, and run only once the person has confirmed what the rules ask about', async () => {
    client.answers['mcp.call'] = ({ confirmed }) => (confirmed ? CALL_RESULT : ASKS);
    const user = await open(serverView({}), /Tools/);
    const run = await screen.findByRole('button', { name: 'Call' });
    expect(run.hasAttribute('disabled')).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'name' }), '桃');
    await user.selectOptions(screen.getByRole('combobox', { name: 'kind' }), 'place');
    await user.type(screen.getByRole('textbox', { name: 'notes' }), 'one{Enter}two');
    await user.click(screen.getByRole('switch', { name: 'shared' }));
    await user.click(screen.getByRole('textbox', { name: 'extra' }));
    await user.paste('{"deep": [1]}');
    await user.click(run);
    expect(await screen.findByText('Your rules ask before this tool runs.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Run this call once' }));
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    const input = { name: '桃', kind: 'place', weight: 3, notes: ['one', 'two'], shared: true, extra: { deep: [1] } };
    expect(paramsOf(client, 'mcp.call').map(({ input: sent, confirmed, tool }) => ({ sent, confirmed, tool }))).toEqual([
      { sent: input, confirmed: false, tool: 'create_entities' },
      { sent: input, confirmed: true, tool: 'create_entities' },
    ]);
    expect(result.getByText('41 ms')).toBeTruthy();
    expect(result.getByText(/90,000 characters/)).toBeTruthy();
    expect(result.getAllByRole('img').map((image) => image.getAttribute('src')?.slice(0, 14))).toEqual(['data:image/png']);
    expect(result.getByText('image/svg+xml')).toBeTruthy();
    expect(result.getByText('memory://graph')).toBeTruthy();
    expect(result.queryAllByRole('link')).toEqual([]);
  });

  it('ask anew when the input changes after the rules have asked', async () => {
    client.answers['mcp.call'] = () => ASKS;
    const user = await open(serverView({}), /Tools/);
    await user.type(await screen.findByRole('textbox', { name: 'name' }), 'a{Enter}');
    await screen.findByRole('button', { name: 'Run this call once' });
    await user.type(screen.getByRole('textbox', { name: 'name' }), 'b');
    expect(screen.queryByRole('button', { name: 'Run this call once' })).toBeNull();
  });

  it('say which value cannot be sent, and send none', async () => {
    const user = await open(serverView({}), /Tools/);
    await user.type(await screen.findByRole('textbox', { name: 'name' }), 'x');
    const weight = screen.getByRole('textbox', { name: 'weight' });
    await user.clear(weight);
    await user.type(weight, '12');
    expect(screen.getByText('At most 9.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Call' }).hasAttribute('disabled')).toBe(true);
  });

  it('stop a call that runs, by its own name', async () => {
    let finish: (error: Error) => void = () => undefined;
    client.answers['mcp.call'] = () =>
      new Promise((_resolve, reject) => {
        finish = reject;
      });
    const user = await open(serverView({}), /Tools/);
    await user.type(await screen.findByRole('textbox', { name: 'name' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Call' }));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(paramsOf(client, 'mcp.stopCall')).toEqual([{ folder: FOLDER, call: paramsOf(client, 'mcp.call')[0]?.call }]);
    await act(async () => finish(new HostCallError({ code: 'aborted', message: 'stopped' })));
    expect(screen.getByRole('alert').textContent).toContain('It was stopped');
  });

  it('say that a rule denies a tool, and with which words', async () => {
    const rule = { text: 'mcp__memory', verdict: 'deny', scope: 'project', file: '.claude/settings.json', line: 3 };
    const denied = new HostCallError({ code: 'denied', message: 'a rule denies it', data: { decision: { rule } } });
    client.answers['mcp.call'] = () => Promise.reject(denied);
    const user = await open(serverView({}), /Tools/);
    await user.type(await screen.findByRole('textbox', { name: 'name' }), 'x{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('A rule denies this tool');
    expect(screen.getByRole('alert').textContent).toContain('mcp__memory (.claude/settings.json:3)');
  });
});

describe('the diagnosis of a server', () => {
  it('says each step in the person’s language, and quotes only what the system or the server said', async () => {
    await useLanguage('ja');
    const step = { findings: [], problems: [] };
    client.answers['mcp.diagnose'] = () => ({
      checks: [
        { ...step, id: 'command', ok: false, findings: [{ code: 'not-on-path', params: { command: 'memo' } }], quoted: '/usr/bin' },
        { ...step, id: 'connection', ok: false, state: 'failed', reason: { code: 'cannot-start', detail: 'spawn memo ENOENT' } },
      ],
    });
    await open(serverView({}), /診断/);
    const steps = within(await screen.findByRole('list', { name: '診断' }));
    expect(steps.getByText('memo は、PATH のどのフォルダにもありません:').closest('p[lang]')).toBeNull();
    expect(steps.getByText('/usr/bin').lang).toBe('en');
    expect(steps.getByText('spawn memo ENOENT').lang).toBe('en');
    await useLanguage('en');
  });
});

describe('resources, prompts and messages of a server', () => {
  it('read the address that a template makes of its variables', async () => {
    client.answers['mcp.readResource'] = ({ uri }) => ({ content: [{ type: 'text', text: HOSTILE, chars: HOSTILE.length, uri }] });
    const user = await open(serverView({}), /Resources/);
    await user.click(await screen.findByRole('button', { name: /entity/ }));
    await user.type(screen.getByRole('combobox', { name: 'name' }), 'a b');
    await user.type(screen.getByRole('combobox', { name: 'depth' }), '2{Enter}');
    await waitFor(() => expect(paramsOf(client, 'mcp.readResource').at(-1)?.uri).toBe('memory://entity/a%20b?depth=2'));
    expect(await screen.findByText(HOSTILE)).toBeTruthy();
    await waitFor(() =>
      expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toContain('peach'),
    );
  });

  it('give the command of a prompt with its arguments by their places', async () => {
    client.answers['mcp.getPrompt'] = () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'Sum up.', chars: 7 } }] });
    const user = await open(serverView({}), /Prompts/);
    await user.type(await screen.findByRole('combobox', { name: 'about' }), 'two words');
    expect(screen.getByText('/mcp__memory__summarise "two words"')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('Sum up.')).toBeTruthy();
    expect(paramsOf(client, 'mcp.getPrompt')).toEqual([{ ...place, prompt: 'summarise', input: { about: 'two words' } }]);
  });

  it('show a message whole as JSON, and one that was cut as it is', async () => {
    const user = await open(serverView({}), /Messages/);
    const list = within(await screen.findByRole('listbox', { name: 'Messages' }));
    expect(list.getAllByRole('option')).toHaveLength(3);
    await user.click(list.getAllByRole('option')[1] ?? document.body);
    expect(screen.getByRole('article').textContent).toContain('"token": "[hidden]"');
    await user.click(list.getAllByRole('option')[2] ?? document.body);
    expect(screen.getByRole('article').textContent).toContain('cut, so it is shown as it is');
    await user.type(screen.getByRole('textbox', { name: 'Search messages' }), 'token');
    await waitFor(() => expect(paramsOf(client, 'mcp.trace').at(-1)?.query).toBe('token'));
  });

  it('follow a resource, say that it changed, and read it again', async () => {
    const uri = DETAIL.resources[0]?.uri ?? '';
    client.answers['mcp.readResource'] = () => ({ content: [{ type: 'text', text: 'as it is', chars: 8, uri }] });
    client.answers['mcp.follow'] = () => ({});
    let change: (server: ServerView) => void = () => undefined;
    show(
      <ChangingPage
        onReady={(set) => {
          change = set;
        }}
      />,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: /Resources/ }));
    await user.click(await screen.findByRole('switch', { name: 'Tell me when it changes' }));
    expect(paramsOf(client, 'mcp.follow')).toEqual([{ ...place, uri, follow: true }]);

    client.answers['mcp.server'] = () => ({ ...DETAIL, followed: [{ uri, changes: 2, changedAt: AT }] });
    act(() => change(serverView({ notices: { logged: 0, updates: 2 } })));
    expect(await screen.findByText(/Changed 2 times, last at/)).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Tell me when it changes' }).getAttribute('aria-checked')).toBe('true');
    await waitFor(() => expect(paramsOf(client, 'mcp.readResource')).toHaveLength(2));
  });

  it('say that a server tells of no changes', async () => {
    client.answers['mcp.readResource'] = () => ({ content: [] });
    const info = { name: 'a', version: '1', era: 'legacy' as const, protocolVersion: '', capabilities: ['resources'] };
    await open(serverView({ info }), /Resources/);
    expect(await screen.findByText('This server does not tell when a resource changes.')).toBeTruthy();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the log of a server', () => {
  const LOGGED = { seq: 2, at: AT, level: 'warning' as const, logger: 'disk', text: HOSTILE };

  it('shows what it logged, newest first and as plain text, and asks for another level', async () => {
    client.answers['mcp.logged'] = () => ({ entries: [LOGGED, { seq: 1, at: AT, level: 'info', text: 'started' }], dropped: 3 });
    const user = await open(serverView({ options: { logLevel: 'info' } }), /^Log/);
    const rows = within(await screen.findByRole('listbox', { name: 'Log' })).getAllByRole('option');
    expect(rows.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('warning'), expect.stringContaining('started')]);
    await user.click(rows[0] ?? document.body);
    expect(within(screen.getByRole('article')).getByText(HOSTILE)).toBeTruthy();
    expect(screen.getByText(/3 older ones are no longer kept/)).toBeTruthy();

    const level = screen.getByRole('combobox', { name: 'Log from' });
    expect(level).toHaveProperty('value', 'info');
    await user.selectOptions(level, 'debug');
    await user.selectOptions(level, 'as the server likes');
    expect(paramsOf(client, 'mcp.options')).toEqual([
      { ...place, change: { logLevel: 'debug' } },
      { ...place, change: { logLevel: null } },
    ]);
  });

  it('says that a server logs nothing', async () => {
    client.answers['mcp.logged'] = () => ({ entries: [], dropped: 0 });
    const info = { name: 'a', version: '1', era: 'legacy' as const, protocolVersion: '', capabilities: ['tools'] };
    await open(serverView({ info }), /^Log/);
    expect(await screen.findByText('It has logged nothing.')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Log from' })).toHaveProperty('disabled', true);
  });
});
