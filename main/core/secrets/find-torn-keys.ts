import type { SecretRange } from './secret-range';

const END = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const BEGIN = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY/;
/** A line may carry a number, a path or a diff mark in front; a shorter one is the last of a key. */
const KEY_LINE = /^.{0,80}?[A-Za-z0-9+/=]{40,}\r?$/;
const LAST_LINE = /^.{0,80}?[A-Za-z0-9+/=]{1,64}\r?$/;
const MOST_LINES = 400;

/** Ends of private keys whose beginning is not in the text, as where it was scrolled out of a terminal. */
export function findTornKeys(text: string): SecretRange[] {
  return [...text.matchAll(END)].flatMap(({ 0: mark, index }) => {
    const start = startOfKey(text, index);
    return start === undefined ? [] : [{ kind: 'private-key', start, end: index + mark.length }];
  });
}

/** Upwards from the line of the end mark, as long as the lines are those of a key. */
function startOfKey(text: string, mark: number): number | undefined {
  let start: number | undefined;
  let below = text.lastIndexOf('\n', mark - 1) + 1;
  for (let lines = 0; lines < MOST_LINES && below > 0; lines += 1) {
    const from = text.lastIndexOf('\n', below - 2) + 1;
    const line = text.slice(from, below - 1);
    if (BEGIN.test(line)) return undefined;
    if (!KEY_LINE.test(line) && !(lines === 0 && LAST_LINE.test(line))) break;
    if (KEY_LINE.test(line)) start = from;
    below = from;
  }
  return start;
}
