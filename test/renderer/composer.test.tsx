// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ToastRegion } from '../../renderer/app/frame/toast-region';
import { Composer } from '../../renderer/features/composer/composer';
import { setDraft, useComposer } from '../../renderer/stores/composer';
import { useFolder } from '../../renderer/stores/folder';
import { selectSession, useSelection } from '../../renderer/stores/selection';
import { openSession, useSession } from '../../renderer/stores/session';
import { HostCallError } from '../../renderer/transport/host-call-error';
import { demoState, FOLDER, SESSION } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

let client: ScriptedClient;
beforeEach(() => {
  useFolder.setState({ folder: FOLDER });
  client = connect(
    createScriptedClient({
      'session.send': () => ({ session: SESSION, queued: 'q1' }),
      'session.close': () => ({}),
      'session.interrupt': () => ({}),
      'folder.commands': () => ({ commands: [{ name: 'review', description: 'Reviews', source: 'bundled' }], diagnostics: [] }),
      'folder.files': () => ({ files: ['src/harvest.ts'], partial: false }),
      'queue.change': () => ({}),
      'queue.withdraw': () => ({ input: { text: 'then the changelog', images: [] } }),
      'session.open': () => {
        const state = {
          ...demoState(),
          status: 'running' as const,
          queue: [{ entry: 'q1', input: { text: 'then the changelog', images: [] } }],
        };
        return { state, totalItems: state.items.length, totalCalls: 4, views: [] };
      },
    }),
  );
});

const field = () => screen.findByRole('textbox', { name: 'Message to the agent' });

describe('the composer', () => {
  it('sends on Enter and makes a new line on Shift+Enter', async () => {
    show(<Composer />);
    await userEvent.type(await field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(paramsOf(client, 'session.send')).toEqual([{ folder: FOLDER, input: { text: 'one\ntwo', images: [] } }]);
    expect(await field()).toHaveProperty('value', '');
  });

  it('takes the mode that was chosen for one new session to no later one', async () => {
    useComposer.setState({ mode: 'plan' });
    show(<Composer />);
    await userEvent.type(await field(), 'one{Enter}');
    await waitFor(() => expect(useSelection.getState().current.session).toBe(SESSION));
    act(() => selectSession(undefined));
    await userEvent.type(await field(), 'two{Enter}');
    await waitFor(() => expect(paramsOf(client, 'session.send').map(({ mode }) => mode)).toEqual(['plan', undefined]));
  });

  it('keeps a message until the window has found its first folder', async () => {
    useFolder.setState({ folder: undefined, opening: true });
    show(<Composer />);
    await userEvent.type(await field(), 'early{Enter}');
    expect(paramsOf(client, 'session.send')).toEqual([]);
    act(() => useFolder.setState({ folder: FOLDER, opening: false }));
    await waitFor(() => expect(paramsOf(client, 'session.send')).toEqual([{ folder: FOLDER, input: { text: 'early', images: [] } }]));
  });

  it('never sends with the Enter that takes a candidate of an input method', async () => {
    show(<Composer />);
    const area = await field();
    fireEvent.compositionStart(area);
    fireEvent.change(area, { target: { value: '収穫' } });
    fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
    fireEvent.compositionEnd(area);
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(paramsOf(client, 'session.send')).toEqual([]);
    // The input method lets go a task later; once sent, the field is empty and Enter sends nothing more.
    await waitFor(() => {
      fireEvent.keyDown(area, { key: 'Enter' });
      expect(paramsOf(client, 'session.send')).toHaveLength(1);
    });
    expect(paramsOf(client, 'session.send')).toEqual([{ folder: FOLDER, input: { text: '収穫', images: [] } }]);
  });

  it('keeps the fifty unsent texts that were touched last', () => {
    for (let at = 0; at < 60; at += 1) setDraft(`s${at}`, { text: `text ${at}` });
    const held = Object.keys(useComposer.getState().drafts);
    expect([held.length, held[0], held.at(-1)]).toEqual([50, 's10', 's59']);
  });

  it('keeps the text when it could not be sent, and says why, what the host said of it, and where to put it right', async () => {
    client.answers['session.send'] = () => {
      throw new HostCallError({ code: 'no-credential', message: 'no key for anthropic/claude' });
    };
    show(
      <>
        <Composer />
        <ToastRegion />
      </>,
    );
    await userEvent.type(await field(), 'keep me{Enter}');
    await waitFor(async () => expect(await field()).toHaveProperty('value', 'keep me'));
    const said = await screen.findByText(/^Not sent\. There is no API key\./);
    expect(within(said).getByText('no key for anthropic/claude').lang).toBe('en');
    await userEvent.click(screen.getByRole('button', { name: 'Set a key' }));
    expect(useSelection.getState().current).toMatchObject({ view: 'settings', detail: 'keys' });
  });

  it('offers commands after a slash and files after an at sign', async () => {
    show(<Composer />);
    const area = await field();
    await userEvent.type(area, '/re');
    await screen.findByRole('option', { name: /review/ });
    await userEvent.keyboard('{Enter}');
    expect(area).toHaveProperty('value', '/review ');
    await userEvent.type(area, '@har');
    await screen.findByRole('option', { name: /harvest/ });
    await userEvent.keyboard('{Tab}');
    expect(area).toHaveProperty('value', '/review @src/harvest.ts ');
    expect(paramsOf(client, 'session.send')).toEqual([]);
  });

  it('goes on behind a file that was chosen inside a text, with the very next key', async () => {
    show(<Composer />);
    const area = await field();
    await userEvent.type(area, 'look at  now');
    await userEvent.type(area, '@har', { initialSelectionStart: 8, initialSelectionEnd: 8 });
    await screen.findByRole('option', { name: /harvest/ });
    await userEvent.keyboard('{Tab}x');
    expect(area).toHaveProperty('value', 'look at @src/harvest.ts xnow');
  });

  it('brings back earlier messages from an empty field', async () => {
    show(<Composer />);
    const area = await field();
    await userEvent.type(area, 'first{Enter}');
    await userEvent.type(area, 'second{Enter}');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(area).toHaveProperty('value', 'first');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(area).toHaveProperty('value', '');
  });

  it('stops the turn with Escape while one runs', async () => {
    await openSession(SESSION);
    show(<Composer />);
    await userEvent.type(await field(), '{Escape}');
    expect(paramsOf(client, 'session.interrupt')).toEqual([{ session: SESSION }]);
  });

  it('keeps the caret in the field when its button sends', async () => {
    show(<Composer />);
    await userEvent.type(await field(), 'one');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(paramsOf(client, 'session.send')).toHaveLength(1);
    expect(document.activeElement).toBe(await field());
  });

  it('stops the turn with Escape from outside the field, but not from another text, nor under a dialog', async () => {
    await openSession(SESSION);
    show(
      <>
        <Composer />
        <input aria-label="Elsewhere" />
        <button type="button">A row</button>
      </>,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Elsewhere' }), '{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'A row' }));
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    await userEvent.keyboard('{Escape}');
    dialog.remove();
    expect(paramsOf(client, 'session.interrupt')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(paramsOf(client, 'session.interrupt')).toEqual([{ session: SESSION }]);
  });
});

describe('the queue', () => {
  it('edits a waiting message, safe with input methods', async () => {
    await openSession(SESSION);
    show(<Composer />);
    const queue = await screen.findByRole('list', { name: 'Queued messages' });
    await userEvent.click(within(queue).getByRole('button', { name: 'Edit' }));
    const editor = within(queue).getByRole('textbox', { name: 'Edit' });
    expect(document.activeElement).toBe(editor);
    await userEvent.type(editor, ' too');
    fireEvent.keyDown(editor, { key: 'Enter', keyCode: 229 });
    expect(paramsOf(client, 'queue.change')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(paramsOf(client, 'queue.change')).toEqual([
      { session: SESSION, entry: 'q1', input: { text: 'then the changelog too', images: [] } },
    ]);
  });

  it('takes a message back into the field', async () => {
    await openSession(SESSION);
    show(<Composer />);
    await userEvent.click(await screen.findByRole('button', { name: 'Take back' }));
    await waitFor(async () => expect(await field()).toHaveProperty('value', 'then the changelog'));
  });

  it('keeps a change that is being written when the message is sent as it was', async () => {
    await openSession(SESSION);
    show(
      <>
        <Composer />
        <ToastRegion />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Edit' }), ' too');
    act(() => useSession.setState(({ state }) => ({ state: state && { ...state, queue: [] } })));
    expect(await field()).toHaveProperty('value', 'then the changelog too');
    expect(screen.getByText(/^That message has just been sent as it was/)).toBeDefined();
  });

  it('keeps a change that came too late, and says that nothing can be taken back any more', async () => {
    const late = () => {
      throw new HostCallError({ code: 'not-found', message: 'the message is no longer queued' });
    };
    client.answers['queue.change'] = late;
    client.answers['queue.withdraw'] = late;
    await openSession(SESSION);
    show(
      <>
        <Composer />
        <ToastRegion />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Take back' }));
    expect(await screen.findByText(/it cannot be taken back any more/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Edit' }), ' too{Enter}');
    await waitFor(async () => expect(await field()).toHaveProperty('value', 'then the changelog too'));
  });

  it('is not offered when another process writes the session', async () => {
    await openSession(SESSION);
    useSession.setState({ readOnlyOwner: 'pid 7' });
    show(<Composer />);
    expect(await field()).toHaveProperty('disabled', true);
  });
});
