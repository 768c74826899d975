// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SkillsView } from '../../renderer/features/skills/skills-view';
import { draftOf, NEW_SESSION, useComposer } from '../../renderer/stores/composer';
import { useConfig } from '../../renderer/stores/config';
import { useFolder } from '../../renderer/stores/folder';
import { useSelection } from '../../renderer/stores/selection';
import { HostCallError } from '../../renderer/transport/host-call-error';
import type { Result } from '../../shared/contract/methods';
import { configSchema } from '../../shared/model/config';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const COMMANDS: Result<'folder.commands'> = {
  commands: [
    { name: 'commit', description: 'Commit the work', argumentHint: '[what]', source: 'bundled', path: '/app/skills/commit/SKILL.md' },
    { name: 'deploy', description: 'Ship it', source: 'project', path: '/p/.claude/skills/deploy/SKILL.md', modelInvocable: false },
  ],
  diagnostics: [
    { code: 'skill-frontmatter', message: 'The frontmatter is not valid', severity: 'warning', file: '/p/x/SKILL.md', line: 2 },
  ],
};
const MEMORY: Result<'folder.memory'> = {
  files: [
    { path: '/p/CLAUDE.md', kind: 'instructions', scope: 'project', size: 9000, lines: 240, tokens: 900 },
    { path: '/p/docs/style.md', kind: 'instructions', scope: 'project', size: 400, lines: 5, tokens: 100, importedBy: '/p/CLAUDE.md' },
    { path: '/p/.claude/rules/menu.md', kind: 'rule', scope: 'project', size: 80, lines: 1, tokens: 20, when: 'menu/**' },
  ],
  diagnostics: [],
};

let client: ScriptedClient;
beforeEach(() => {
  useFolder.setState({ folder: '/p', trusted: true });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'skills' }, past: [], future: [] });
  client = connect(createScriptedClient({ 'folder.commands': () => COMMANDS, 'folder.memory': () => MEMORY }));
});

async function open(detail?: string) {
  if (detail !== undefined) useSelection.setState({ current: { view: 'skills', detail }, past: [], future: [] });
  show(<SkillsView folder="/p" />);
  await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 });
  return userEvent.setup();
}

describe('skills and memory', () => {
  it('lists what can be run, from where, and what is wrong', async () => {
    await open();
    const list = await screen.findByRole('list', { name: 'Commands and skills' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    expect(within(list).getByText('comes with Vitrine')).toBeTruthy();
    expect(within(list).getByText(/Only you can run it/)).toBeTruthy();
    expect(screen.getByText('/p/x/SKILL.md:2')).toBeTruthy();
  });

  it('puts a command into the message field and sends nothing', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Use /deploy' }));
    expect(draftOf(useComposer.getState(), NEW_SESSION).text).toBe('/deploy ');
    expect(useSelection.getState().current.view).toBe('sessions');
    expect(client.calls.map(({ method }) => method)).not.toContain('session.send');
  });

  it('lists memory files in the order of loading, with import, condition and cost, and warns of a long one', async () => {
    await open('memory');
    const list = await screen.findByRole('list', { name: 'Memory files' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
    const [first, second, third] = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent ?? '');
    expect(first).toMatch(/CLAUDE\.md240 lines9\.0 kB~900.*beyond 200 lines/);
    expect(second).toMatch(/imported by CLAUDE\.md/);
    expect(third).toMatch(/1 line80 B~20.*fits menu\/\*\*/);
    expect(screen.getByText('~1.0k')).toBeTruthy();
  });

  it('says that the person’s own files are not read, and where to change that', async () => {
    useConfig.setState({ config: configSchema.parse({ readUserFiles: false }) });
    const user = await open('memory');
    await user.click(await screen.findByRole('button', { name: 'Change in the settings' }));
    expect(useSelection.getState().current).toEqual({ view: 'settings', detail: 'context' });
  });

  it('says what cannot be read, tries again, and says what an empty list is for', async () => {
    client.answers['folder.commands'] = () => {
      throw new HostCallError({ code: 'unavailable', message: 'off' });
    };
    client.answers['folder.memory'] = () => ({ files: [], diagnostics: [] });
    const user = await open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/not available/);
    client.answers['folder.commands'] = () => ({ commands: [], diagnostics: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/A skill is a folder/)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Memory' }));
    expect(await screen.findByText(/No CLAUDE\.md/)).toBeTruthy();
  });
});
