import type { ITheme } from '@xterm/xterm';

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

/** Calls back when the page has changed to another theme. Returns the function that ends it. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
