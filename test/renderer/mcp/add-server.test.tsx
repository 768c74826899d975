// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AddServer } from '../../../renderer/features/mcp/add-server';
import { useSelection } from '../../../renderer/stores/selection';
import { SERVERS } from '../support/demo-servers';
import { FOLDER } from '../support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from '../support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from '../support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const PLAN = {
  path: `${FOLDER}/.mcp.json`,
  before: '',
  text: '{"mcpServers":{}}',
  patch: '@@ -0,0 +1 @@\n+the exact line\n',
  diagnostics: [],
};
let client: ScriptedClient;
beforeEach(() => {
  client = connect(createScriptedClient({ 'mcp.planAdd': () => PLAN, 'mcp.write': () => ({ base: 'written' }) }));
  show(<AddServer folder={FOLDER} data={SERVERS} onWritten={() => undefined} />);
});

const paste = async (text: string) => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('textbox', { name: 'Paste an entry' }));
  await user.paste(text);
  return user;
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const look = () => screen.getByRole('button', { name: 'Look at the change' });

describe('the form for a new server', () => {
  it('is filled from what a README says, shows the exact change, and writes it only then', async () => {
    const user = await paste(
      '{ "mcpServers": { "git": { "command": "uvx", "args": ["mcp-server-git", "--repository", "a b"], "env": { "GIT_TOKEN": "t0" } } } }',
    );
    expect(field('Name').value).toBe('git');
    expect(field('Arguments').value).toBe('mcp-server-git\n--repository\na b');
    await user.selectOptions(screen.getByRole('combobox', { name: 'For whom' }), 'project');
    expect(screen.getByText(/would go to everybody/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use ${GIT_TOKEN}' }));
    await user.click(look());
    expect(await screen.findByText('the exact line')).toBeTruthy();
    expect(paramsOf(client, 'mcp.planAdd')).toEqual([
      {
        folder: FOLDER,
        server: 'git',
        scope: 'project',
        entry: { type: 'stdio', command: 'uvx', args: ['mcp-server-git', '--repository', 'a b'], env: { GIT_TOKEN: '${GIT_TOKEN}' } },
      },
    ]);
    expect(paramsOf(client, 'mcp.write')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add git' }));
    expect(paramsOf(client, 'mcp.write')).toEqual([{ folder: FOLDER, path: PLAN.path, text: PLAN.text }]);
    expect(useSelection.getState().current).toEqual({ view: 'mcp', detail: 'git' });
  });

  it('drops a change that was shown when the form says something else', async () => {
    const user = await paste('{"command": "uvx"}');
    await user.type(field('Name'), 'one');
    await user.click(look());
    await screen.findByText('the exact line');
    await user.type(field('Command'), 'x');
    expect(screen.queryByText('the exact line')).toBeNull();
  });

  it.each([
    ['an entry without braces around it', '"web": {"url": "https://a.example/mcp", "type": "streamable-http"},', 'web'],
    ['a file of another program', '{"servers": {"my web": {"type": "http", "url": "https://a.example/mcp"}}}', 'my-web'],
    ['commas at ends', '{"mcpServers": {"web": {"url": "https://a.example/mcp",},}}', 'web'],
    ['a block of Markdown', '```json\n{"web": {"url": "https://a.example/mcp"}}\n```', 'web'],
  ])('reads %s', async (_what, text, name) => {
    const user = await paste(text);
    expect(field('Name').value).toBe(name);
    expect(field('Address').value).toBe('https://a.example/mcp');
    await user.click(look());
    expect(paramsOf(client, 'mcp.planAdd')[0]?.entry).toEqual({ type: 'http', url: 'https://a.example/mcp' });
  });

  it('keeps what was pasted of how to sign in', async () => {
    const oauth = { clientId: 'c', callbackPort: 8123, scopes: 'read write' };
    const user = await paste(JSON.stringify({ web: { type: 'http', url: 'https://a.example/mcp', oauth } }));
    await user.click(look());
    expect(paramsOf(client, 'mcp.planAdd')[0]?.entry).toMatchObject({
      oauth: { clientId: 'c', callbackPort: 8123, scopes: ['read', 'write'] },
    });
  });

  it('lets the person choose where there are several', async () => {
    const user = await paste('{"mcpServers": {"a": {"command": "one"}, "b": {"command": "two"}}}');
    await user.click(screen.getByRole('button', { name: 'b' }));
    expect(field('Command').value).toBe('two');
  });

  it.each([
    ['not json', 'This is not JSON yet.'],
    ['{"mcpServers": {}}', 'There is no server in it.'],
  ])('says what is wrong with %s', async (text, words) => {
    await paste(text);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it.each([
    ['a b', 'Letters, digits, _ and - only, at most 64.', true],
    ['workspace', 'This name is reserved.', true],
    ['Claude Browser', 'This name is reserved.', true],
    ['memory', 'There is one of this name in that place: it would be replaced.', false],
  ])('says what is wrong with the name %s', async (name, words, isRefused) => {
    const user = await paste('{"command": "uvx"}');
    await user.type(field('Name'), name);
    expect(screen.getByText(words)).toBeTruthy();
    expect(look().hasAttribute('disabled')).toBe(isRefused);
  });
});
