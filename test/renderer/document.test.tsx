// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDocumentPane } from '../../renderer/stores/use-document-pane';
import { useToasts } from '../../renderer/stores/toasts';
import { HostCallError } from '../../renderer/transport/host-call-error';
import { DocumentPane } from '../../renderer/ui/document-pane';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(async () => {
  await useLanguage('en');
  // What jsdom lacks of measuring text.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

/** One file as a host keeps it. */
let disk: { text: string; hash: string } | undefined;
let client: ScriptedClient;
let place = 0;
const path = () => `/p/CLAUDE-${place}.md`;
const conflict = () => new HostCallError({ code: 'conflict', message: 'changed', ...(disk ? { data: { ...disk } } : {}) });

beforeEach(() => {
  place += 1;
  disk = { text: 'one\n', hash: 'h-one' };
  client = connect(
    createScriptedClient({
      'document.read': () => {
        if (!disk) throw new HostCallError({ code: 'not-found', message: 'gone' });
        return { ...disk, size: disk.text.length, scope: 'project', writable: true };
      },
      'document.write': ({ text, base }) => {
        if (disk?.hash !== base) throw conflict();
        disk = { text, hash: `h-${text}` };
        return { hash: disk.hash };
      },
      'document.create': ({ text }) => {
        if (disk) throw conflict();
        disk = { text, hash: `h-${text}` };
        return { hash: disk.hash };
      },
      'document.watch': () => (disk ? { hash: disk.hash } : {}),
      'document.unwatch': () => ({}),
    }),
  );
});

function Edited() {
  const { phase, pane } = useDocumentPane('/p', path());
  return phase === 'ready' || pane.dirty ? <DocumentPane label="Instructions" language="markdown" {...pane} /> : <p>{phase}</p>;
}

async function open() {
  const shown = show(<Edited />);
  const editor = await screen.findByRole('textbox', { name: 'Instructions' });
  return { shown, editor, user: userEvent.setup(), says: () => editor.textContent };
}
/** As typed at the very end: jsdom lays out no text, so that a click has no place. */
async function type(editor: HTMLElement, text: string) {
  const { EditorView } = await import('@codemirror/view');
  const view = EditorView.findFromDOM(editor);
  act(() => view?.dispatch({ changes: { from: view.state.doc.length, insert: text }, userEvent: 'input.type' }));
}
function outside(text: string | undefined) {
  disk = text === undefined ? undefined : { text, hash: `h-${text}` };
  act(() => client.emit('document/changed', { path: path(), ...(disk ? { hash: disk.hash } : {}) }));
}

describe('a document in the window', () => {
  it.each([
    [{ linked: true as const }, 'Only for looking: a link of the project leads here from outside it. Change the file where it lies.'],
    [{}, 'Only for looking: this file is written elsewhere.'],
  ])('that is not written from here says why: %o', async (why, words) => {
    connect(
      createScriptedClient({
        'document.read': () => ({ text: 'one', hash: 'h', size: 3, scope: 'project', writable: false, ...why }),
        'document.watch': () => ({ hash: 'h' }),
        'document.unwatch': () => ({}),
      }),
    );
    await open();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('has a name, says how the keyboard leaves it, and is saved by its keys', async () => {
    const { editor, user } = await open();
    expect(editor.getAttribute('aria-description')).toMatch(/Escape, then Tab/);
    await type(editor, 'two');
    expect(screen.getByText('not saved')).toBeTruthy();
    editor.focus();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(disk?.text).toBe('one\ntwo'));
    await waitFor(() => expect(screen.queryByText('not saved')).toBeNull());
    expect(paramsOf(client, 'document.write')).toEqual([{ folder: '/p', path: path(), text: 'one\ntwo', base: 'h-one' }]);
  });

  it('keeps Tab for indenting until Esc gives it back to the page, and takes it again with the next text', async () => {
    const { editor, says } = await open();
    // The editor goes by key codes, which user-event leaves out. True: the page moves the focus.
    const press = (key: string, keyCode: number) => fireEvent.keyDown(editor, { key, keyCode });
    expect(press('Tab', 9)).toBe(false);
    expect(says()).toBe('  one');
    press('Escape', 27);
    expect(press('Tab', 9)).toBe(true);
    expect(says()).toBe('  one');
    await type(editor, 'two');
    expect(press('Tab', 9)).toBe(false);
  });

  it('shows what somebody else wrote at once while nothing of it is unsaved', async () => {
    const { says } = await open();
    outside('other');
    await waitFor(() => expect(says()).toBe('other'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sees what was changed between its first look and the watch', async () => {
    client.answers['document.watch'] = () => {
      disk = { text: 'other', hash: 'h-other' };
      return { hash: disk.hash };
    };
    const { says } = await open();
    await waitFor(() => expect(says()).toBe('other'));
  });

  it('takes the news of its own save for no change of somebody else', async () => {
    const { editor, user, says } = await open();
    const write = client.answers['document.write'];
    client.answers['document.write'] = async (params) => {
      const written = (await write?.(params)) ?? { hash: '' };
      act(() => client.emit('document/changed', { path: path(), hash: written.hash }));
      await type(editor, 'more');
      return written;
    };
    await type(editor, 'mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(disk?.text).toBe('one\nmine'));
    expect(says()).toBe('oneminemore');
    await waitFor(() => expect(paramsOf(client, 'document.read').length).toBeGreaterThan(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loses nothing where both changed it: mine goes over theirs only by that button', async () => {
    const { editor, user, says } = await open();
    await type(editor, 'mine');
    outside('theirs');
    expect((await screen.findByRole('alert')).textContent).toMatch(/Somebody else changed/);
    expect(says()).toBe('onemine');
    expect(disk?.text).toBe('theirs');
    await user.click(screen.getByRole('button', { name: 'Show the difference' }));
    expect(await screen.findByText('theirs')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(disk?.text).toBe('one\nmine'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes theirs, and brings mine back when it is asked for', async () => {
    const { editor, user, says } = await open();
    await type(editor, 'mine');
    outside('theirs');
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(says()).toBe('theirs'));
    act(() => useToasts.getState().toasts[0]?.action?.run());
    await waitFor(() => expect(says()).toBe('onemine'));
    expect(disk?.text).toBe('theirs');
  });

  it('finds a change at saving that nobody told of, and writes nothing', async () => {
    const { editor, user } = await open();
    await type(editor, 'mine');
    disk = { text: 'theirs', hash: 'h-theirs' };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    expect(disk.text).toBe('theirs');
  });

  it('writes a file anew that somebody else removed meanwhile', async () => {
    const { editor, user } = await open();
    await type(editor, 'mine');
    outside(undefined);
    expect((await screen.findByRole('alert')).textContent).toMatch(/removed/);
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(disk?.text).toBe('one\nmine'));
  });

  it('still has what was not saved when the person comes back to it', async () => {
    const { editor, shown } = await open();
    await type(editor, 'mine');
    shown.unmount();
    const again = await open();
    expect(again.says()).toBe('onemine');
  });

  it('leaves what is being composed alone until it is done', async () => {
    const { editor, says } = await open();
    const { EditorView } = await import('@codemirror/view');
    const view = EditorView.findFromDOM(editor);
    const composing = vi.spyOn(EditorView.prototype, 'composing', 'get').mockReturnValue(true);
    outside('theirs');
    await waitFor(() => expect(paramsOf(client, 'document.read')).toHaveLength(2));
    await act(async () => undefined);
    expect(says()).toBe('one');
    composing.mockRestore();
    act(() => view?.dispatch({}));
    await waitFor(() => expect(says()).toBe('theirs'));
  });
});
