import { isNamedElsewhere } from './loop-values';
import type { ShellWord } from './parsed-command';

/** `x=$(mktemp …)` as a statement of its own, with nothing in it that is not known. */
const MADE = /(?:^|[;&|({\n]|\b(?:then|do|else)\b)[ \t]*(\w+)=("?)\$\(mktemp((?: [\w./%+,:=-]*)*)\)\2[ \t]*(?=$|[;&|)}\n#])/g;
/** Commands that could make the name another one, or the file a link. */
const CHANGES =
  /\b(?:alias|hash|enable|PATH|TMPDIR|ln|mapfile|readarray|getopts|nameref)\b|\bprintf\s+-v|\b(?:read|declare|typeset|local|export)\b[^;&|\n]*\$/;
const USE = /^(")?\$(?:\{(\w+)\}|(\w+))(\/[\w.-]+)?(")?$/;

/** Variables of a text that hold the name of a file or a folder that `mktemp` made in it, and never anything else. */
export interface FreshNames {
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
}

export function findFreshNames(text: string): FreshNames {
  const files = new Set<string>();
  const folders = new Set<string>();
  const calls = text.split('mktemp').length - 1;
  const found = calls === 0 ? [] : [...text.matchAll(MADE)];
  // Another mention of it could be a function of that name.
  if (found.length < calls || CHANGES.test(text)) return { files, folders };
  const names = text.replace(/\$\(mktemp[^()]*\)/g, '').replace(/(^|[\s"'=])\/tmp(?=[/\s"']|$)/g, '$1');
  for (const [, name = '', , options = ''] of found) {
    if (isNamedElsewhere(name, names)) continue;
    if (!/ -\w*d| --d/.test(options)) files.add(name);
    else if (/^ -d$/.test(options)) folders.add(name);
  }
  return { files, folders };
}

/** A word as it was read, marked where it names a file that `mktemp` made, or one in such a folder. */
export function markFresh(word: ShellWord, { files, folders }: FreshNames): ShellWord {
  if (files.size + folders.size === 0) return word;
  const [, opening, braced, plain, inside, closing] = USE.exec(word.raw) ?? [];
  const name = braced ?? plain ?? '';
  const isFresh = inside === undefined ? files.has(name) || folders.has(name) : folders.has(name) && !inside.startsWith('/..');
  return isFresh && opening === closing ? { ...word, fresh: true } : word;
}
