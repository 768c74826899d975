import { START, type ParsedCommand, type Place, type ShellNode, type ShellPart, type ShellWord, trimBlanks } from './parsed-command';
import { withPipedNames } from './piped-names';
import { programTexts } from './program-texts';
import { variableTexts } from './program-variables';
import { readRoughly } from './read-roughly';
import { readSyntax } from './read-syntax';
import { PlaceSet } from './place-set';
import { commandName, unwrapForDeny } from './shell-wrappers';
import { withStagedNames } from './staged-names';

export const MOST_CHARACTERS = 10_000;
const MOST_PARTS = 500;
const DEEPEST = 6;
/** Words of all forms of all parts together. */
const MOST_WORDS = 6_000;
/** Marks that change how a text is shown, so that nobody can tell by reading it what it says. */
const DISGUISE = /[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The syntax tree of a shell text; undefined where making it takes more work than it is worth. Must not throw. */
export type ParseTree = (text: string) => ShellNode | undefined;

interface Reading {
  parts: ShellPart[];
  words: number;
  unknown: string | undefined;
}

/**
 * Everything that a command may run: its own parts, and those in the texts that its programs run. What cannot be read with
 * certainty makes the whole `unknown`, and rough parts are added, so that deny and ask rules still see what may be there.
 */
export function readCommand(command: string, parseTree: ParseTree): ParsedCommand {
  const text = trimBlanks(command);
  if (text.length > MOST_CHARACTERS) return guessCommand(command, `it is longer than ${MOST_CHARACTERS} characters`);
  const reading: Reading = { parts: [], words: 0, unknown: undefined };
  readText(command, START, 0, reading, parseTree);
  if (reading.unknown === undefined) return { command: text, parts: withTold(reading.parts) };
  const known = new Set(reading.parts.map((part) => part.text));
  const rough = readRoughly(text).filter((part) => !known.has(part.text));
  return { command: text, parts: withTold([...reading.parts, ...rough]), unknown: reading.unknown };
}

/** Parts with the files that other parts of the same text hand to them. */
function withTold(parts: readonly ShellPart[]): ShellPart[] {
  return withStagedNames(withPipedNames(parts));
}

/** For a text that no parser has read. */
export function guessCommand(command: string, reason: string): ParsedCommand {
  return { command: trimBlanks(command), parts: readRoughly(command), unknown: reason };
}

function readText(text: string, places: readonly Place[], depth: number, into: Reading, parseTree: ParseTree): void {
  if (depth > DEEPEST) {
    into.unknown ??= 'it holds commands too deep in each other';
    return;
  }
  if (DISGUISE.test(text)) into.unknown ??= 'it holds characters that cannot be seen';
  const tree = parseTree(text);
  if (tree === undefined) {
    into.unknown ??= 'reading it takes too much work';
    return;
  }
  const { commands, unknown, again } = readSyntax(text, tree, places);
  into.unknown ??= unknown;
  for (const { text: shown, words, writes, reads, places: where, input, piped } of commands) {
    if (words.length === 0 && writes.length === 0 && reads.length === 0) continue;
    addPart({ text: shown, words, writes, reads, places: where, ...(piped === true ? { piped } : {}) }, input, depth, into, parseTree);
  }
  for (const one of again) readText(one.text, one.places, depth + 1, into, parseTree);
}

function addPart(part: Omit<ShellPart, 'forms'>, input: string | undefined, depth: number, into: Reading, parseTree: ParseTree): void {
  if (into.parts.length >= MOST_PARTS || into.words > MOST_WORDS) {
    into.unknown ??= `it has more than ${MOST_PARTS} parts`;
    return;
  }
  const { forms, complete } = unwrapForDeny(part.words);
  const kept = { ...part, forms, places: placesOf(part.words, part.places) };
  into.words += weigh(kept);
  // What is over the bound is asked for; what loops put into it is left out, so that it costs no more than its own words.
  into.parts.push(into.words > MOST_WORDS ? withoutValues(kept) : kept);
  if (!complete || into.words > MOST_WORDS) {
    into.unknown ??= 'it holds commands too deep in each other';
    return;
  }
  for (const found of [variableTexts(part.words, forms), ...forms.map((form) => programTexts(form, input))]) {
    into.unknown ??= found.unknown;
    for (const text of found.shell) readText(text, kept.places, depth + 1, into, parseTree);
    for (const words of found.commands) addNested(words, kept, depth + 1, into, parseTree);
  }
}

/** Where a command runs that `env -C` sends elsewhere; its redirects stay where it stands. */
function placesOf(words: readonly ShellWord[], places: readonly Place[]): readonly Place[] {
  const start = words.findIndex((word) => /^g?env$/.test(commandName(word)));
  const at = start === -1 ? -1 : words.findIndex(({ text }, index) => index > start && /^(?:-[iv0]*C|--c)/.test(text));
  const [option, next] = at === -1 ? [] : words.slice(at);
  if (option === undefined) return places;
  const joined = /^(?:-[iv0]*C|--c\w*=)(.+)$/s.exec(option.text)?.[1];
  const isKnown = joined === undefined ? next?.opaque === false : !option.opaque;
  const here = PlaceSet.of(places);
  return here.plus(here.moved(isKnown ? (joined ?? next?.text) : undefined)).list();
}

/** How many words a part stands for: each with all values of its loop, in each folder that it may run in. */
function weigh({ writes, reads, places, forms }: ShellPart): number {
  const count = (list: readonly ShellWord[]) =>
    list.reduce((sum, { values, spellings = [] }) => sum + (values?.length ?? 1 + spellings.length), 0);
  return [writes, reads, ...forms].reduce((sum, list) => sum + count(list), 0) * Math.max(1, places.length);
}

function withoutValues(part: ShellPart): ShellPart {
  const bare = (list: readonly ShellWord[]) => list.map(({ values: _values, spellings: _spellings, ...word }) => word);
  return {
    ...part,
    words: bare(part.words),
    writes: bare(part.writes),
    reads: bare(part.reads),
    forms: part.forms.map(bare),
  };
}

function addNested(words: ShellWord[], outer: Pick<ShellPart, 'places'>, depth: number, into: Reading, parseTree: ParseTree): void {
  if (depth > DEEPEST) {
    into.unknown ??= 'it holds commands too deep in each other';
    return;
  }
  const shown = words.filter((word) => word.raw !== '…').map((word) => word.raw);
  addPart({ text: shown.join(' '), words, writes: [], reads: [], places: outer.places }, undefined, depth, into, parseTree);
}
