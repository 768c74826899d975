// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Terminal } from '@xterm/xterm';
import { leaveAnswersToHost } from '../../renderer/features/terminal/create-xterm';
import { cleanPaste, needsAsking } from '../../renderer/features/terminal/clean-paste';
import { PasteDialog } from '../../renderer/features/terminal/paste-dialog';
import { TerminalBar } from '../../renderer/features/terminal/terminal-bar';
import { TerminalPane } from '../../renderer/features/terminal/terminal-pane';
import { CardTerminal } from '../../renderer/features/conversation/card-terminal';
import { commandIn } from '../../renderer/features/composer/use-draft';
import { useFolder } from '../../renderer/stores/folder';
import { followTerminals, useTerminals } from '../../renderer/stores/terminals';
import { useUi } from '../../renderer/stores/ui';
import type { TerminalInfo } from '../../shared/model/terminal';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf } from './support/scripted-client';
import { eventually } from '../support/eventually';

preparePage();
resetPageAfterEach();
let off: () => void = () => undefined;
beforeEach(() => useLanguage('en'));
afterEach(() => {
  off();
  useTerminals.setState(useTerminals.getInitialState());
  useFolder.setState(useFolder.getInitialState());
  useUi.setState(useUi.getInitialState());
});

const size = { columns: 80, rows: 24 };
function terminal(change: Partial<TerminalInfo> = {}): TerminalInfo {
  return {
    id: 'term_1',
    folder: '/project',
    kind: 'shell',
    isolated: true,
    isolation: 'none',
    size,
    openedAt: '2026-01-01T00:00:00.000Z',
    waiting: false,
    taken: false,
    ...change,
  };
}

describe('a paste', () => {
  it('loses what a terminal would obey, and keeps what it shows', () => {
    expect(cleanPaste('ls\u001b[201~\u0007 -l\u202e \u2066x\u0000')).toBe('ls[201~ -l x');
    expect(cleanPaste('one\r\ntwo\rthree\tfour 日本語 👩‍🔬')).toBe('one\ntwo\nthree\tfour 日本語 👩‍🔬');
  });

  it('asks when it would run something by itself', () => {
    expect([needsAsking('ls -l'), needsAsking('ls -l\n'), needsAsking('a\nb')]).toEqual([false, true, true]);
  });

  it('shows every line before it is typed, and can become one line', async () => {
    const onPaste = vi.fn();
    show(<PasteDialog text={'echo one\n  echo two\n'} onPaste={onPaste} onClose={() => undefined} onClosed={() => undefined} />);
    expect((await screen.findByRole('dialog', { name: 'Paste 2 lines?' })).textContent).toContain('echo two');
    await userEvent.click(screen.getByRole('button', { name: 'Paste as one line' }));
    expect(onPaste).toHaveBeenCalledWith('echo one echo two');
    await userEvent.click(screen.getByRole('button', { name: 'Paste as it is' }));
    expect(onPaste).toHaveBeenLastCalledWith('echo one\n  echo two\n');
  });
});

describe('the screen in the page', () => {
  it('answers nothing that a program asks its terminal for, and draws what it sets', async () => {
    const terminal = new Terminal({ allowProposedApi: true });
    const answers: string[] = [];
    terminal.onData((data) => answers.push(data));
    leaveAnswersToHost(terminal);
    let set = '';
    // Asked last registered first: what is left to the terminal itself comes here.
    const spy = new Terminal({ allowProposedApi: true });
    spy.parser.registerOscHandler(11, (data) => {
      set = data;
      return true;
    });
    leaveAnswersToHost(spy);
    const ask = '\u001b]4;1;?\u0007\u001b]10;?\u0007\u001b]11;?\u001b\\\u001b]12;?\u0007\u001b[c\u001b[6n\u001b[?1$p';
    await new Promise<void>((done) => terminal.write(ask, done));
    await new Promise<void>((done) => spy.write(`${ask}\u001b]11;#123456\u0007`, done));
    expect(answers).toEqual([]);
    expect(set).toBe('#123456');
  });
});

describe('the composer', () => {
  it('takes a text that begins with ! for a command, and one with a blank before it for a message', () => {
    expect(['!npm test', '! npm test ', ' !npm test', '!', 'no!', '!日本語'].map(commandIn)).toEqual([
      'npm test',
      'npm test',
      undefined,
      undefined,
      undefined,
      '日本語',
    ]);
  });
});

describe('the bar of a terminal', () => {
  const bar = (info: TerminalInfo) => show(<TerminalBar info={info} onSearch={() => undefined} onCopy={() => undefined} />);

  it('says what isolates it, that nothing does, or that the person wanted that', () => {
    bar(terminal({ isolation: 'bubblewrap' }));
    bar(terminal({ isolation: 'none' }));
    bar(terminal({ isolation: 'none', isolated: false }));
    for (const words of ['sandbox: bubblewrap', 'not isolated', 'outside the sandbox']) expect(screen.getByText(words)).toBeDefined();
  });

  it("gives an agent's command that was taken back to the agent, or stops it", async () => {
    const client = connect(createScriptedClient({ 'terminal.handBack': () => ({}), 'terminal.stop': () => ({}) }));
    bar(terminal({ kind: 'agent', command: 'npm init', taken: true, waiting: true }));
    expect(screen.getByText('waiting for input')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Hand it back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(paramsOf(client, 'terminal.handBack')).toEqual([{ terminal: 'term_1' }]);
    expect(paramsOf(client, 'terminal.stop')).toEqual([{ terminal: 'term_1' }]);
  });

  it('says how a program ended and offers it again', async () => {
    const next = terminal({ id: 'term_2' });
    const client = connect(createScriptedClient({ 'terminal.again': () => ({ terminal: next }) }));
    bar(terminal({ kind: 'command', command: 'npm test', end: { exitCode: 3 } }));
    expect(screen.getByText('Ended with exit code 3')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    expect(paramsOf(client, 'terminal.again')).toEqual([{ terminal: 'term_1' }]);
    expect(useTerminals.getState().shown).toBe('term_2');
  });
});

describe('the pane', () => {
  it('says what terminals are for when there is none, in both languages, and opens one inside or outside of the sandbox', async () => {
    useFolder.setState({ folder: '/project' });
    const client = connect(createScriptedClient({}));
    const { unmount } = show(<TerminalPane />);
    fireEvent.click(await screen.findByRole('button', { name: 'New terminal outside the sandbox' }));
    fireEvent.click(screen.getByRole('button', { name: 'New terminal' }));
    expect(paramsOf(client, 'terminal.open').map(({ isolated }) => isolated)).toEqual([false, true]);
    unmount();
    await useLanguage('ja');
    show(<TerminalPane />);
    expect(await screen.findByText('開いているターミナルはありません')).toBeDefined();
  });
});

describe('the terminals of a window', () => {
  it('are those of its folder, and follow what the host says of them', async () => {
    const client = connect(createScriptedClient({ 'terminal.list': () => ({ terminals: [terminal()] }) }));
    off = followTerminals();
    useFolder.setState({ folder: '/project' });
    await eventually(() => expect(useTerminals.getState().shown).toBe('term_1'));
    client.emit('terminal/changed', { terminal: terminal({ id: 'term_2' }) });
    client.emit('terminal/changed', { terminal: terminal({ id: 'term_3', folder: '/other' }) });
    client.emit('terminal/changed', { terminal: terminal({ id: 'term_1', waiting: true }) });
    expect(useTerminals.getState().terminals.map(({ id, waiting }) => [id, waiting])).toEqual([
      ['term_1', true],
      ['term_2', false],
    ]);
    useTerminals.setState({ beside: 'term_2' });
    client.emit('terminal/closed', { terminal: 'term_1' });
    expect(useTerminals.getState()).toMatchObject({ shown: 'term_2', beside: undefined });
  });
});

describe("the card of an agent's command at a terminal", () => {
  it('says that it waits for input, and leads to the terminal', async () => {
    useTerminals.setState({ terminals: [terminal({ kind: 'agent', item: 'item_7', waiting: true })] });
    show(<CardTerminal item="item_7" />);
    expect(await screen.findByText('waiting for input')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show the terminal' }));
    expect(useTerminals.getState().shown).toBe('term_1');
    expect(useUi.getState()).toMatchObject({ bottomOpen: true, bottom: 'terminal' });
  });

  it('is not there for a call without one', () => {
    const { container } = show(<CardTerminal item="item_8" />);
    expect(container.textContent).toBe('');
  });
});
