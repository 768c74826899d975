import type { Terminal as HeadlessTerminal } from '@xterm/headless';
import type { TerminalColours } from '../../../shared/model/terminal';
import type { TerminalSize } from '../../core/ports';
import { answerColours } from './answer-colours';

/** Lines above the screen that are kept (invariant 3). */
export const SCROLLBACK_LINES = 2000;

export interface Screen {
  /** Resolves when the text is on the screen. */
  add(text: string): Promise<void>;
  resize(size: TerminalSize): void;
  /** Draws the screen, its scrollback and its modes again. */
  serialise(): string;
  /** All that it says, without blank lines at its end. */
  readText(): { text: string; cut: boolean };
  /** Something stands left of the cursor, as after a prompt, or a program owns the whole screen. */
  invites(): boolean;
  dispose(): void;
}

/**
 * The screen of a terminal without a window: the same interpreter and the same table of widths as the page's, so that what a page
 * gets after a reload is what it would have drawn. `answer` takes what the program asked of its terminal, such as where the cursor is.
 */
export async function createScreen(
  size: TerminalSize,
  answer: (text: string) => void,
  colours: () => TerminalColours | undefined,
): Promise<Screen> {
  const [{ Terminal }, { SerializeAddon }, { Unicode11Addon }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-serialize'),
    import('@xterm/addon-unicode11'),
  ]);
  const terminal = new Terminal({ cols: size.columns, rows: size.rows, scrollback: SCROLLBACK_LINES, allowProposedApi: true });
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  terminal.onData(answer);
  answerColours(terminal, colours, answer);
  return {
    add: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
    serialise: () => serializer.serialize({ scrollback: SCROLLBACK_LINES }),
    readText: () => readText(terminal),
    invites: () => terminal.buffer.active.type === 'alternate' || terminal.buffer.active.cursorX > 0,
    dispose: () => terminal.dispose(),
  };
}

/** Wrapped lines are joined again, blank lines at the end left out. */
function readText(terminal: HeadlessTerminal): { text: string; cut: boolean } {
  const buffer = terminal.buffer.normal;
  const lines: string[] = [];
  for (let at = 0; at < buffer.length; at += 1) {
    const line = buffer.getLine(at);
    const goesOn = buffer.getLine(at + 1)?.isWrapped === true;
    const text = line?.translateToString(!goesOn) ?? '';
    if (line?.isWrapped === true) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
  }
  const text = lines.map((line) => line.trimEnd()).join('\n');
  // A full buffer has lost its beginning.
  return { text: text.trimEnd(), cut: buffer.length >= SCROLLBACK_LINES + terminal.rows };
}
