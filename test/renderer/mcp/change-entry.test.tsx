// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerPage } from '../../../renderer/features/mcp/server-page';
import { useToasts } from '../../../renderer/stores/toasts';
import { HostCallError } from '../../../renderer/transport/host-call-error';
import { DETAIL, serverView } from '../support/demo-servers';
import { FOLDER } from '../support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from '../support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from '../support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const SERVER = serverView({});
const PLAN = { path: SERVER.file, before: '{"a":1}', text: '{}', patch: '@@ -1 +1 @@\n-{"a":1}\n+{}\n', base: 'old', diagnostics: [] };
const ENTRY = { command: 'npx', args: ['-y', 'memory'], env: { MEMORY_TOKEN: '${TOKEN:-none}' }, timeout: 5000, note: 'mine' };
const place = { folder: FOLDER, server: 'memory' };
let client: ScriptedClient;
beforeEach(() => {
  useToasts.setState({ toasts: [] });
  client = connect(
    createScriptedClient({
      'mcp.server': () => DETAIL,
      'mcp.entry': () => ({ path: SERVER.file, entry: ENTRY, hash: SERVER.hash }),
      'mcp.planEdit': () => PLAN,
      'mcp.planRemove': () => PLAN,
      'mcp.write': () => ({ base: 'new' }),
    }),
  );
});

async function open(button: string, server = SERVER) {
  show(<ServerPage folder={FOLDER} server={server} onChanged={() => undefined} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: button }));
  return user;
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const look = () => screen.getByRole('button', { name: 'Look at the change' });

describe('the form of an entry that is there', () => {
  it('is filled with what the file says, and puts the change in its place', async () => {
    const user = await open('Edit the entry');
    expect((await field('Arguments')).value).toBe('-y\nmemory');
    expect(screen.getByDisplayValue('${TOKEN:-none}')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.clear(await field('Command'));
    await user.type(await field('Command'), 'bunx');
    await user.click(look());
    expect(await screen.findByText('{"a":1}')).toBeTruthy();
    const { args, env } = ENTRY;
    expect(paramsOf(client, 'mcp.planEdit')).toEqual([
      { ...place, scope: 'local', entry: { type: 'stdio', command: 'bunx', args, env }, hash: SERVER.hash },
    ]);
    expect(paramsOf(client, 'mcp.write')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Write the change' }));
    expect(paramsOf(client, 'mcp.write')).toEqual([{ folder: FOLDER, path: PLAN.path, text: '{}', base: 'old' }]);
    expect(await screen.findByRole('tab', { name: 'Overview' })).toBeTruthy();
  });

  it('takes an address with variables', async () => {
    client.answers['mcp.entry'] = () => ({
      path: SERVER.file,
      entry: { type: 'http', url: '${BASE:-https://a.example}/mcp' },
      hash: SERVER.hash,
    });
    const user = await open('Edit the entry');
    await user.type(await field('Address'), '/v2');
    await user.click(look());
    expect(paramsOf(client, 'mcp.planEdit')[0]?.entry).toEqual({ type: 'http', url: '${BASE:-https://a.example}/mcp/v2' });
  });

  it('leaves arguments of several lines as they are', async () => {
    const args = ['-c', 'one\ntwo'];
    client.answers['mcp.entry'] = () => ({ path: SERVER.file, entry: { command: 'sh', args }, hash: SERVER.hash });
    const user = await open('Edit the entry');
    await user.type(await field('Arguments'), 'x');
    expect(screen.getByText(/changed in the file only/)).toBeTruthy();
    await user.click(look());
    expect(paramsOf(client, 'mcp.planEdit')[0]?.entry).toEqual({ type: 'stdio', command: 'sh', args });
  });

  it('says that somebody changed the entry meanwhile, and is filled anew', async () => {
    client.answers['mcp.planEdit'] = () => Promise.reject(new HostCallError({ code: 'conflict', message: '' }));
    const user = await open('Edit the entry');
    await field('Command');
    await user.click(look());
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody has changed this entry meanwhile.');
    client.answers['mcp.entry'] = () => ({ path: SERVER.file, entry: { command: 'uvx' }, hash: 'c'.repeat(64) });
    await user.click(screen.getByRole('button', { name: 'Fill the form with what it says now' }));
    await waitFor(async () => expect((await field('Command')).value).toBe('uvx'));
  });

  it('says so before anything is looked at where the list knows already', async () => {
    await open('Edit the entry', { ...SERVER, hash: 'd'.repeat(64) });
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody has changed this entry meanwhile.');
  });

  it('says so where the file is only read, with the way back', async () => {
    client.answers['mcp.entry'] = () => Promise.reject(new HostCallError({ code: 'read-only', message: '' }));
    const user = await open('Edit the entry');
    expect(await screen.findByText(/stands in a file that is only read here/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to the server' }));
    expect(screen.getByRole('tab', { name: 'Overview' })).toBeTruthy();
  });
});

describe('the removal of a server', () => {
  it('happens only after the change was seen, and can be taken back', async () => {
    const inSight = vi.spyOn(Element.prototype, 'scrollIntoView');
    const user = await open('Look at the change that removes it');
    expect(await screen.findByText('{"a":1}')).toBeTruthy();
    expect(inSight.mock.instances).toContain(screen.getByRole('region', { name: /mcp\.json/ }));
    expect(paramsOf(client, 'mcp.write')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove it from the file' }));
    const removal = { folder: FOLDER, path: PLAN.path, text: '{}', base: 'old' };
    expect(paramsOf(client, 'mcp.write')).toEqual([removal]);
    const [toast] = useToasts.getState().toasts;
    expect(toast).toMatchObject({ text: 'memory was removed.', action: { label: 'Undo' } });
    toast?.action?.run();
    await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([`${PLAN.path} is as it was before.`]));
    expect(paramsOf(client, 'mcp.write')).toEqual([removal, { folder: FOLDER, path: PLAN.path, text: PLAN.before, base: 'new' }]);
  });

  it('says so where the entry stands in a file that is only read', async () => {
    client.answers['mcp.planRemove'] = () => Promise.reject(new HostCallError({ code: 'read-only', message: '' }));
    await open('Look at the change that removes it');
    expect(await screen.findByText(/belongs to another program/)).toBeTruthy();
  });
});
