import type { Terminal } from '@xterm/xterm';
import { isMac } from '../../ui/kbd';

export interface TerminalKeys {
  copy: () => void;
  search: () => void;
}

/** Every key is the program's, but for these: copy, search, and the one that leads out of the terminal again. */
export function takeKeys(terminal: Terminal, { copy, search }: TerminalKeys): void {
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown' || event.isComposing) return true;
    const mod = isMac ? event.metaKey : event.ctrlKey && event.shiftKey;
    const key = event.key.toLowerCase();
    if (mod && key === 'c') copy();
    else if (mod && key === 'f') search();
    else return !((event.ctrlKey || event.metaKey) && event.key === '`') && !(mod && key === 'v');
    event.preventDefault();
    return false;
  });
}
