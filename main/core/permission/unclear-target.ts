import type { ShellPart, ShellWord } from './parsed-command';
import { isHarmlessTarget } from './shell-files';
import { commandName } from './shell-wrappers';

/** Programs that write every file that they are given. */
const WRITE_ALL = new Set(['tee', 'touch', 'mkdir', 'truncate', 'chmod', 'chown', 'shred', 'unlink', 'mv', 'dd']);
/** Programs that write the last one. */
const WRITE_LAST = new Set(['cp', 'ln', 'install', 'rsync']);
const TARGET_OPTION = /^-[A-Za-z]*t|^--target-directory/;

/** The word of a part that says which file is written, and that is not known before it runs. Removals are decided elsewhere. */
export function findUnclearTarget(part: ShellPart): ShellWord | undefined {
  const redirect = part.writes.find((word) => (word.opaque || word.glob) && !isHarmlessTarget(word.text));
  if (redirect !== undefined) return redirect;
  for (const [program, ...args] of part.forms) {
    const found = writtenWords(commandName(program), args).find((word) => word.opaque);
    if (found !== undefined) return found;
  }
  return undefined;
}

function writtenWords(program: string, args: readonly ShellWord[]): readonly ShellWord[] {
  if (WRITE_ALL.has(program)) return args;
  if (WRITE_LAST.has(program)) return args.some((word) => TARGET_OPTION.test(word.text)) ? args : args.slice(-1);
  return program === 'sed' && args.some((word) => /^-[A-Za-z]*i|^--in-place/.test(word.text)) ? filesOfSed(args) : [];
}

/** Without its script, which may hold anything. */
function filesOfSed(args: readonly ShellWord[]): readonly ShellWord[] {
  const named = args.filter((word, index) => !word.text.startsWith('-') && !/^-[A-Za-z]*[ef]$/.test(args[index - 1]?.text ?? ''));
  const hasScript = args.some((word) => /^-[A-Za-z]*[ef]|^--(?:expression|file)/.test(word.text));
  return hasScript ? named : named.slice(1);
}
