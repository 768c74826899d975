import type { Capability } from '../../../shared/model/permission';
import { programCapabilities } from './command-capabilities';
import { mayOverwrite } from './git-checkout';
import { withPossibleForms } from './open-words';
import type { ShellPart, ShellWord } from './parsed-command';
import type { Rule } from './rule';
import { unwrapForDeny } from './shell-wrappers';

/** What nobody takes back, with what it is called: a rule grants it only where its own words name it. */
const BY_NAME_ONLY: Partial<Record<Capability | 'overwrite', string>> = {
  'git-publish': 'publishes',
  deploy: 'deploys',
  delete: 'deletes or throws work away',
  overwrite: 'may overwrite files where no branch is called so (git switch takes only branches)',
};
/** A capability that is granted by name, or `overwrite`: what a command might throw away, as its words are taken. */
export type NamedEffect = Capability | 'overwrite';

/** Those effects of a part that only a rule which names them grants, also those that words which are not known could give it. */
export function effectsByName(part: Pick<ShellPart, 'words' | 'forms'>): NamedEffect[] {
  const possible = withPossibleForms(part);
  const known = programCapabilities(possible).flatMap(({ capability }) => (capability in BY_NAME_ONLY ? [capability] : []));
  return possible.forms.some(mayOverwrite) ? [...known, 'overwrite'] : known;
}

/**
 * Whether an allow rule names all of these effects: `Bash(git push *)` names publishing, `Bash(git *)` and `Bash` do not. An exact
 * rule names the whole command. A star stands for nothing or for a word.
 */
export function namesEffects({ matcher }: Rule, effects: readonly NamedEffect[]): boolean {
  if (effects.length === 0 || (matcher.kind === 'command' && matcher.pattern.kind === 'exact')) return true;
  if (matcher.kind !== 'command') return false;
  const source = matcher.pattern.source.trim().replace(/:\*$/, ' *');
  const named = ['', 'x'].flatMap((star) => effectsOf(source.replace(/(?<!\\)\*/g, star)));
  return effects.every((effect) => named.includes(effect));
}

function effectsOf(text: string): NamedEffect[] {
  const words = text
    .split(/\s+/)
    .flatMap((word): ShellWord[] => (word === '' ? [] : [{ raw: word, text: word, opaque: false, glob: false }]));
  return effectsByName({ words, forms: unwrapForDeny(words).forms });
}

/** "It publishes, and Bash(git *) does not name that." */
export function unnamedWords(text: string, effects: readonly NamedEffect[], rule: Rule): string {
  const does = [...new Set(effects)].flatMap((effect) => BY_NAME_ONLY[effect] ?? []).join(' and ');
  return `"${text}" ${does}, and ${rule.ref.text} does not name that: it is approved by itself, or by a rule that names it.`;
}
