import type { ITheme } from '@xterm/xterm';
import { call, useHost } from '../../stores/host';

/** The colours of the page's theme, as its tokens say them now. */
export function readTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: token('bg'),
    foreground: token('ink'),
    cursor: token('focus'),
    cursorAccent: token('bg'),
    selectionBackground: token('terminal-selection'),
    scrollbarSliderBackground: token('terminal-slider'),
    scrollbarSliderHoverBackground: token('line-strong'),
    scrollbarSliderActiveBackground: token('line-strong'),
    black: token('ansi-black'),
    red: token('ansi-red'),
    green: token('ansi-green'),
    yellow: token('ansi-yellow'),
    blue: token('ansi-blue'),
    magenta: token('ansi-magenta'),
    cyan: token('ansi-cyan'),
    white: token('ansi-white'),
    brightBlack: token('ansi-bright-black'),
    brightRed: token('ansi-bright-red'),
    brightGreen: token('ansi-bright-green'),
    brightYellow: token('ansi-bright-yellow'),
    brightBlue: token('ansi-bright-blue'),
    brightMagenta: token('ansi-bright-magenta'),
    brightCyan: token('ansi-bright-cyan'),
    brightWhite: token('ansi-bright-white'),
  };
}

/** In the order of their numbers. */
const PALETTE = [
  ...(['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const),
  ...(['brightBlack', 'brightRed', 'brightGreen', 'brightYellow', 'brightBlue', 'brightMagenta', 'brightCyan', 'brightWhite'] as const),
];
const COLOUR = /^#[\da-f]{6}$/i;

/** Tells the host the colours of the page, now and whenever they change or the connection is new. Returns the function that ends it. */
export function tellColours(): () => void {
  const tell = () => {
    const theme = readTheme();
    const { background = '', foreground = '', cursor = '' } = theme;
    const palette = PALETTE.map((name) => theme[name] ?? '');
    if (![background, foreground, cursor, ...palette].every((colour) => COLOUR.test(colour))) return;
    void call('terminal.colours', { colours: { background, foreground, cursor, palette } }).catch(() => undefined);
  };
  tell();
  const offs = [
    onThemeChange(tell),
    useHost.subscribe(({ status }, before) => {
      if (status === 'connected' && before.status !== 'connected') tell();
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

/** Calls back when the page has changed to another theme. Returns the function that ends it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
