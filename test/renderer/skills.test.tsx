// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AgentLines } from '../../renderer/features/conversation/agent-lines';
import { SkillUseLine } from '../../renderer/features/conversation/skill-use-line';
import { SkillsView } from '../../renderer/features/skills/skills-view';
import { draftOf, NEW_SESSION, useComposer } from '../../renderer/stores/composer';
import { useConfig } from '../../renderer/stores/config';
import { useFolder } from '../../renderer/stores/folder';
import { useSelection } from '../../renderer/stores/selection';
import { useSession } from '../../renderer/stores/session';
import { HostCallError } from '../../renderer/transport/host-call-error';
import type { Result } from '../../shared/contract/methods';
import type { SkillEntry } from '../../shared/model/skill-report';
import { configSchema } from '../../shared/model/config';
import { emptySession } from '../../shared/reduce/session-reducer';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));
beforeAll(() => {
  // The page of the tests has no layout.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
});

const entry = (name: string, more: Partial<SkillEntry>): SkillEntry => ({
  name,
  scope: 'project',
  form: 'skill',
  path: `/p/.claude/skills/${name}/SKILL.md`,
  folder: `/p/.claude/skills/${name}`,
  description: `About ${name}`,
  modelInvocable: true,
  userInvocable: true,
  state: 'in-force',
  listed: 'whole',
  ...more,
});
const TREE: Result<'skills.tree'> = {
  skills: [
    entry('deploy', { modelInvocable: false, listed: 'not' }),
    entry('commit', { scope: 'bundled', path: '/app/skills/commit/SKILL.md', folder: '/app/skills/commit', listed: 'cut' }),
    entry('lint', { state: 'shadowed', by: '/home/.claude/skills/lint/SKILL.md', listed: 'not' }),
  ],
  listing: { budget: 100, size: 90, tokens: 20, text: '- commit', cut: ['commit'] },
  places: [
    { scope: 'project', form: 'skill', folder: '/p/.claude/skills' },
    { scope: 'personal', form: 'skill', folder: '/home/.claude/skills' },
  ],
  diagnostics: [
    { code: 'skill-frontmatter', message: 'The frontmatter is not valid', severity: 'warning', file: '/p/x/SKILL.md', line: 2 },
  ],
};
const PREVIEW: Result<'skills.preview'> = {
  name: 'deploy',
  line: '- deploy: About deploy',
  lineTokens: 6,
  modelInvocable: false,
  body: 'Deploy it.',
  bodyTokens: 3,
  commands: [{ command: 'git status', line: 5, decision: 'ask', reason: 'Nothing allows it.' }],
  files: [{ path: 'scripts/go.sh', size: 12 }],
  filesCut: false,
  diagnostics: [{ code: 'skill-long', message: 'too long', severity: 'warning', line: 4 }],
};
const MEMORY: Result<'folder.memory'> = {
  files: [
    { path: '/p/CLAUDE.md', kind: 'instructions', scope: 'project', size: 9000, lines: 240, tokens: 900 },
    { path: '/p/docs/style.md', kind: 'instructions', scope: 'project', size: 400, lines: 5, tokens: 100, importedBy: '/p/CLAUDE.md' },
    { path: '/p/.claude/rules/menu.md', kind: 'rule', scope: 'project', size: 80, lines: 1, tokens: 20, when: 'menu/**' },
  ],
  diagnostics: [],
};

const TEXT = '---\n# why\ndescription: About deploy # short\nodd: 1\n---\nDeploy it.\n';

let client: ScriptedClient;
beforeEach(() => {
  useFolder.setState({ folder: '/p', trusted: true });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'skills' }, past: [], future: [] });
  client = connect(
    createScriptedClient({
      'skills.tree': () => TREE,
      'skills.preview': () => PREVIEW,
      'skills.triggers': () => ({ path: '/p/t.yaml', should: ['Ship it'], shouldNot: ['What is it?'], diagnostics: [] }),
      'document.read': () => ({ text: TEXT, hash: 'h1', size: TEXT.length, scope: 'project', writable: true }),
      'document.watch': () => ({}),
      'document.unwatch': () => ({}),
      'folder.memory': () => MEMORY,
    }),
  );
});

async function open(detail?: string) {
  if (detail !== undefined) useSelection.setState({ current: { view: 'skills', detail }, past: [], future: [] });
  show(<SkillsView folder="/p" />);
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
}

describe('skills and memory', () => {
  it('lists skills by scope, and says which do not count, which only a person runs, and what had to be cut', async () => {
    await open();
    const own = await screen.findByRole('list', { name: 'Project' });
    expect(within(own).getByRole('button', { name: /\/lint.*shadowed/ }).title).toContain('/home/.claude/skills/lint/SKILL.md');
    expect(
      within(own)
        .getByRole('button', { name: /\/deploy.*only you/ })
        .getAttribute('aria-current'),
    ).toBe('true');
    expect(within(screen.getByRole('list', { name: 'Comes with Vitrine' })).getByText('name only')).toBeTruthy();
    expect(screen.getByText(/by name only.*commit/)).toBeTruthy();
    expect(screen.getByText('x/SKILL.md:2')).toBeTruthy();
  });

  it('puts a skill into the message field and sends nothing', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Use /deploy' }));
    expect(draftOf(useComposer.getState(), NEW_SESSION).text).toBe('/deploy ');
    expect(useSelection.getState().current.view).toBe('sessions');
    expect(client.calls.map(({ method }) => method)).not.toContain('session.send');
  });

  it('copies a skill with its whole folder, and renames the folder', async () => {
    client.answers['document.copy'] = () => ({});
    client.answers['document.rename'] = () => ({});
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Copy to yours' }));
    const own = '/p/.claude/skills/deploy';
    expect(paramsOf(client, 'document.copy')).toEqual([{ folder: '/p', path: own, to: '/home/.claude/skills/deploy' }]);
    await waitFor(() => expect(useSelection.getState().current.detail).toBe('/home/.claude/skills/deploy/SKILL.md'));
    await user.click(await screen.findByRole('button', { name: 'Rename' }));
    const name = screen.getByRole('textbox', { name: 'New name' });
    await user.clear(name);
    await user.type(name, 'Ship It{Enter}');
    expect(paramsOf(client, 'document.rename')).toEqual([{ folder: '/p', path: own, to: '/p/.claude/skills/ship-it' }]);
  });

  it('changes the text by the form, one key at a time, and shows what the model would see of it', async () => {
    const user = await open();
    await user.click(await screen.findByRole('tab', { name: 'Form' }));
    await user.click(await screen.findByRole('switch', { name: 'Only people may run it' }));
    await user.type(screen.getByRole('textbox', { name: 'Hint for arguments' }), 'x');
    await waitFor(() => {
      const asked = client.calls.findLast(({ method }) => method === 'skills.preview')?.params;
      expect(asked).toMatchObject({
        text: '---\n# why\ndescription: About deploy # short\nodd: 1\ndisable-model-invocation: true\nargument-hint: x\n---\nDeploy it.\n',
      });
    });
    await user.click(screen.getByRole('tab', { name: /What the model sees/ }));
    expect(screen.getByText('would end it')).toBeTruthy();
  });

  it('opens, makes, moves and throws away files beside a skill, and looks for dead references after each', async () => {
    client.answers['document.create'] = () => ({ hash: 'h2' });
    client.answers['document.rename'] = () => ({});
    client.answers['document.trash'] = () => ({ undo: 'trash_1' });
    const user = await open();
    await user.click(await screen.findByRole('tab', { name: 'Files (1)' }));
    const list = await screen.findByRole('list', { name: 'Files beside it' });
    expect(within(list).getByRole('button', { name: /^scripts\/go\.sh.*12 B/ })).toBeTruthy();
    const folder = '/p/.claude/skills/deploy';
    expect(await screen.findByRole('textbox', { name: `${folder}/scripts/go.sh` })).toBeTruthy();
    const asked = () => paramsOf(client, 'skills.preview').length;
    let before = asked();
    await user.click(screen.getByRole('button', { name: 'New file' }));
    const path = await screen.findByRole('textbox', { name: /^Path, such as/ });
    await user.type(path, '../out.md{Enter}');
    expect(paramsOf(client, 'document.create')).toEqual([]);
    await user.clear(path);
    await user.type(path, 'references/a.md{Enter}');
    expect(paramsOf(client, 'document.create')).toEqual([{ folder: '/p', path: `${folder}/references/a.md`, text: '' }]);
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    await user.click(within(list).getByRole('button', { name: /^scripts\/go\.sh/ }));
    await user.click(await screen.findByRole('button', { name: 'Rename' }));
    const name = screen.getByRole('textbox', { name: 'New name' });
    await user.clear(name);
    before = asked();
    await user.type(name, 'scripts/run.sh{Enter}');
    expect(paramsOf(client, 'document.rename')).toEqual([
      { folder: '/p', path: `${folder}/scripts/go.sh`, to: `${folder}/scripts/run.sh` },
    ]);
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    await user.click(within(list).getByRole('button', { name: /^scripts\/go\.sh/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(paramsOf(client, 'document.trash')).toEqual([{ folder: '/p', path: `${folder}/scripts/go.sh` }]);
  });

  it('shows the size of a file that is no text', async () => {
    const read = client.answers['document.read'];
    client.answers['document.read'] = (place) => {
      if (place.path.endsWith('go.sh')) throw new HostCallError({ code: 'bad-request', message: 'binary' });
      return read?.(place) ?? Promise.reject();
    };
    const user = await open();
    await user.click(await screen.findByRole('tab', { name: 'Files (1)' }));
    expect(await screen.findByText(/no text that can be edited here: 12 B/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
  });

  it('sends prompts one after the other and counts where it fired', async () => {
    client.answers['skills.tryTrigger'] = ({ prompt }: { prompt: string }) => ({
      fired: prompt === 'Ship it',
      called: [],
      listed: true,
      tokens: 10,
      durationMs: 1,
    });
    const user = await open();
    await user.click(await screen.findByRole('tab', { name: 'Trigger test' }));
    await user.click(await screen.findByRole('button', { name: 'Send 2 prompts' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/should: 1 of 1.*should not: 0 of 1/));
  });

  it('makes a skill from a template where the person wants it', async () => {
    client.answers['document.create'] = () => ({ hash: 'h2' });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'New' }));
    const name = await screen.findByRole('textbox', { name: 'Name of the skill' });
    // Beside the button that opened it, and not below all that is listed.
    expect(name.compareDocumentPosition(screen.getByRole('button', { name: 'New' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.type(name, 'Release Notes{Enter}');
    const made = client.calls.find(({ method }) => method === 'document.create')?.params;
    expect(made).toMatchObject({ path: '/p/.claude/skills/release-notes/SKILL.md', text: expect.stringContaining('name: release-notes') });
  });

  it('lists memory files in the order of loading, with import, condition and cost, and warns of a long one', async () => {
    await open('memory');
    const list = await screen.findByRole('list', { name: 'Memory files' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
    const [first, second, third] = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent ?? '');
    expect(first).toMatch(/CLAUDE\.md240 lines9\.0 kB~900 tokens.*beyond 200 lines/);
    expect(second).toMatch(/imported by CLAUDE\.md/);
    expect(third).toMatch(/1 line80 B~20 tokens.*fits menu\/\*\*/);
    expect(screen.getByText('~1.0k tokens')).toBeTruthy();
  });

  it('says that the person’s own files are not read, and where to change that', async () => {
    useConfig.setState({ config: configSchema.parse({ readUserFiles: false }) });
    const user = await open('memory');
    await user.click(await screen.findByRole('button', { name: 'Change in the settings' }));
    expect(useSelection.getState().current).toEqual({ view: 'settings', detail: 'context' });
  });

  it('says what cannot be read, tries again, and says what an empty list is for', async () => {
    client.answers['skills.tree'] = () => {
      throw new HostCallError({ code: 'unavailable', message: 'off' });
    };
    client.answers['folder.memory'] = () => ({ files: [], diagnostics: [] });
    const user = await open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/not available/);
    client.answers['skills.tree'] = () => ({ ...TREE, skills: [], diagnostics: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/A skill is a folder/)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Memory' }));
    expect(await screen.findByText(/No CLAUDE\.md/)).toBeTruthy();
  });
});

describe('a skill in the conversation', () => {
  const use = { turn: 't', agent: 'main', skill: 'deploy', outcome: 'loaded' as const, tokens: 120 };

  it('says that a typed one took no call, and one that the model asked for a call more, with its tokens and time', () => {
    const usage = { input: 900, cacheRead: 0, cacheWrite: 0, output: 100 };
    const call = { call: 'c1', turn: 't', agent: 'main', number: 1, model: 'm', state: 'done' as const, estimate: 1, lint: 0, retries: 0 };
    useSession.setState({
      state: {
        ...emptySession('s'),
        items: [{ id: 'i2', kind: 'tool-call', turn: 't', agent: 'main', call: 'c1', state: 'done', chars: 1 }],
        calls: [{ ...call, usage, durationMs: 1500, startedAt: '2026-11-30T09:00:00.000Z' }],
        skillUses: [
          { ...use, by: 'person', item: 'i1', body: 'i1', calls: 0 },
          { ...use, by: 'model', item: 'i2', calls: 1 },
        ],
      },
    });
    useSelection.setState({ current: { view: 'sessions', session: 's' }, past: [], future: [] });
    const typed = show(<SkillUseLine item="i1" />);
    expect(typed.container.textContent).toBe('loaded~120 tokenstyped: no extra callSee its textEdit the skill');
    const asked = show(<SkillUseLine item="i2" />);
    expect(asked.container.textContent).toMatch(/by the model: one more call1\.0k tokens1\.5/);
    expect(within(asked.container).queryByRole('button', { name: 'See its text' })).toBeNull();
    fireEvent.click(within(typed.container).getByRole('button', { name: 'See its text' }));
    expect(useSelection.getState().current).toEqual({ view: 'sessions', session: 's', item: 'i1' });
  });

  it('shows every agent that a message started, and leads to it', async () => {
    const node = {
      parent: 'main',
      turn: 't',
      item: 'i1',
      by: 'skill' as const,
      agentType: 'Explore',
      task: '/count',
      model: 'm',
      depth: 1,
      background: false,
      state: 'completed' as const,
      spans: [],
      rounds: 1,
      usage: { input: 900, cacheRead: 0, cacheWrite: 0, output: 100 },
      returned: 12,
    };
    const agents = ['main/explore-1', 'main/explore-2'].map((agent) => ({ ...node, agent }));
    useSession.setState({ state: { ...emptySession('s'), agents: [...agents, { ...node, agent: 'main/plan-1', item: 'i2' }] } });
    useSelection.setState({ current: { view: 'sessions', session: 's' }, past: [], future: [] });
    const { container } = show(<AgentLines item="i1" />);
    expect(container.textContent).toMatch(/explore-1.*explore-2/s);
    expect(container.textContent).not.toContain('plan-1');
    await userEvent.setup().click(screen.getAllByRole('button')[1] ?? container);
    expect(useSelection.getState().current.agent).toBe('main/explore-2');
  });
});
