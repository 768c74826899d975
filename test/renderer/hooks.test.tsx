// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editHooks } from '../../main/core/hooks/edit-hooks';
import { BenchEffect } from '../../renderer/features/hooks/bench-effect';
import { ExamplesTab } from '../../renderer/features/hooks/examples-tab';
import type { Chosen } from '../../renderer/features/hooks/chosen';
import { HookEditor } from '../../renderer/features/hooks/hook-editor';
import { editDocument } from '../../renderer/stores/document';
import { useToasts } from '../../renderer/stores/toasts';
import { HostCallError } from '../../renderer/transport/host-call-error';
import type { HookView } from '../../shared/contract/hook-methods';
import type { Result } from '../../shared/contract/methods';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));
beforeAll(() => {
  // The page of the tests has no layout.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
});

const USER = '/home/.claude/settings.json';
const HOOK: HookView = {
  id: 'hook_1',
  event: 'Stop',
  path: ['Stop', 0, 'hooks', 0],
  place: { file: '/p/.claude/settings.json', line: 1, scope: 'project' },
  matcher: '',
  type: 'command',
  label: 'echo',
  handler: { type: 'command', command: 'echo' },
};
const DATA: Result<'hooks.list'> = {
  hooks: [HOOK],
  events: [{ name: 'Stop', types: ['command'], block: 'goes-on', tests: false, fires: true }],
  files: [
    { path: USER, scope: 'user', exists: true },
    { path: HOOK.place.file, scope: 'project', exists: true },
  ],
  trusted: true,
  diagnostics: [],
};

let client: ScriptedClient;
const place = (folder: string) => ({ folder, path: HOOK.place.file });
const written = () => paramsOf(client, 'document.write').map(({ text }) => text);
beforeEach(() => {
  client = connect(
    createScriptedClient({
      'document.read': () => ({ text: '{"old":1}', hash: 'h1', size: 9, scope: 'project', writable: true }),
      'document.write': () => ({ hash: 'h2' }),
      'document.watch': () => ({}),
      'document.unwatch': () => ({}),
      'hooks.check': () => ({ hooks: [HOOK], diagnostics: [] }),
      'hooks.edit': ({ text }) => ({ text: text.replace('}', ',"removed":true}') }),
    }),
  );
});

async function edit(folder: string) {
  show(
    <HookEditor
      folder={folder}
      data={DATA}
      chosen={{ file: HOOK.place.file, path: JSON.stringify(HOOK.path) }}
      onChoose={() => undefined}
      onWritten={() => undefined}
      onTest={() => undefined}
    />,
  );
  await screen.findByRole('button', { name: 'Remove the hook' });
  return userEvent.setup();
}

/** The editor of a new hook, which follows what is chosen. */
function NewHook() {
  const [chosen, setChosen] = useState<Chosen | undefined>('new');
  const data = {
    ...DATA,
    events: [{ name: 'PreToolUse', matches: 'tool', types: ['command' as const], block: 'denies', tests: true, fires: true }],
  };
  if (!chosen) return undefined;
  const rest = { onChoose: setChosen, onWritten: () => undefined, onTest: () => undefined };
  return <HookEditor folder="/bad" data={data} chosen={chosen} {...rest} />;
}

describe('the editor of a hook', () => {
  it('writes the file without a hook that is removed', async () => {
    const user = await edit('/clean');
    await user.click(screen.getByRole('button', { name: 'Remove the hook' }));
    await waitFor(() => expect(written()).toEqual(['{"old":1,"removed":true}']));
  });

  it('writes no other change of the file when a hook is removed', async () => {
    const user = await edit('/changed');
    act(() => editDocument(place('/changed'), '{"mine":2}'));
    await user.click(screen.getByRole('button', { name: 'Remove the hook' }));
    await waitFor(() => expect(paramsOf(client, 'hooks.check').at(-1)?.text).toBe('{"mine":2,"removed":true}'));
    expect(written()).toEqual([]);
    expect(screen.getByText('Not saved')).toBeTruthy();
  });

  it('removes a hook after a change of it that is on its way, which does not bring it back', async () => {
    const user = await edit('/slow');
    let answer: () => void = () => undefined;
    client.answers['hooks.edit'] = ({ text, changes }) =>
      changes[0]?.op === 'remove'
        ? { text: text.replace('}', ',"removed":true}') }
        : new Promise((resolve) => {
            answer = () => resolve({ text: '{"edited":3}' });
          });
    await user.type(screen.getByRole('textbox', { name: 'Command' }), ' more');
    await user.click(screen.getByRole('button', { name: 'Remove the hook' }));
    await act(async () => answer());
    await waitFor(() => expect(paramsOf(client, 'hooks.check').at(-1)?.text).toBe('{"edited":3,"removed":true}'));
  });

  it('writes one hook, and says at the field that its matcher is no pattern', async () => {
    client.answers['hooks.edit'] = async ({ text, changes }) => ({ text: await editHooks(text, changes) });
    client.answers['hooks.check'] = ({ text }) => ({
      hooks: [],
      diagnostics: text.includes('Bash(rm')
        ? [
            {
              code: 'hook-matcher',
              severity: 'error',
              message: '',
              detail: { key: 'hook.matcher-pattern', params: { matcher: 'Bash(rm', problem: 'Unterminated group' } },
            },
          ]
        : [],
    });
    show(<NewHook />);
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Matcher' }), 'Bash(rm{Tab}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/"Bash\(rm" is no regular expression/);
    await user.type(screen.getByRole('textbox', { name: 'Command' }), 'exit 2{Tab}');
    const text = await waitFor(() => {
      const last = paramsOf(client, 'hooks.check').at(-1)?.text ?? '';
      expect(last).toContain('exit 2');
      return last;
    });
    expect(JSON.parse(text).hooks).toEqual({ PreToolUse: [{ matcher: 'Bash(rm', hooks: [{ type: 'command', command: 'exit 2' }] }] });
    expect(screen.getByRole('textbox', { name: 'Matcher' })).toHaveProperty('value', 'Bash(rm');
  });

  it('says that the file is gone, and writes it anew as it was', async () => {
    const user = await edit('/gone');
    client.answers['document.read'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'no such file' });
    };
    client.answers['document.create'] = () => ({ hash: 'h3' });
    act(() => client.emit('document/changed', { path: HOOK.place.file }));
    await user.click(await screen.findByRole('button', { name: 'Write it anew' }));
    await waitFor(() => expect(paramsOf(client, 'document.create')).toMatchObject([{ text: '{"old":1}' }]));
    await waitFor(() => expect(screen.queryByText(/no longer there/)).toBeNull());
  });

  it('leaves a file that is gone with what was unsaved in it, and begins a new hook without that', async () => {
    const chosen: Chosen = { file: HOOK.place.file, path: JSON.stringify(HOOK.path) };
    const left: Array<Chosen | undefined> = [];
    const shown = (now: Chosen) => (
      <HookEditor
        folder="/left"
        data={{ ...DATA, files: DATA.files.filter(({ path }) => path === HOOK.place.file) }}
        chosen={now}
        onChoose={(next) => left.push(next)}
        onWritten={() => undefined}
        onTest={() => undefined}
      />
    );
    const { rerender } = show(shown(chosen));
    await screen.findByRole('button', { name: 'Remove the hook' });
    client.answers['document.read'] = () => {
      throw new HostCallError({ code: 'not-found', message: 'no such file' });
    };
    act(() => editDocument(place('/left'), '{"mine":1}'));
    act(() => client.emit('document/changed', { path: HOOK.place.file }));
    await screen.findByText(/no longer there/);
    rerender(shown('new'));
    expect(screen.queryByText(/no longer there/)).toBeNull();
    rerender(shown(chosen));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave it' }));
    expect(left).toEqual([undefined]);
  });

  it('offers back what was dropped', async () => {
    const user = await edit('/dropped');
    act(() => editDocument(place('/dropped'), '{"mine":2}'));
    await user.click(screen.getByRole('button', { name: 'Drop the changes' }));
    expect(screen.queryByText('Not saved')).toBeNull();
    act(() => useToasts.getState().toasts.at(-1)?.action?.run());
    expect(screen.getByText('Not saved')).toBeTruthy();
  });
});

it('says beside the outcome that secrets were replaced in the input', () => {
  const result = {
    firing: { event: 'PreToolUse', agent: 'main', input: { hash: 'h', at: 0, size: 2 }, hooks: [] },
    texts: {},
    effect: { toModel: [], toPerson: [] },
  };
  const { rerender } = show(<BenchEffect result={{ ...result, hidden: [] }} />);
  expect(screen.queryByRole('status')).toBeNull();
  rerender(<BenchEffect result={{ ...result, hidden: [{ kind: 'anthropic-key', count: 1 }] }} />);
  expect(screen.getByRole('status').textContent).toMatch(/placeholders where secrets were \(anthropic-key\)/);
});

it('marks the example that a link means', async () => {
  const change = { op: 'add' as const, event: 'Stop', matcher: '', handler: { type: 'command', command: 'true' } };
  client.answers['hooks.examples'] = () => ({
    examples: [
      { id: 'notify', changes: [change] },
      { id: 'check-types', changes: [change] },
    ],
  });
  show(<ExamplesTab folder="/p" data={DATA} meant="check-types" onWritten={() => undefined} />);
  const rows = within(await screen.findByRole('list', { name: 'Examples' })).getAllByRole('listitem');
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
});

it('an example with a script goes into no file of the person, and a script that is there is said to be another', async () => {
  const change = { op: 'add' as const, event: 'Stop', matcher: '', handler: { type: 'command', command: 'sh a.sh' } };
  const script = { path: '/p/.claude/hooks/a.sh', text: 'echo theirs', exists: true, differs: true };
  client.answers['hooks.examples'] = () => ({ examples: [{ id: 'check-types', changes: [change], script }] });
  const look = { name: /^Look at the change/ };
  const { rerender } = show(<ExamplesTab folder="/p" data={DATA} onWritten={() => undefined} />);
  expect((await screen.findByRole('button', look)).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(/choose a file of the project/)).toBeTruthy();
  rerender(<ExamplesTab key="other" folder="/p" data={{ ...DATA, files: DATA.files.slice(1) }} onWritten={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', look));
  expect(screen.getByText('echo theirs')).toBeTruthy();
  expect(screen.getByText(/stays as it is/)).toBeTruthy();
});
