import type { ShellPart, ShellWord } from './parsed-command';
import { programTexts } from './program-texts';
import { lexRoughly, type RoughPart } from './rough-lexer';
import { unwrapForDeny } from './shell-wrappers';

const MOST_CHARACTERS = 20_000;
const MOST_PARTS = 500;
const DEEPEST = 6;

/**
 * Parts of a text that no parser understands, for deny and ask rules alone. Where quotes cannot be trusted, every line and
 * every operator counts as a boundary as well: too many parts are harmless, a missed one is not. Never throws.
 */
export function readRoughly(command: string): ShellPart[] {
  const parts: ShellPart[] = [];
  collect(command, 0, parts);
  return parts;
}

function collect(text: string, depth: number, into: ShellPart[]): void {
  if (depth > DEEPEST || into.length > MOST_PARTS) return;
  const { parts, inner, doubtful } = lexRoughly(text.slice(0, MOST_CHARACTERS));
  for (const part of parts) addPart(part, depth, into);
  for (const nested of inner) collect(nested, depth + 1, into);
  if (!doubtful || depth >= 2) return;
  for (const piece of text.slice(0, MOST_CHARACTERS).split(/[\n\r;&|()`]+/)) {
    if (piece.trim() === '' || into.some((part) => part.text === piece.trim())) continue;
    for (const part of lexRoughly(piece.replace(/["']/g, '')).parts) addPart(part, depth + 1, into);
  }
}

function addPart(part: RoughPart, depth: number, into: ShellPart[]): void {
  if (into.length > MOST_PARTS) return;
  const forms = unwrapForDeny(part.words);
  into.push({ ...part, places: [[]], forms });
  for (const form of forms) {
    const found = programTexts(form, undefined);
    for (const text of found.shell) collect(text, depth + 1, into);
    for (const words of found.commands) addPart({ text: textOf(words), words, writes: [], reads: [] }, depth + 1, into);
  }
}

function textOf(words: readonly ShellWord[]): string {
  return words
    .filter((word) => word.raw !== '…')
    .map((word) => word.raw)
    .join(' ');
}
