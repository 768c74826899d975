import { type ShellPart, type ShellWord, wordOf } from './parsed-command';
import { showsContent } from './reader-programs';
import { commandName } from './shell-wrappers';

const STARTERS = /^(?:xargs|parallel)$/;
const UNKNOWN: ShellWord = { raw: '…', text: '…', opaque: true, glob: false };
const PRINTERS = /^(?:echo|printf)$/;

/**
 * Parts with the files that come in as names where xargs or parallel hands them to a program that shows what they hold: the words that a
 * command of the same text prints, and what programs like `find` come upon. Where neither is there, the names are not known.
 */
export function withPipedNames(parts: readonly ShellPart[]): ShellPart[] {
  const shown = parts.map(findShower);
  const shower = shown.find((word) => word !== undefined);
  if (shower === undefined) return [...parts];
  const printed = parts.flatMap(({ forms }) =>
    forms.flatMap(([program, ...args]) => (PRINTERS.test(commandName(program)) ? args.flatMap(namesIn) : [])),
  );
  const isListed = parts.some(({ forms }) => forms.some((form) => showing(form, shower).length > 0));
  return parts.map((part, index) => {
    const shownBy = part.forms.flatMap((form) => showing(form, shower));
    if (shownBy.length > 0) return { ...part, forms: [...part.forms, ...shownBy] };
    if (shown[index] === undefined) return part;
    const named = printed.length > 0 || isListed ? printed : [UNKNOWN];
    return { ...part, reads: [...part.reads, ...named] };
  });
}

/** A form of a program that lists names, as it would show what the files hold. */
function showing(form: readonly ShellWord[], shower: ShellWord): ShellWord[][] {
  switch (commandName(form[0])) {
    case 'find':
      return [[...form, wordOf('-exec'), shower, wordOf('{}'), wordOf(';')]];
    case 'fd':
    case 'fdfind':
      return [[...form, wordOf('-x'), shower]];
    case 'rg':
      return form.some(({ text }) => text === '--files')
        ? [[...form.filter(({ text }) => text !== '--files'), wordOf('-e'), wordOf('.')]]
        : [];
    default:
      return [];
  }
}

/** The program to which xargs or parallel hands names, where it shows what files hold. */
function findShower({ forms }: ShellPart): ShellWord | undefined {
  if (!forms.some(([program]) => STARTERS.test(commandName(program)))) return undefined;
  return forms.map(([program]) => program).find((program) => !STARTERS.test(commandName(program)) && showsContent(commandName(program)));
}

function namesIn({ text, opaque }: ShellWord): ShellWord[] {
  return opaque ? [] : text.split(/\s+|\\[n0]/).flatMap((name) => (name === '' || name.startsWith('-') ? [] : wordOf(name)));
}
