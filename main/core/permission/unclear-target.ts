import type { ShellPart, ShellWord } from './parsed-command';
import { isHarmlessTarget } from './shell-files';
import { commandName } from './shell-wrappers';
import { writtenWords } from './written-words';

/** The word of a part that says which file is written, and that is not known before it runs. Removals are decided elsewhere. */
export function findUnclearTarget(part: ShellPart): ShellWord | undefined {
  const redirect = part.writes.find((word) => (word.opaque || word.glob) && word.fresh !== true && !isHarmlessTarget(word.text));
  if (redirect !== undefined) return redirect;
  for (const [program, ...args] of part.forms) {
    const found = writtenWords(commandName(program), args).find((word) => word.opaque && word.fresh !== true);
    if (found !== undefined) return found;
  }
  return undefined;
}
