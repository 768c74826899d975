import { START, type ShellPart, type ShellWord } from './parsed-command';
import { programTexts } from './program-texts';
import { variableTexts } from './program-variables';
import { lexRoughly, type RoughPart } from './rough-lexer';
import { unwrapForDeny } from './shell-wrappers';

const MOST_CHARACTERS = 20_000;
const MOST_PARTS = 500;
const DEEPEST = 6;
/** Characters of all texts, and words of all forms, that are looked at together. */
const MOST_WORK = 30_000;

/**
 * Parts of a text that no parser understands, for deny and ask rules alone. Where quotes cannot be trusted, every line and
 * every operator counts as a boundary as well: too many parts are harmless, a missed one is not. Never throws.
 */
export function readRoughly(command: string): ShellPart[] {
  const reading: RoughReading = { parts: [], texts: new Set(), work: 0 };
  collect(command, 0, reading);
  return reading.parts;
}

interface RoughReading {
  parts: ShellPart[];
  /** Of the parts. */
  texts: Set<string>;
  work: number;
}

function collect(text: string, depth: number, into: RoughReading): void {
  into.work += text.length;
  if (depth > DEEPEST || isFull(into)) return;
  const { parts, inner, doubtful } = lexRoughly(text.slice(0, MOST_CHARACTERS));
  for (const part of parts) addPart(part, depth, into);
  for (const nested of inner) collect(nested, depth + 1, into);
  if (!doubtful || depth >= 2) return;
  for (const piece of text.slice(0, MOST_CHARACTERS).split(/[\n\r;&|()`]+/)) {
    if (piece.trim() === '' || into.texts.has(piece.trim())) continue;
    for (const part of lexRoughly(piece.replace(/["']/g, '')).parts) addPart(part, depth + 1, into);
  }
}

function isFull({ parts, work }: RoughReading): boolean {
  return parts.length > MOST_PARTS || work > MOST_WORK;
}

function addPart(part: RoughPart, depth: number, into: RoughReading): void {
  if (isFull(into)) return;
  const { forms } = unwrapForDeny(part.words);
  into.work += forms.reduce((sum, form) => sum + form.length, 0);
  into.parts.push({ ...part, places: START, forms });
  into.texts.add(part.text);
  for (const found of [variableTexts(part.words, forms), ...forms.map((form) => programTexts(form, undefined))]) {
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
