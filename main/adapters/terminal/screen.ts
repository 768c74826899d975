import type { Terminal as HeadlessTerminal } from '@xterm/headless';
import type { TerminalSize } from '../../core/ports';

/** Lines above the screen that are kept (invariant 3). */
export const SCROLLBACK_LINES = 2000;

export interface Screen {
  /** Resolves when the text is on the screen. */
  add(text: string): Promise<void>;
  resize(size: TerminalSize): void;
  /** Draws the screen, its scrollback and its modes again. */
  serialise(): string;
  /** The last `maxChars` of what it says, without blank lines at its end. */
  readText(maxChars: number): { text: string; cut: boolean };
  /** Something stands left of the cursor, as after a prompt, or a program owns the whole screen. */
  invites(): boolean;
  dispose(): void;
}

/**
 * The screen of a terminal without a window: the same interpreter and the same table of widths as the page's, so that what a page
 * gets after a reload is what it would have drawn. `answer` takes what the program asked of its terminal, such as where the cursor is.
 */
export async function createScreen(size: TerminalSize, answer: (text: string) => void): Promise<Screen> {
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
  return {
    add: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
    serialise: () => serializer.serialize({ scrollback: SCROLLBACK_LINES }),
    readText: (maxChars) => readText(terminal, maxChars),
    invites: () => terminal.buffer.active.type === 'alternate' || terminal.buffer.active.cursorX > 0,
    dispose: () => terminal.dispose(),
  };
}

/** From the end upwards, so that a long scrollback costs no more than what is asked for. Wrapped lines are joined again. */
function readText(terminal: HeadlessTerminal, maxChars: number): { text: string; cut: boolean } {
  const buffer = terminal.buffer.normal;
  const lines: string[] = [];
  let chars = 0;
  let end = '';
  for (let at = buffer.length - 1; at >= 0; at -= 1) {
    const line = buffer.getLine(at);
    const text = (line?.translateToString(end === '') ?? '') + end;
    if (line?.isWrapped === true) {
      end = text;
      continue;
    }
    end = '';
    if (lines.length === 0 && text.trim() === '') continue;
    if (chars + text.length > maxChars) return { text: lines.reverse().join('\n'), cut: true };
    chars += text.length + 1;
    lines.push(text.trimEnd());
  }
  // A full buffer has lost its beginning.
  return { text: lines.reverse().join('\n'), cut: buffer.length >= SCROLLBACK_LINES + terminal.rows };
}
