// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RequestDock } from '../../renderer/features/conversation/request-dock';
import { useFolder } from '../../renderer/stores/folder';
import { useSelection } from '../../renderer/stores/selection';
import { openSession } from '../../renderer/stores/session';
import { useUi } from '../../renderer/stores/ui';
import type { PendingRequest } from '../../shared/model/session';
import { decision, demoState, FOLDER, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const COMMAND = `cd packages/orchard && npm run build -- --out ${'very/long/path/'.repeat(20)} && rm -rf node_modules/.cache`;
const LOCAL = { rule: 'Bash(npm run build *)', scope: 'local' as const, file: '/p/.claude/settings.local.json' };
const SESSION_RULE = { rule: 'Bash(npm run build)', scope: 'session' as const };
const permission: PendingRequest = {
  type: 'permission',
  request: 'r1',
  item: 'i-bash',
  turn: 't1',
  agent: 'main',
  at: '',
  action: { tool: 'Bash', capability: 'execute', paths: [], command: COMMAND, params: {}, summary: 'Runs a command' },
  decision: decision({ decision: 'ask', builtin: 'command', reason: 'No rule allows it.' }),
  offers: [LOCAL, SESSION_RULE],
  untrusted: ['https://example.com/issue/42'],
};
const question: PendingRequest = {
  type: 'question',
  request: 'r2',
  item: 'i-q',
  turn: 't1',
  agent: 'main',
  at: '',
  questions: [
    {
      question: 'Which size?',
      header: 'Size',
      multiSelect: false,
      options: [
        { label: '10', description: 'as today' },
        { label: '12', description: 'as tested' },
      ],
    },
  ],
};

let client: ScriptedClient;
async function ask(...pending: PendingRequest[]) {
  const state = { ...demoState(), status: 'waiting' as const, pending };
  client.answers['session.open'] = () => ({ state, totalItems: state.items.length, totalCalls: 4, views: [] });
  await openSession(SESSION);
  show(<RequestDock />);
}
beforeEach(() => {
  useFolder.setState(useFolder.getInitialState());
  client = connect(
    createScriptedClient({
      'permission.answer': () => ({ accepted: true }),
      'question.answer': () => ({ accepted: true }),
      'session.close': () => ({}),
      'permission.admits': ({ rules }) => ({
        calls: 2,
        kinds: rules[0] === LOCAL.rule ? 2 : 0,
        examples:
          rules[0] === LOCAL.rule
            ? [
                { call: 'npm run build -- --watch', count: 1 },
                { call: 'npm run build:all', count: 1 },
              ]
            : [],
        looked: { calls: 9, sessions: 1, partial: false },
      }),
    }),
  );
});
const answers = () => paramsOf(client, 'permission.answer').map((params) => params.answer);
function press(key: string, afterMs: number) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  fireEvent(document.activeElement ?? document.body, Object.defineProperty(event, 'timeStamp', { value: performance.now() + afterMs }));
}
const pressLater = (key: string) => press(key, 10_000);

describe('the approval card', () => {
  it('shows the check of a delegation line by line in Japanese, and the task as it is', async () => {
    const delegation = [
      { about: 'goal' as const, text: 'Fix it', state: 'ok' as const },
      { about: 'scope' as const, text: '', state: 'unsaid' as const },
      { about: 'end' as const, text: '', state: 'ok' as const, rounds: 4 },
    ];
    const preview = { type: 'text' as const, text: 'Fix the parser and report.', delegation };
    await useLanguage('ja');
    await ask({ ...permission, action: { tool: 'Agent', capability: 'agent', paths: [], params: {}, summary: 'Start', preview } });
    expect([...screen.getByRole('region', { name: '委任' }).querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
      '目的',
      'Fix it',
      'ファイル',
      '記述なし',
      '終了条件',
      'モデル呼び出し 4 回まで',
    ]);
    expect(screen.getByText(preview.text)).toBeTruthy();
    await useLanguage('en');
  });

  it('says of the chosen rule what else on record it would allow, with real examples', async () => {
    await ask(permission);
    expect((await screen.findByText(/It would also allow 2 other calls/)).textContent).toContain(
      'npm run build -- --watch · npm run build:all',
    );
    await userEvent.click(screen.getByRole('radio', { name: /Bash\(npm run build\)/ }));
    expect(await screen.findByText('Nothing else on record would be allowed by it.')).toBeTruthy();
    expect(paramsOf(client, 'permission.admits')).toMatchObject([
      { rules: [LOCAL.rule], except: COMMAND, session: SESSION },
      { rules: [SESSION_RULE.rule] },
    ]);
  });

  it('leads to the row of the matrix that the call belongs to', async () => {
    await ask({ ...permission, decision: { ...permission.decision, capabilities: [{ capability: 'delete' }] } });
    await userEvent.click(await screen.findByRole('button', { name: 'See it in the matrix' }));
    expect(useSelection.getState().current).toMatchObject({ view: 'permissions', detail: 'row:delete' });
  });

  it('names the rule that an untrusted folder keeps off, why a grant ends with the session, and offers the trust', async () => {
    useFolder.setState({ folder: FOLDER, trusted: false });
    client.answers['folder.trust'] = () => ({});
    const off = { text: 'Bash(npm run build *)', verdict: 'allow' as const, scope: 'project' as const };
    await ask({ ...permission, decision: { ...permission.decision, off }, offers: [SESSION_RULE] });
    const card = await screen.findByRole('region', { name: 'Approval for Bash' });
    expect(card.textContent).toContain('The rule Bash(npm run build *) would allow it, but the folder is not trusted.');
    expect(card.textContent).toContain('this session: rules are saved in trusted folders only');
    await userEvent.click(screen.getByRole('button', { name: 'Trust this folder' }));
    await screen.findByText(/allows it from the next time on/);
    expect(paramsOf(client, 'folder.trust')).toEqual([{ folder: FOLDER, trusted: true }]);
    expect(screen.queryByRole('button', { name: 'Trust this folder' })).toBeNull();
  });

  it('takes the focus itself and never puts it on a button', async () => {
    await ask(permission);
    expect(document.activeElement).toBe(await screen.findByRole('region', { name: 'Approval for Bash' }));
  });

  it('leaves the focus in a text that is being written', async () => {
    show(<input aria-label="elsewhere" defaultValue="half a sentence" />);
    screen.getByLabelText('elsewhere').focus();
    await ask(permission);
    await screen.findByRole('region', { name: 'Approval for Bash' });
    expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'));
  });

  it('shows the whole command, why it asks, what was read, and the rule with its file', async () => {
    await ask(permission);
    const card = await screen.findByRole('region', { name: 'Approval for Bash' });
    const command = [...card.querySelectorAll('pre')].find((element) => element.textContent === COMMAND);
    expect(command?.className).not.toMatch(/truncate|line-clamp/);
    for (const text of ['no rule allows the whole command', 'https://example.com/issue/42', LOCAL.rule, LOCAL.file, 'this session'])
      expect(card.textContent).toContain(text);
  });

  it('says always only of a rule that a file keeps, and for this session of the rest', async () => {
    await ask(permission);
    expect(await screen.findByRole('button', { name: /^Allow always/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /this session/ }));
    expect(screen.queryByRole('button', { name: /^Allow always/ })).toBeNull();
    expect(screen.getByRole('group', { name: /^“Allow for this session”/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Allow for this session/ }));
    expect(answers()).toEqual([{ type: 'allow-always', offer: SESSION_RULE }]);
    await act(() => useLanguage('ja'));
    expect(screen.getByRole('button', { name: /^このセッションで許可/ })).toBeTruthy();
    await act(() => useLanguage('en'));
  });

  it('leads to the rule that decided, and to the simulator with this call in it', async () => {
    const rule = { text: 'Bash(npm run *)', verdict: 'ask' as const, scope: 'project' as const, file: '/p/.claude/settings.json', line: 3 };
    await ask({ ...permission, decision: decision({ decision: 'ask', rule }) });
    await userEvent.click(await screen.findByRole('button', { name: 'See the rule' }));
    expect(useSelection.getState().current).toEqual({ view: 'permissions', session: SESSION, detail: rule.text });
    await userEvent.click(screen.getByRole('button', { name: 'Try it in the simulator' }));
    expect(useSelection.getState().current).toEqual({ view: 'permissions', session: SESSION, item: 'i-bash', detail: rule.text });
  });

  it('leads to a hook that had a say, and to its entry in the ledger', async () => {
    const source = { file: '/p/.claude/settings.json', line: 3, scope: 'project' as const };
    const hooks = [{ run: 'run_1', hook: 'hook_1', label: 'sh guard.sh', source, decision: 'ask' as const }];
    await ask({ ...permission, decision: decision({ decision: 'ask', hooks }) });
    await userEvent.click(await screen.findByRole('button', { name: 'See the hook' }));
    expect(useSelection.getState().current).toEqual({ view: 'hooks', session: SESSION, detail: 'hook_1' });
    await userEvent.click(screen.getByRole('button', { name: 'See it in the hook ledger' }));
    expect(useSelection.getState().current).toEqual({ view: 'sessions', session: SESSION, item: 'i-bash', event: 'run_1' });
    expect(useUi.getState()).toMatchObject({ bottomOpen: true, bottom: 'hooks' });
  });

  it('is deaf to a key that was on its way when it appeared', async () => {
    await ask(permission);
    await screen.findByRole('region', { name: 'Approval for Bash' });
    press('1', 0);
    expect(answers()).toEqual([]);
  });

  it('answers by the keys 1 to 3, with the rule that is chosen', async () => {
    await ask(permission);
    await screen.findByRole('region', { name: 'Approval for Bash' });
    await userEvent.click(screen.getByRole('radio', { name: /this session/ }));
    screen.getByRole('region', { name: 'Approval for Bash' }).focus();
    pressLater('2');
    pressLater('1');
    expect(answers()).toEqual([{ type: 'allow-always', offer: SESSION_RULE }]);
  });

  it('does not take keys from text fields', async () => {
    show(<input aria-label="elsewhere" defaultValue="" />);
    await ask(permission);
    (await screen.findByLabelText('elsewhere')).focus();
    pressLater('1');
    expect(answers()).toEqual([]);
  });

  it('rejects with words by key 4', async () => {
    await ask(permission);
    await screen.findByRole('region', { name: 'Approval for Bash' });
    pressLater('4');
    await userEvent.type(await screen.findByRole('textbox', { name: 'What the agent should do instead' }), 'use the cache{Enter}');
    expect(answers()).toEqual([{ type: 'reject-with-words', words: 'use the cache' }]);
  });

  it('says when somebody else was first, and lets go of the buttons on failure', async () => {
    client.answers['permission.answer'] = undefined;
    await ask(permission);
    const once = await screen.findByRole('button', { name: /Allow once/ });
    await userEvent.click(once);
    expect(once).toHaveProperty('disabled', false);
  });
});

describe('the request dock', () => {
  it('walks through requests and answers a question', async () => {
    await ask(permission, question);
    await userEvent.click(await screen.findByRole('button', { name: 'Next request' }));
    await userEvent.click(await screen.findByRole('radio', { name: /12/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    expect(paramsOf(client, 'question.answer')).toEqual([{ session: SESSION, request: 'r2', answers: [['12']] }]);
  });

  it('lets a question go unanswered', async () => {
    await ask(question);
    await userEvent.click(await screen.findByRole('button', { name: 'Leave unanswered' }));
    expect(paramsOf(client, 'question.answer')).toEqual([{ session: SESSION, request: 'r2' }]);
  });
});

it('shows the request of the step that is selected, and pages on from there', async () => {
  useSelection.setState({ current: { view: 'sessions', session: SESSION, item: 'i-q' } });
  await ask(permission, question);
  expect(await screen.findByRole('region', { name: 'The agent asks' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Previous request' }));
  expect(await screen.findByRole('region', { name: 'Approval for Bash' })).toBeDefined();
  useSelection.setState(useSelection.getInitialState());
});
