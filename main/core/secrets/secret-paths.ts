import ignore from 'ignore';
import { GUARDED_KINDS } from './guarded-paths';
import { createPathTable } from './path-table';

/** Why a path is guarded. */
export interface GuardedPath {
  /** The kind of the built-in table, or `own` for the person's list. */
  kind: string;
  pattern: string;
  /** Ends the sentence "This is …". */
  what: string;
}

/** The one answer to "is the content of this file kept from the model". */
export interface SecretPaths {
  /** `path` is absolute, links resolved or not; undefined for a file that is not guarded. */
  find(path: string): GuardedPath | undefined;
  /** The person's lines that count in every folder, as globs for a path below any folder. */
  ownGlobs: readonly string[];
}

/** The person's own lists, of `config.json`: lines as in an ignore file; `~/` is home, `/` the root, anything else counts in every folder. */
export interface SecretLists {
  guard: readonly string[];
  except: readonly string[];
}

export const NO_LISTS: SecretLists = { guard: [], except: [] };

/** What some file systems leave out when they compare names, and what Windows drops at a name's end. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const STREAM = /::?\$?[a-z]*$/;
/** Names with nothing of that, and nothing to compose. */
const PLAIN = /^(?:\/[\w.@+-]*[\w@+-])+$/;

/**
 * The built-in table and the person's lists as one. Names compare without letter case, in composed Unicode and without invisible
 * characters, on every platform: a file system may ignore each of them. An exception of the person wins over both lists.
 */
export function createSecretPaths(home: string, lists: SecretLists = NO_LISTS): SecretPaths {
  const table = createPathTable(GUARDED_KINDS, plainPath(home));
  const own = compileLines(lists.guard, home);
  const except = compileLines(lists.except, home);
  return {
    ownGlobs: lists.guard.filter((line) => !/^(?:~?\/|!|#)/.test(line)).map(toGlob),
    find(path) {
      const plain = plainPath(path);
      const below = plain.slice(1);
      if (below === '' || except?.ignores(below) === true) return undefined;
      if (own?.ignores(below) === true) return { kind: 'own', pattern: 'secrets.guard', what: 'on your list of guarded files' };
      const hit = table.find(below.split('/'));
      return hit === undefined ? undefined : { kind: hit.kind.id, pattern: hit.pattern, what: hit.kind.what };
    },
  };
}

/** `C:\Users\x` as `/c/users/x`; `.`, `..` and doubled separators resolved. */
function plainPath(path: string): string {
  if (PLAIN.test(path)) return path.toLowerCase();
  const drive = /^[A-Za-z]:(?=[\\/])/.test(path) ? `/${path[0]}${path.slice(2)}` : path;
  const slashed = drive === path && !path.startsWith('\\\\') ? path : drive.replace(/\\/g, '/');
  const segments: string[] = [];
  for (const written of slashed.normalize('NFC').toLowerCase().split('/')) {
    if (written === '' || written === '.') continue;
    if (written === '..') segments.pop();
    else segments.push(plainName(written));
  }
  return `/${segments.join('/')}`;
}

function plainName(name: string): string {
  const visible = name.replace(INVISIBLE, '');
  const plain = STREAM.test(visible) ? visible.replace(STREAM, '') : trimEnd(visible);
  return plain === '' ? name : plain;
}

function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function compileLines(lines: readonly string[], home: string): ReturnType<typeof ignore> | undefined {
  if (lines.length === 0) return undefined;
  const base = plainPath(home);
  return ignore({ ignorecase: true }).add(lines.map((line) => anchorLine(line.normalize('NFC'), base)));
}

/** Without an anchor a line counts in every folder, also where it names folders itself. */
function anchorLine(line: string, home: string): string {
  const [, not = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? [];
  if (pattern.startsWith('~/')) return `${not}${home}${pattern.slice(1)}`;
  return /^(?:\/|\*\*\/|#|$)/.test(pattern) ? line : `${not}**/${pattern}`;
}

function toGlob(line: string): string {
  const below = `**/${line.replace(/^\*\*\//, '')}`;
  return below.endsWith('/') ? `${below}**` : below;
}
