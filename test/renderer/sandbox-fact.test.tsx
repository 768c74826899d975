// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { SandboxFact } from '../../renderer/app/frame/sandbox-fact';
import { useFolder } from '../../renderer/stores/folder';
import { useHost } from '../../renderer/stores/host';
import type { Result } from '../../shared/contract/methods';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient } from './support/scripted-client';

const machine = { available: true, detail: 'bubblewrap' };
const info: Result<'app.info'> = {
  version: '1',
  home: '/home/ann/.vitrine',
  platform: 'linux',
  credential: 'none',
  shell: 'serve',
  sandbox: machine,
  secretStore: 'none',
};

beforeAll(async () => {
  preparePage();
  await useLanguage('en');
});
resetPageAfterEach();
beforeEach(() => useFolder.setState({ folder: '/one', trusted: true }));

it.each([
  [{ isolated: true, detail: 'bubblewrap', byRules: false }, 'Sandbox: bubblewrap'],
  [{ isolated: false, why: 'off' as const, detail: 'switched off', byRules: false }, 'Sandbox: off in this folder, commands are asked for'],
  [{ isolated: false, why: 'unavailable' as const, detail: 'not there', byRules: false }, 'Sandbox: none, commands are asked for'],
  [{ isolated: false, why: 'off' as const, detail: 'switched off', byRules: true }, 'Sandbox: none, your rules decide'],
])('says how the folder stands, whatever the machine can do: %j', async (isolation, words) => {
  const client = createScriptedClient({ 'permission.isolation': () => isolation });
  connect(client);
  useHost.setState({ info });
  show(<SandboxFact />);
  expect((await screen.findByText(words)).title).toBe(isolation.detail);
});

it('asks anew for another folder, and says what the machine can do where the host does not answer', async () => {
  const client = createScriptedClient({
    'permission.isolation': ({ folder }) => ({ isolated: false, why: 'off', detail: folder, byRules: false }),
  });
  connect(client);
  useHost.setState({ info });
  show(<SandboxFact />);
  await screen.findByTitle('/one');
  act(() => useFolder.setState({ folder: '/other' }));
  await screen.findByTitle('/other');
  client.answers = {};
  act(() => useFolder.setState({ folder: '/third' }));
  await screen.findByText('Sandbox: bubblewrap');
});
