// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WaitingButton } from '../../../renderer/app/frame/waiting-button';
import { CallLine } from '../../../renderer/features/conversation/call-line';
import { ServerRequests } from '../../../renderer/features/mcp/server-requests';
import { SessionServerRequests } from '../../../renderer/features/mcp/session-server-requests';
import { SessionRow } from '../../../renderer/features/sessions/session-row';
import { useSelection } from '../../../renderer/stores/selection';
import { followServerRequests, useServerRequests } from '../../../renderer/stores/server-requests';
import { HOSTILE, REQUESTS } from '../support/demo-servers';
import { demoState, summary } from '../support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from '../support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from '../support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const PRICED = { input: 3, output: 15, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 };
const MODEL = {
  contextTokens: 1,
  maxOutputTokens: 1,
  cacheMinimumTokens: 0,
  thinking: 'none' as const,
  tokenFactor: 1,
  maxImages: 0,
  usable: true,
};
let client: ScriptedClient;
beforeEach(() => {
  useServerRequests.setState({ requests: [] });
  client = connect(
    createScriptedClient({
      'mcp.answer': () => ({ accepted: true }),
      'native.openExternal': () => ({}),
      'models.list': () => ({
        models: [
          { ...MODEL, id: 'tour', provider: 'scripted', name: 'Tour' },
          { ...MODEL, id: 'claude-x', provider: 'anthropic', name: 'Claude X', price: PRICED },
        ],
        current: 'scripted/tour',
        dated: '2026-11-01',
      }),
    }),
  );
});
const answers = () => paramsOf(client, 'mcp.answer');
const card = (name: string) => within(screen.getByRole('region', { name }));

describe('a server that asks for information', () => {
  const FORM = 'memory asks you for information';

  it('is shown as text with its proposals, and gets what the person sends', async () => {
    show(<ServerRequests requests={REQUESTS.slice(0, 1)} />);
    const user = userEvent.setup();
    expect(card(FORM).getByText(HOSTILE)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
    const send = card(FORM).getByRole('button', { name: 'Send to memory' });
    expect(send.hasAttribute('disabled')).toBe(true);
    await user.type(card(FORM).getByRole('textbox', { name: 'E-mail' }), 'kei@example.com');
    await user.click(card(FORM).getByRole('checkbox', { name: 'Tue' }));
    await user.click(send);
    const content = { email: 'kei@example.com', size: 'l', days: ['Tue'], agree: false };
    expect(answers()).toEqual([{ request: 'r-form', answer: { action: 'accept', content } }]);
  });

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ] as const)('hears of a refusal, and of nothing that was typed: %s', async (button, action) => {
    show(<ServerRequests requests={REQUESTS.slice(0, 1)} />);
    const user = userEvent.setup();
    await user.type(card(FORM).getByRole('textbox', { name: 'E-mail' }), 'kei');
    await user.click(card(FORM).getByRole('button', { name: button }));
    expect(answers()).toEqual([{ request: 'r-form', answer: { action } }]);
  });
});

describe('a server that wants an address opened', () => {
  const URL_CARD = 'memory wants you to open an address';

  it('has it shown whole, with its host by itself, and opened by the click and not before', async () => {
    show(<ServerRequests requests={REQUESTS.slice(1, 2)} />);
    const url = REQUESTS[1]?.type === 'url' ? REQUESTS[1].url : '';
    expect(card(URL_CARD).getByText(url)).toBeTruthy();
    expect(card(URL_CARD).getByText('accounts.example.com')).toBeTruthy();
    expect(paramsOf(client, 'native.openExternal')).toEqual([]);
    await userEvent.click(card(URL_CARD).getByRole('button', { name: 'Open in the browser' }));
    expect(paramsOf(client, 'native.openExternal')).toEqual([{ url }]);
    expect(answers()).toEqual([{ request: 'r-url', answer: { action: 'accept' } }]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'])('cannot have %s opened', (url) => {
    show(<ServerRequests requests={[{ request: 'r', folder: '/p', server: 'memory', at: '', type: 'url', message: '', url }]} />);
    expect(card(URL_CARD).getByRole('button', { name: 'Open in the browser' }).hasAttribute('disabled')).toBe(true);
    expect(card(URL_CARD).getByText(url)).toBeTruthy();
  });
});

describe('a sign-in that the person asked for', () => {
  it('is shown as that, with its whole address, and can only be opened or given up', async () => {
    const url = 'https://login.example.com/authorize?state=1';
    const request = {
      request: 'r-sign-in',
      folder: '/p',
      server: 'issues',
      at: '',
      type: 'url' as const,
      message: '',
      url,
      signIn: true as const,
    };
    show(<ServerRequests requests={[request]} />);
    const sign = card('Sign in to issues');
    expect(sign.getByText(url)).toBeTruthy();
    expect(sign.queryByRole('button', { name: 'Decline' })).toBeNull();
    await userEvent.setup().click(sign.getByRole('button', { name: 'Cancel' }));
    expect(answers()).toEqual([{ request: 'r-sign-in', answer: { action: 'cancel' } }]);
  });
});

describe('a server that wants an answer of a model', () => {
  const SAMPLING = 'memory wants an answer of a model';

  it('shows every word that would be sent; another model can be chosen, and its price is seen first', async () => {
    show(<ServerRequests requests={REQUESTS.slice(2)} />);
    const user = userEvent.setup();
    expect(card(SAMPLING).getByText('Be brief.')).toBeTruthy();
    expect(card(SAMPLING).getByText('Sum this up: 桃、梨、柿。')).toBeTruthy();
    expect(card(SAMPLING).getByText('haiku')).toBeTruthy();
    expect(card(SAMPLING).getByText('"END"')).toBeTruthy();
    expect(card(SAMPLING).getByText('unknown')).toBeTruthy();
    await user.selectOptions(
      await card(SAMPLING).findByRole('combobox', { name: 'Model' }),
      await screen.findByRole('option', { name: 'Claude X' }),
    );
    expect(card(SAMPLING).getByText('$0.0062')).toBeTruthy();
    await user.click(card(SAMPLING).getByRole('button', { name: 'Let it answer' }));
    expect(answers()).toEqual([{ request: 'r-sampling', answer: { action: 'accept', model: 'anthropic/claude-x' } }]);
  });
});

describe('requests of servers elsewhere', () => {
  it('stand in the conversation of the session whose call they belong to, and in no other', () => {
    useServerRequests.setState({ requests: REQUESTS.map((request, index) => ({ ...request, session: `s${index}` })) });
    show(<SessionServerRequests session="s1" />);
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
      'memory wants you to open an address',
    ]);
  });

  it('have the list of sessions say that the session waits', () => {
    useServerRequests.setState({ requests: REQUESTS.slice(0, 1).map((request) => ({ ...request, session: 's1' })) });
    show(
      ['s1', 's2'].map((id) => (
        <SessionRow key={id} session={summary({ id, status: 'running' })} selected={false} renaming={false} onRename={() => undefined} />
      )),
    );
    const marks = screen.getAllByRole('button', { name: /^The harvest test fails/ }).map(({ textContent }) => textContent);
    expect(marks).toEqual([expect.stringContaining('waiting for you'), expect.stringContaining('running')]);
  });

  it('name the server in the line of the call that answers it', () => {
    const [call] = demoState().calls;
    if (call === undefined) throw new Error('the demo has calls');
    show(<CallLine call={{ ...call, agent: 'main/server-0mx3', purpose: { type: 'server', server: 'memory' } }} />);
    expect(screen.getByRole('button', { name: /Question of the server memory/ })).toBeTruthy();
  });

  it('are counted in the status bar, and lead to where they can be answered', async () => {
    const off = followServerRequests();
    client.emit('mcp/requests', { requests: REQUESTS.slice(0, 1) });
    show(<WaitingButton />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: '1 server asks you' }));
    await user.click(screen.getByRole('button', { name: /asks you for information/ }));
    expect(useSelection.getState().current).toEqual({ view: 'mcp' });
    off();
  });
});
