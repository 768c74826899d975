import { effectSources } from './command-effects';
import type { ShellPart, ShellWord } from './parsed-command';
import { commandName } from './shell-wrappers';
import { takesNextWord } from './verb-forms';

/** What a word that is not known could be, so that a program publishes, deploys or deletes: one of each kind is enough. */
const WEIGHTY =
  'publish release push yank upload deploy apply create destroy delete rm remove prune purge up install uninstall commit submit import state stack pr run reset drop copy mv db:drop db --push --del -delete'.split(
    ' ',
  );
const WEIGHTY_OF_GIT = 'drop remove expire push deinit prune --abort --hard --force -D -f'.split(' ');
/** Options behind which the next word is no value of theirs. */
const STANDS_ALONE =
  /^(?:-[qvaodLHPEX]|--(?:quiet|verbose|all|force|dry-run|pull|progress|no-[\w-]+)|-(?:print0?|ls|depth|prune|quit|and|or|not|true|false|empty|mount|xdev|daystart|nouser|nogroup|noleaf))$/;
/** Loops in loops whose words make more commands than that count as not known. */
const MOST_FORMS = 50;

const byProgram = new Map<string, readonly string[]>();

function weightyWords(program: string): readonly string[] {
  if (program === 'git') return WEIGHTY_OF_GIT;
  const known = byProgram.get(program);
  if (known !== undefined) return known;
  const sources = effectSources(program);
  const found = WEIGHTY.filter((word) => sources.some((source) => source.includes(word.replace(/^-+/, ''))));
  if (sources.length > 0) byProgram.set(program, found);
  return found;
}

/** A part with every form that it may take, as far as what it publishes, deploys or deletes goes. */
export function withPossibleForms<Part extends Pick<ShellPart, 'forms'>>(part: Part): Part {
  return part.forms.some(hasOpenWord) ? { ...part, forms: part.forms.flatMap(possibleForms) } : part;
}

/** The form itself, for each word that its loops go through, and with what its unknown words could be. */
export function possibleForms(form: readonly ShellWord[]): ShellWord[][] {
  const words = hasOpenWord(form) && !isVerbTold(form) ? weightyWords(commandName(form[0])) : [];
  if (words.length === 0) return [[...form]];
  return spellLoops(form).flatMap((one) => [one, ...(hasOpenWord(one) ? words.map((word) => filled(one, word)) : [])]);
}

function hasOpenWord(form: readonly ShellWord[]): boolean {
  return form.some((word, index) => index > 0 && word.opaque);
}

/** aws takes the service and what is done with it as its first two words, and no other. */
function isVerbTold([program, service, verb]: readonly ShellWord[]): boolean {
  const isPlain = (word: ShellWord | undefined) => word !== undefined && !word.opaque && !word.text.startsWith('-');
  return commandName(program) === 'aws' && isPlain(service) && isPlain(verb);
}

/** A variable has the same value wherever it stands. */
function spellLoops(form: readonly ShellWord[]): ShellWord[][] {
  let forms: ShellWord[][] = [[...form]];
  for (const { raw, values } of form) {
    if (values === undefined || !forms[0]?.some((word) => word.raw === raw && word.opaque)) continue;
    if (forms.length * values.length > MOST_FORMS) return [[...form]];
    forms = forms.flatMap((one) => values.map((value) => one.map((word) => (word.raw === raw ? value : word))));
  }
  return forms;
}

/** The form with this word wherever an unknown one could be it. */
function filled(form: readonly ShellWord[], text: string): ShellWord[] {
  const program = commandName(form[0]);
  const end = form.findIndex((word) => word.text === '--');
  return form.map((word, index) => {
    const before = form[index - 1]?.text ?? '';
    if (index === 0 || !word.opaque || takesNextWord(program, before) || !text.startsWith(knownBeginning(word))) return word;
    const noOption = (end !== -1 && index > end) || (/^-/.test(before) && !STANDS_ALONE.test(before));
    return text.startsWith('-') && noOption ? word : { raw: text, text, opaque: false, glob: false };
  });
}

function knownBeginning({ text }: ShellWord): string {
  return /^[^$`{(<>…]*/.exec(text)?.[0] ?? '';
}
