import type { TerminalSize } from '../../core/ports';

/** The largest number in a control sequence: more than any screen has lines or columns, and than any mode is named by. */
const LARGEST_NUMBER = 9999;
/** A control sequence without an end is dropped beyond this; none that means anything is as long. */
const LONGEST_SEQUENCE = 1024;
/** Cells that one piece may touch, about: a few milliseconds of the thread. */
const PIECE_CELLS = 50_000;

/** Finals whose number the interpreter repeats step by step, and what beyond changes nothing that is seen. */
const REPEATS: Readonly<Record<string, (size: TerminalSize) => number>> = {
  b: ({ columns, rows }) => columns * rows,
  ...Object.fromEntries([...'LMST'].map((final) => [final, ({ rows }: TerminalSize) => rows])),
  ...Object.fromEntries([...'IZ'].map((final) => [final, ({ columns }: TerminalSize) => columns])),
};
/** Finals of sequences that may touch every cell of the screen. */
const WHOLE_SCREEN = new Set([...'JLMSTbhl']);

/**
 * Makes the output of a program harmless to whoever interprets it: eight bytes could ask for two thousand million steps. What comes out
 * has bounded numbers in its control sequences, in pieces that each cost little. A sequence that is not complete is held back until it
 * is; sequences may be split anywhere over the texts that come in.
 */
export function boundSequences(size: () => TerminalSize): (text: string) => string[] {
  let state: 'text' | 'escape' | 'sequence' = 'text';
  let held = '';
  let dropping = false;

  return (text) => {
    const pieces: string[] = [];
    const { columns, rows } = size();
    let piece = '';
    let cells = 0;
    const pass = (part: string, cost: number): void => {
      piece += part;
      cells += cost;
      if (cells < PIECE_CELLS) return;
      pieces.push(piece);
      piece = '';
      cells = 0;
    };
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at);
      const code = text.charCodeAt(at);
      if (code === 0x1b || code === 0x9b) {
        // Either one begins anew wherever it stands; what a sequence had so far is void.
        state = code === 0x1b ? 'escape' : 'sequence';
        held = character;
        dropping = false;
      } else if (state === 'text') {
        pass(character, code === 0x0a ? columns : 1);
      } else if (code < 0x20 && code !== 0x18 && code !== 0x1a) {
        // A control character within a sequence has its effect at once and leaves the sequence as it is.
        pass(character, columns);
      } else if (state === 'escape' && character === '[') {
        state = 'sequence';
        held += character;
      } else if (state === 'sequence' && code >= 0x20 && code < 0x40) {
        if (held.length < LONGEST_SEQUENCE) held += character;
        else dropping = true;
      } else {
        const whole = state === 'sequence' && code >= 0x40 && code < 0x7f ? boundNumbers(held, character, size()) : held;
        if (!dropping) pass(whole + character, state === 'escape' || WHOLE_SCREEN.has(character) ? columns * rows : 1);
        state = 'text';
        held = '';
        dropping = false;
      }
    }
    return piece === '' ? pieces : [...pieces, piece];
  };
}

function boundNumbers(sequence: string, final: string, size: TerminalSize): string {
  const most = Math.min(LARGEST_NUMBER, REPEATS[final]?.(size) ?? LARGEST_NUMBER);
  return sequence.replace(/\d+/g, (digits) => (Number(digits) > most ? String(most) : digits));
}
