import type { Terminal } from '@xterm/headless';
import type { TerminalColours } from '../../../shared/model/terminal';

/** OSC 10, 11 and 12 ask for these. */
const NAMED = [
  [10, 'foreground'],
  [11, 'background'],
  [12, 'cursor'],
] as const;
/** Questions about the palette that one sequence may hold. */
const MOST_ASKED = 16;

/**
 * Answers a program that asks its terminal for colours, as those of the page are now; nothing while no page has told them. A program asks
 * to see whether the background is light or dark.
 */
export function answerColours({ parser }: Terminal, colours: () => TerminalColours | undefined, answer: (text: string) => void): void {
  for (const [code, name] of NAMED)
    parser.registerOscHandler(code, (data) => {
      const known = colours();
      if (data !== '?') return false;
      if (known !== undefined) answer(`\u001b]${code};${shown(known[name])}\u001b\\`);
      return true;
    });
  parser.registerOscHandler(4, (data) => {
    const pairs = data.split(';');
    const asked = pairs.flatMap((text, at) => (at % 2 === 1 && text === '?' ? [Number(pairs[at - 1])] : []));
    for (const number of asked.slice(0, MOST_ASKED)) {
      const colour = colours()?.palette[number];
      if (colour !== undefined) answer(`\u001b]4;${number};${shown(colour)}\u001b\\`);
    }
    return asked.length > 0;
  });
}

/** `#rrggbb` as xterm writes it, with 16 bits for each of the three. */
function shown(colour: string): string {
  return `rgb:${(colour.slice(1).match(/../g) ?? []).map((part) => `${part}${part}`).join('/')}`;
}
