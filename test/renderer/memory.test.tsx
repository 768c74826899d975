// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Composer } from '../../renderer/features/composer/composer';
import { MemoryTab } from '../../renderer/features/skills/memory-tab';
import { useConfig } from '../../renderer/stores/config';
import { useFolder } from '../../renderer/stores/folder';
import { useSelection } from '../../renderer/stores/selection';
import { useToasts } from '../../renderer/stores/toasts';
import { configSchema } from '../../shared/model/config';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(async () => {
  await useLanguage('en');
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
});

const RULE = 'Bash(npm publish *)';
let client: ScriptedClient;
let disk: Record<string, string>;
beforeEach(() => {
  useFolder.setState({ folder: '/p', trusted: true });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'skills' }, past: [], future: [] });
  disk = { '/p/CLAUDE.md': 'Use tabs.\nNever run `npm publish`.\n' };
  client = connect(
    createScriptedClient({
      'folder.memory': () => ({
        files: [
          { path: '/p/CLAUDE.md', kind: 'instructions', scope: 'project', lines: 2, size: 40, tokens: 17 },
          { path: '/p/style.md', kind: 'instructions', scope: 'project', lines: 240, size: 9000, tokens: 900, importedBy: '/p/CLAUDE.md' },
          { path: '/p/.claude/rules/x.md', kind: 'rule', scope: 'project', lines: 1, size: 8, tokens: 2, when: '*.ts' },
        ],
        notes: { on: true, folder: '/v/memory', topics: ['/v/memory/tests.md'] },
        diagnostics: [],
      }),
      'memory.lint': () => ({
        findings: [
          {
            code: 'memory-contradiction',
            severity: 'warning',
            file: '/p/style.md',
            line: 4,
            words: 'Use spaces.',
            other: { file: '/p/CLAUDE.md', line: 1, words: 'Use tabs.' },
          },
          {
            code: 'memory-unenforced',
            severity: 'info',
            file: '/p/CLAUDE.md',
            line: 2,
            words: 'Never run `npm publish`.',
            offer: { type: 'rule', verdict: 'deny', rules: [RULE] },
          },
        ],
      }),
      'memory.targets': () => ({
        targets: [
          { target: 'project', path: '/p/CLAUDE.md', exists: true },
          { target: 'local', path: '/p/CLAUDE.local.md', exists: false },
        ],
      }),
      'memory.planLine': ({ path, line }) => {
        const before = disk[path];
        const patch = `@@ -1 +1 @@\n+- ${line}`;
        return { text: `${before ?? ''}- ${line}\n`, before: before ?? '', patch, ...(before === undefined ? {} : { base: before }) };
      },
      'memory.keepNotes': () => ({ path: '/p/.claude/settings.local.json' }),
      'document.read': ({ path }) => ({ text: disk[path] ?? '', hash: disk[path] ?? '', size: 1, scope: 'project', writable: true }),
      'document.write': ({ path, text }) => {
        disk[path] = text;
        return { hash: text };
      },
      'document.create': ({ path, text }) => {
        disk[path] = text;
        return { hash: text };
      },
      'document.trash': ({ path }) => {
        delete disk[path];
        return { undo: 'u' };
      },
      'document.watch': () => ({}),
      'document.unwatch': () => ({}),
      'permission.plan': () => ({
        files: [{ path: '/p/.claude/settings.json', exists: false, hash: '', patch: `@@ -0,0 +1 @@\n+"${RULE}"` }],
        session: { add: [], remove: [] },
        changes: [
          {
            row: 'deploy',
            column: 'mode:default',
            before: { row: 'deploy', column: 'mode:default', verdict: 'ask', mixed: false, probes: [] },
            after: { row: 'deploy', column: 'mode:default', verdict: 'deny', mixed: false, probes: [] },
          },
        ],
        blockers: [],
        problems: [],
      }),
      'permission.apply': () => ({ undo: 'undo_1' }),
      'session.prepare': () => ({}),
    }),
  );
});

describe('the memory tab', () => {
  const open = async () => {
    show(<MemoryTab folder="/p" changed="1" onChanged={() => undefined} />);
    return { user: userEvent.setup(), list: await screen.findByRole('list', { name: 'Memory files' }) };
  };

  it('lists what is loaded, in order, with size, cost, import and condition, and what could be made', async () => {
    const { list } = await open();
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent ?? '');
    expect(rows[1]).toMatch(/style\.md240 lines9\.0 kB.*imported by CLAUDE\.md.*beyond 200 lines/);
    expect(rows[2]).toMatch(/fits \*\.ts/);
    expect(await screen.findByRole('button', { name: 'CLAUDE.local.md' })).toBeTruthy();
  });

  it('opens a file in place at the line of a finding, and marks it there', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'CLAUDE.md:2' }));
    const editor = await screen.findByRole('textbox', { name: 'Text of /p/CLAUDE.md' });
    expect(editor.textContent).toContain('Never run');
    expect(useSelection.getState().current.detail).toBe('memory:/p/CLAUDE.md');
  });

  it('shows what a rule would write before it is written, and writes it', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Make it a rule…' }));
    const preview = within(await screen.findByRole('region', { name: 'What this would change' }));
    expect(preview.getByRole('list', { name: '1 cell changes' }).textContent).toBe('Deploy · Askaskdeny');
    expect(paramsOf(client, 'permission.plan')).toEqual([
      { folder: '/p', edits: [{ type: 'add', scope: 'project', verdict: 'deny', rule: RULE }] },
    ]);
    expect(paramsOf(client, 'permission.apply')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Write it' }));
    await waitFor(() => expect(paramsOf(client, 'permission.apply')).toHaveLength(1));
  });

  it('makes a rule for the files of a pattern, and opens it', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'New rule' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the rule' }), 'Test style');
    await user.type(screen.getByRole('textbox', { name: /^Only for files like/ }), 'test/**/*.ts{Enter}');
    const path = '/p/.claude/rules/test-style.md';
    await waitFor(() => expect(useSelection.getState().current.detail).toBe(`memory:${path}`));
    expect(paramsOf(client, 'document.create')).toEqual([{ folder: '/p', path, text: '---\npaths:\n  - "test/**/*.ts"\n---\n' }]);
  });

  it('marks an import that names no file on its line', async () => {
    const place = { file: '/p/CLAUDE.md', line: 2, severity: 'warning' as const };
    const remark = { ...place, code: 'import-not-found', message: '-', detail: { key: 'memory.no-import', params: { path: 'none.md' } } };
    client.answers['folder.memory'] = () => ({ files: [], diagnostics: [remark] });
    client.answers['memory.lint'] = () => ({ findings: [] });
    useSelection.setState({ current: { view: 'skills', detail: 'memory:/p/CLAUDE.md' }, past: [], future: [] });
    await open();
    await screen.findByRole('textbox', { name: 'Text of /p/CLAUDE.md' });
    await waitFor(() => expect(document.querySelector('.cm-lintRange')?.textContent).toBe('Never run `npm publish`.'));
  });

  it('leads from an import that names no file to that file, to be made', async () => {
    const missing = '/p/docs/none.md';
    const remark = { code: 'import-not-found', message: '@docs/none.md names no file', severity: 'warning' as const, missing };
    client.answers['folder.memory'] = () => ({ files: [], diagnostics: [remark, { ...remark, missing: '/elsewhere/none.md' }] });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Create docs/none.md…' }));
    expect(useSelection.getState().current.detail).toBe(`memory:${missing}`);
    expect(screen.queryByRole('button', { name: /elsewhere/ })).toBeNull();
  });

  it('turns notes of agents off for the project, and opens their topics', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'tests.md' }));
    expect(useSelection.getState().current.detail).toBe('memory:/v/memory/tests.md');
    await user.click(screen.getByRole('switch', { name: 'Agents keep notes in this project' }));
    expect(paramsOf(client, 'memory.keepNotes')).toEqual([{ folder: '/p', on: false }]);
  });
});

describe('# in the composer', () => {
  const open = async () => {
    show(<Composer />);
    return { user: userEvent.setup(), box: await screen.findByRole('textbox', { name: 'Message to the agent' }) };
  };

  it('shows what would be written where, adds it, sends nothing, and takes it back', async () => {
    const { user, box } = await open();
    await user.type(box, '#Answer in verse');
    expect(await screen.findByText('- Answer in verse')).toBeTruthy();
    await user.type(box, '{Enter}');
    await waitFor(() => expect(disk['/p/CLAUDE.md']).toMatch(/- Answer in verse\n$/));
    await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe(''));
    expect(client.calls.map(({ method }) => method)).not.toContain('session.send');
    act(() => useToasts.getState().toasts[0]?.action?.run());
    await waitFor(() => expect(disk['/p/CLAUDE.md']).toBe('Use tabs.\nNever run `npm publish`.\n'));
  });

  it('makes a chosen file that is not there, and puts it away again', async () => {
    const { user, box } = await open();
    await user.type(box, '#mine');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Add to' }), '/p/CLAUDE.local.md');
    await waitFor(() => expect(paramsOf(client, 'memory.planLine').at(-1)?.path).toBe('/p/CLAUDE.local.md'));
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(disk['/p/CLAUDE.local.md']).toBe('- mine\n'));
    act(() => useToasts.getState().toasts[0]?.action?.run());
    await waitFor(() => expect(disk['/p/CLAUDE.local.md']).toBeUndefined());
  });

  it('leaves alone what an input method is composing, a text of several lines, and one with a blank before it', async () => {
    const { user, box } = await open();
    await user.type(box, '#abc');
    await screen.findByText('- abc');
    fireEvent.compositionStart(box);
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(disk['/p/CLAUDE.md']).not.toMatch(/abc/);
    fireEvent.compositionEnd(box);
    fireEvent.change(box, { target: { value: '# Title\nText' } });
    expect(screen.queryByRole('region', { name: 'Add to the instructions' })).toBeNull();
    fireEvent.change(box, { target: { value: ' #abc' } });
    expect(screen.queryByRole('region', { name: 'Add to the instructions' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });
});
