import { writtenGitSettings } from './git-settings';
import { writtenPackageSettings } from './package-settings';
import type { Place, ShellPart, ShellWord } from './parsed-command';
import { resolveArgument } from './path-text';
import { filesOfScripts, readByGit } from './named-files';
import { FILE_READERS } from './reader-programs';
import { commandName } from './shell-wrappers';
import { hasInput, walkedRoots } from './walkers';
import { pathsInWord } from './word-paths';
import { editsInPlace, writtenWords } from './written-words';

/** Stands for what lies in a folder: a rule for `x/**` says nothing of `x` itself. */
const SOMETHING = '@';

const WRITERS = new Set([
  'rm',
  'rmdir',
  'mv',
  'cp',
  'touch',
  'tee',
  'mkdir',
  'ln',
  'truncate',
  'dd',
  'install',
  'chmod',
  'chown',
  'shred',
  'unlink',
  'rsync',
]);

/** Programs that move or remove all that lies in the folders that they are given. */
const MOVES_ALL = new Set(['mv', 'rm', 'rmdir', 'shred']);
/** Programs that bring all that lies in the folders that they are given under another name. */
const KEEPS_FOLDERS = new Set(['mv', 'ln', 'ditto']);
/** Programs that make a folder or a file, and put nothing into one that is there. */
const MAKES_NEW = new Set(['mkdir', 'touch']);

export interface ShellTouch {
  reads: string[];
  writes: string[];
  /** Files of settings that git and package managers change: protected wherever they lie. */
  settings: string[];
}

/** A decision asks again and again where a part runs. */
const resolved = new WeakMap<readonly Place[], { cwd: string; home: string; folders: ReadonlyArray<string | undefined> }>();

/** Where a part may run: absolute folders; undefined for one that cannot be told. */
export function foldersOf(places: readonly Place[], cwd: string, home: string): ReadonlyArray<string | undefined> {
  const last = resolved.get(places);
  if (last?.cwd === cwd && last.home === home) return last.folders;
  const folders = places.map((place) => (place === undefined ? undefined : resolveArgument(place, cwd, home)));
  resolved.set(places, { cwd, home, folders });
  return folders;
}

/**
 * Files that a part names, as far as programs and redirects that everybody uses go: absolute paths, for every folder that it may
 * run in. Of a folder that cannot be told, relative paths are taken from where the command starts.
 */
export function findTouchedFiles(part: ShellPart, cwd: string, home: string): ShellTouch {
  const touch: ShellTouch = { reads: [], writes: [], settings: [] };
  for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd))) {
    const resolve = (text: string) => resolveArgument(text, folder, home);
    touch.reads.push(...part.reads.flatMap(spelled).map(resolve));
    const redirected = new Set(part.writes.flatMap(spelled).filter((text) => !isHarmlessTarget(text)));
    touch.writes.push(...[...redirected].map(resolve));
    for (const [program, ...args] of part.forms) {
      const name = commandName(program);
      if (name === 'git') {
        touch.reads.push(...[...new Set(readByGit(args))].map(resolve).flatMap(withContent));
        const settings = writtenGitSettings(args).map(resolve);
        touch.writes.push(...settings);
        touch.settings.push(...settings);
      }
      touch.settings.push(...writtenPackageSettings(name, args).map(resolve));
      const named = writtenWords(name, args).filter(({ text }) => text !== '-' && !isHarmlessTarget(text));
      const targets = named.flatMap(spelled).map(resolve);
      touch.writes.push(...targets, ...(MAKES_NEW.has(name) ? [] : targets.map((path) => `${path}/${SOMETHING}`)));
      const scripted = filesOfScripts(name, args);
      touch.reads.push(...scripted.reads.map(resolve));
      touch.writes.push(...scripted.writes.filter((text) => !isHarmlessTarget(text)).map(resolve));
      const walked = walkedRoots(name, args, hasInput(part))?.roots ?? [];
      touch.reads.push(...walked.map((text) => `${resolve(text)}/${SOMETHING}`));
      const reads = FILE_READERS.has(name);
      const writes = writesFiles(program, args);
      if (!reads && !writes) continue;
      const paths = [...new Set(args.flatMap(pathsInWord))].map(resolve);
      if (reads) touch.reads.push(...(KEEPS_FOLDERS.has(name) ? paths.flatMap(withContent) : paths));
      if (name === 'ln') touch.reads.push(...linkTargets(args).map(resolve).flatMap(withContent));
      if (writes) touch.writes.push(...paths);
      if (MOVES_ALL.has(name)) touch.writes.push(...paths.map((path) => `${path}/${SOMETHING}`));
    }
  }
  return touch;
}

/** Whether a program changes, makes or removes the files that it is given. */
export function writesFiles(program: ShellWord | undefined, args: readonly ShellWord[]): boolean {
  const name = commandName(program);
  return WRITERS.has(name) || editsInPlace(name, args);
}

/** Whether a program shows, copies, sends, runs, changes or removes the files that it is given. */
export function touchesFiles(program: string): boolean {
  return FILE_READERS.has(program) || WRITERS.has(program);
}

/** Redirect targets that keep nothing. */
export function isHarmlessTarget(text: string): boolean {
  return text === '/dev/null' || text === '/dev/stdout' || text === '/dev/stderr';
}

function withContent(path: string): string[] {
  return [path, `${path}/${SOMETHING}`];
}

/** What links lead to: of one with `-s`, seen from the folder where the link comes to be. */
function linkTargets(args: readonly ShellWord[]): string[] {
  if (!args.some(({ text }) => /^-[A-Za-z]*s|^--s/.test(text))) return [];
  const named = args.filter(({ text }) => !text.startsWith('-')).flatMap(spelled);
  const link = named.at(-1) ?? '';
  const places = named.length > 2 ? [link] : [link, `${link}/..`];
  return named.slice(0, -1).flatMap((text) => (text.startsWith('/') ? [] : places.map((place) => `${place}/${text}`)));
}

/** A word as it stands, and as its variables may make it. */
function spelled({ text, spellings = [] }: ShellWord): string[] {
  return [text, ...spellings];
}
