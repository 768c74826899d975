import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { openLink } from '../../stores/open-link';
import { readTheme } from './terminal-theme';

/** As many lines as the host keeps. */
const SCROLLBACK_LINES = 2000;
const FONT_PX = 12.5;
/** What the two themes hold everywhere else. */
const MINIMUM_CONTRAST = 4.5;

/** OSC 4, 10, 11 and 12: they set a colour of the palette, text, background or cursor, or ask for it. */
const COLOUR_SEQUENCES = [4, 10, 11, 12];

export interface Xterm {
  terminal: Terminal;
  fit: FitAddon;
  search: SearchAddon;
}

/** The screen of a terminal in the page. It draws and takes keys; what the program asks of its terminal is answered by the host. */
export function createXterm(options: { size: { columns: number; rows: number }; readAloud: boolean; name: string }): Xterm {
  const terminal = new Terminal({
    cols: options.size.columns,
    rows: options.size.rows,
    scrollback: SCROLLBACK_LINES,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-code').trim(),
    fontSize: FONT_PX,
    lineHeight: 1.2,
    theme: readTheme(),
    minimumContrastRatio: MINIMUM_CONTRAST,
    screenReaderMode: options.readAloud,
    allowProposedApi: true,
    linkHandler: { activate: (event, uri) => followLink(event, uri) },
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new WebLinksAddon(followLink));
  leaveAnswersToHost(terminal);
  Terminal.strings.promptLabel = options.name;
  return { terminal, fit, search };
}

/** Only by a click of the person, and only to pages that are encrypted. */
function followLink(event: MouseEvent, uri: string): void {
  if (event.isTrusted && /^https:\/\//i.test(uri)) openLink(uri);
}

/** Device attributes, status, mode and colour reports: with two windows open, a program would get every answer twice. */
export function leaveAnswersToHost({ parser }: Terminal): void {
  const taken = () => true;
  for (const id of [{ final: 'c' }, { prefix: '>', final: 'c' }, { prefix: '=', final: 'c' }]) parser.registerCsiHandler(id, taken);
  for (const id of [{ final: 'n' }, { prefix: '?', final: 'n' }]) parser.registerCsiHandler(id, taken);
  for (const id of [
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
  ])
    parser.registerCsiHandler(id, taken);
  parser.registerCsiHandler({ prefix: '>', final: 'q' }, taken);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, taken);
  for (const id of COLOUR_SEQUENCES) parser.registerOscHandler(id, (data) => data.split(';').includes('?'));
}
