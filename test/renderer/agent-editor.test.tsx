// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AgentsView } from '../../renderer/features/agents/agents-view';
import { useConfig } from '../../renderer/stores/config';
import { useFolder } from '../../renderer/stores/folder';
import { useSelection } from '../../renderer/stores/selection';
import { useSession } from '../../renderer/stores/session';
import { useToasts } from '../../renderer/stores/toasts';
import type { Result } from '../../shared/contract/methods';
import { configSchema } from '../../shared/model/config';
import { emptySession } from '../../shared/reduce/session-reducer';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(async () => {
  await useLanguage('en');
  // The page of the tests has no layout.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
});

const FILE = '/p/.claude/agents/code-reviewer.md';
const BROKEN = '/p/.claude/agents/draft.md';
const TEXT = '---\nname: Code reviewer\ndescription: Reviews\ntools: Read # only\n---\nYou review.\n';
const TYPES: Result<'agents.types'> = {
  types: [
    {
      name: 'Code reviewer',
      description: 'Reviews',
      scope: 'project',
      file: FILE,
      line: 2,
      disallowedTools: [],
      skills: [],
      background: false,
    },
    { name: 'Explore', description: 'Looks', scope: 'built-in', line: 1, disallowedTools: [], skills: [], background: false },
  ],
  unusable: [{ scope: 'project', file: BROKEN }],
  places: [
    { scope: 'project', folder: '/p/.claude/agents' },
    { scope: 'user', folder: '/home/.claude/agents' },
  ],
  diagnostics: [],
};

let disk: string;
let client: ScriptedClient;
beforeEach(() => {
  disk = TEXT;
  useFolder.setState({ folder: '/p', trusted: true });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'agents' }, past: [], future: [] });
  client = connect(
    createScriptedClient({
      'agents.types': () => TYPES,
      'agents.preview': () => ({
        diagnostics: [{ code: 'agent-key', severity: 'warning', message: 'odd', line: 3 }],
      }),
      'worktrees.list': () => ({ worktrees: [] }),
      'document.read': () => ({ text: disk, hash: 'h1', size: disk.length, scope: 'project', writable: true }),
      'document.write': ({ text }) => {
        disk = text;
        return { hash: 'h2' };
      },
      'document.rename': () => ({}),
      'document.copy': () => ({}),
      'document.trash': () => ({ undo: 'trash_1' }),
      'document.restore': () => ({ path: FILE }),
      'document.watch': () => ({}),
      'document.unwatch': () => ({}),
    }),
  );
});

async function open(detail?: string) {
  if (detail !== undefined) useSelection.setState({ current: { view: 'agents', detail }, past: [], future: [] });
  show(<AgentsView folder="/p" />);
  await screen.findByRole('tab', { name: 'Form' });
  return userEvent.setup();
}

describe('the editor of a definition', () => {
  it('shows what an agent inherits of the open session', async () => {
    useSession.setState({ state: { ...emptySession('s'), folder: '/p', model: 'scripted/mine' } });
    await open();
    await waitFor(() => expect(paramsOf(client, 'agents.preview').at(-1)).toMatchObject({ model: 'scripted/mine' }));
  });

  it('changes the text by the form, one key at a time, and shows what is wrong with the text', async () => {
    const user = await open();
    await user.click(await screen.findByRole('tab', { name: 'Form' }));
    const tools = await screen.findByRole('textbox', { name: /^Its tools/ });
    await waitFor(() => expect((tools as HTMLInputElement).value).toBe('Read'));
    await user.type(tools, ', Grep');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Where it works' }), 'worktree');
    await user.click(screen.getByRole('switch', { name: 'Always in the background' }));
    const text =
      '---\nname: Code reviewer\ndescription: Reviews\ntools: Read, Grep # only\nisolation: worktree\nbackground: true\n---\nYou review.\n';
    await waitFor(() => expect(paramsOf(client, 'agents.preview').at(-1)).toMatchObject({ text, file: FILE }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(disk).toBe(text));
    await user.click(screen.getByRole('tab', { name: 'What it begins with (1 problem)' }));
    expect(await screen.findByText('odd')).toBeTruthy();
  });

  it('renames the agent and the file that is called after it', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Rename' }));
    const field = screen.getByRole('textbox', { name: 'New name' });
    await user.clear(field);
    await user.type(field, 'Strict reviewer{Enter}');
    await waitFor(() => expect(disk).toBe(TEXT.replace('Code reviewer', 'Strict reviewer')));
    const to = '/p/.claude/agents/strict-reviewer.md';
    expect(paramsOf(client, 'document.rename')).toEqual([{ folder: '/p', path: FILE, to }]);
    expect(useSelection.getState().current.detail).toBe(to);
  });

  it('copies it to the person’s own, and throws it away with a way back', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Copy to yours' }));
    const to = '/home/.claude/agents/code-reviewer.md';
    expect(paramsOf(client, 'document.copy')).toEqual([{ folder: '/p', path: FILE, to }]);
    await waitFor(() => expect(useSelection.getState().current.detail).toBe(to));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe('Code reviewer is in the trash.'));
    useToasts.getState().toasts.at(-1)?.action?.run();
    expect(paramsOf(client, 'document.restore')).toEqual([{ undo: 'trash_1' }]);
  });

  it('asks to save first, where a copy or a new name would leave something behind', async () => {
    const user = await open();
    await user.click(await screen.findByRole('tab', { name: 'Form' }));
    await user.type(await screen.findByRole('textbox', { name: 'Model' }), 'opus');
    await user.click(screen.getByRole('tab', { name: 'Text' }));
    const rename = await screen.findByRole('button', { name: 'Rename' });
    expect([(rename as HTMLButtonElement).disabled, rename.title]).toEqual([true, 'Save or drop your changes first']);
    await user.click(screen.getByRole('button', { name: 'Drop my changes' }));
    await waitFor(() => expect((rename as HTMLButtonElement).disabled).toBe(false));
  });

  it('opens a file that defines no agent as it stands', async () => {
    const user = await open(BROKEN);
    const own = screen.getByRole('list', { name: 'Project' });
    expect(
      within(own)
        .getByRole('button', { name: /^draft\.md.*not usable$/ })
        .getAttribute('aria-current'),
    ).toBe('true');
    expect(await screen.findByRole('textbox', { name: BROKEN })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /What it begins with/ }));
    expect(await screen.findByText(/It defines no agent/)).toBeTruthy();
  });
});
