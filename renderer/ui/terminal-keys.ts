import { isMac } from './kbd';

/** Inside a terminal every key is the program's, but for these. A Mac's Command leaves Control to the program; elsewhere Shift sets ours apart. */
export const TERMINAL_KEYS = isMac
  ? ({ copy: 'Mod+C', paste: 'Mod+V', search: 'Mod+F' } as const)
  : ({ copy: 'Mod+Shift+C', paste: 'Mod+Shift+V', search: 'Mod+Shift+F' } as const);
