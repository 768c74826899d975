import { dirname, join } from 'node:path/posix';
import type { FileSystem } from '../ports';
import { withLoopValues } from './loop-values';
import { couldMatchName, isNamePattern } from './name-pattern';
import type { ParsedCommand, ShellPart, ShellWord } from './parsed-command';
import { resolveArgument, toNativePath, toRulePath } from './path-text';
import { findTouchedFiles, foldersOf, touchesFiles, writesFiles } from './shell-files';
import type { Walk } from './walk';
import { comesUpon, hasInput, walkedRoots } from './walkers';
import { pathsInWord } from './word-paths';
import { commandName } from './shell-wrappers';

/** What a command comes upon on the disk: by the names in it, by its patterns, and by its programs that go through folders. */
export interface Reach {
  command: string;
  /** Where the command was to start. */
  cwd: string;
  /** Where links lead to, and files that are not to be read behind a folder that a pattern or a link stands for. */
  links: readonly string[];
  /** Where paths of the command really lie, of those that lead through a link. */
  targets: LinkTargets;
  /** What patterns stand for in the arguments of programs that write. */
  written: readonly string[];
  /** What patterns stand for where files are read. */
  read: readonly string[];
  /** Files of the working directories that a rule keeps from being read, where it may come upon them. */
  restricted: readonly string[];
  /** Numbers that git knows as commits or folders where the command starts. */
  commits: ReadonlySet<string>;
  /** False: its patterns and walks come upon more than was looked at. */
  complete: boolean;
  /** False: it names more files than were looked at. */
  allNamed: boolean;
}

/** By the path as its words tell it. */
export type LinkTargets = ReadonlyMap<string, readonly string[]>;

export interface ReachPlace {
  files: Pick<FileSystem, 'list' | 'realpath'>;
  /** The project's, as the platform writes it. */
  folder: string;
  cwd: string;
  home: string;
  /** Files in the working directories that are guarded, or that a rule keeps from being read. */
  present: readonly string[];
}

export const NO_COMMITS: ReadonlySet<string> = new Set();
export const NO_TARGETS: LinkTargets = new Map();
const MOST_FOLDERS = 1_000;
const MOST_PATHS = 20_000;
const MOST_LINKS = 500;
const MOST_NAMES = 4_000;
const MARKS = /[\s'"`;|&<>()=]+/;
/** A step up behind a folder. */
const CLIMB = /\/\.\.(?=\/|$)/;

/** Looks at the disk, within bounds, for what the words of a command do not tell. Never rejects. */
export async function findReach({ command, parts }: ParsedCommand, place: ReachPlace): Promise<Omit<Reach, 'commits' | 'restricted'>> {
  const search = new ReachSearch(place);
  for (const part of parts) await search.addPart(part);
  const { links, targets, written, read, complete, allNamed } = search;
  return { command, cwd: place.cwd, links: [...links], targets, written: [...written], read: [...read], complete, allNamed };
}

/** Paths, and where they really lie. */
export function withTargets(paths: readonly string[], targets: LinkTargets): string[] {
  return paths.flatMap((path) => [path, ...(targets.get(path) ?? [])]);
}

class ReachSearch {
  readonly links = new Set<string>();
  readonly targets = new Map<string, string[]>();
  readonly written = new Set<string>();
  readonly read = new Set<string>();
  complete = true;
  readonly #place: ReachPlace;
  readonly #named = new Set<string>();
  readonly #folders = new Map<string, ReturnType<FileSystem['list']>>();
  readonly #expanded = new Map<string, Promise<string[]>>();
  #paths = 0;
  #followed = 0;

  constructor(place: ReachPlace) {
    this.#place = place;
  }

  get allNamed(): boolean {
    return this.#named.size <= MOST_NAMES;
  }

  async addPart(part: ShellPart): Promise<void> {
    const { cwd, home } = this.#place;
    await this.#addNames(part);
    for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd))) {
      await this.#expandAll(part.words, folder);
      for (const path of await this.#expandAll(part.reads, folder)) this.read.add(path);
      for (const [program, ...words] of part.forms) {
        const args = withLoopValues(words);
        if (writesFiles(program, args))
          for (const path of withTargets(await this.#expandAll(args, folder), this.targets)) this.written.add(path);
        if (touchesFiles(commandName(program))) for (const path of await this.#expandAll(args, folder)) this.read.add(path);
        const walked = walkedRoots(commandName(program), args, hasInput(part));
        if (walked === undefined) continue;
        const plain = walked.roots.filter((text) => !isNamePattern(text)).map((text) => placed(text, folder, home));
        for (const root of [...plain, ...(await this.#expandAll(args, folder))]) await this.#addRoot(root, walked);
        if (walked.startsHere && walked.follows) await this.#addRoot(folder, walked);
      }
    }
  }

  /** Where the files lie that a part may name, and the folders that it may run in. */
  async #addNames(part: ShellPart): Promise<void> {
    const { cwd, home } = this.#place;
    const words = withLoopValues([...part.words, ...part.reads, ...part.writes, ...part.forms.flat()]);
    const texts = [...new Set(words.flatMap(namesInWord))];
    const touched = findTouchedFiles(part, cwd, home);
    const paths = new Set([...touched.reads, ...touched.writes, ...touched.settings]);
    for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd)))
      for (const path of [folder, ...texts.map((text) => placed(text, folder, home))]) paths.add(path);
    const fresh = [...paths].filter((path) => !this.#named.has(path)).slice(0, MOST_NAMES + 1 - this.#named.size);
    for (const path of fresh) this.#named.add(path);
    await Promise.all(fresh.map((path) => this.#locate(path)));
  }

  /** The paths that the patterns among words stand for. */
  async #expandAll(words: readonly ShellWord[], folder: string): Promise<string[]> {
    const texts = new Set(
      withLoopValues(words)
        .filter((word) => word.glob)
        .flatMap(pathsInWord),
    );
    const found: string[] = [];
    for (const text of texts) {
      const pattern = resolveArgument(text, folder, this.#place.home);
      const known = this.#expanded.get(pattern) ?? this.#expand(pattern);
      this.#expanded.set(pattern, known);
      found.push(...(await known));
    }
    return found;
  }

  async #expand(pattern: string): Promise<string[]> {
    const segments = pattern.split('/').filter((segment) => segment !== '');
    const first = segments.findIndex(isNamePattern);
    if (first === -1) return [];
    const start = `/${segments.slice(0, first).join('/')}`;
    let found = [{ path: start, linked: (await this.#locate(start)) !== start }];
    for (const segment of segments.slice(first)) {
      const next: typeof found = [];
      for (const { path, linked } of found) {
        // Whether a name behind a pattern is a link is seen when the whole is resolved.
        if (!isNamePattern(segment)) next.push({ path: join(path, segment), linked: true });
        else
          for (const { name, kind } of await this.#list(path))
            if (couldMatchName(segment, name)) next.push({ path: join(path, name), linked: linked || kind === 'link' });
      }
      found = next;
    }
    for (const { path } of found.filter(({ linked }) => linked)) await this.#follow(path);
    return found.map(({ path }) => path);
  }

  /** Where a path really lies; what a link leads to is kept. `..` leads up from there, as it does for programs. */
  async #locate(path: string): Promise<string> {
    let real = path;
    for (let climb = CLIMB.exec(real); climb !== null; climb = CLIMB.exec(real))
      real = join(dirname(await this.#resolve(real.slice(0, climb.index))), real.slice(climb.index + climb[0].length));
    real = await this.#resolve(real);
    const named = toRulePath(path);
    if (real === named) return real;
    this.links.add(real);
    const known = this.targets.get(named) ?? [];
    if (!known.includes(real)) this.targets.set(named, [...known, real]);
    return real;
  }

  async #resolve(path: string): Promise<string> {
    const native = toNativePath(path, this.#place.folder);
    return toRulePath(await this.#place.files.realpath(native).catch(() => native));
  }

  /** The same for what a pattern or a walk comes upon. */
  async #follow(path: string): Promise<string> {
    this.#followed += 1;
    if (this.#followed <= MOST_LINKS) return this.#locate(path);
    this.complete = false;
    return path;
  }

  /** A folder that a program goes through, which lies where its words do not say. */
  async #addRoot(root: string, walk: Walk): Promise<void> {
    const real = await this.#follow(root);
    for (const path of this.#place.present) if (comesUpon(walk, real, path, false)) this.links.add(path);
    if (walk.follows) await this.#walk(root, false, new Set([real]));
  }

  /** Every link below a folder, and every file behind one. */
  async #walk(folder: string, behindLink: boolean, seen: Set<string>): Promise<void> {
    for (const { name, kind } of await this.#list(folder)) {
      const path = join(folder, name);
      if (!this.complete) return;
      if (kind === 'directory') await this.#walk(path, behindLink, seen);
      else if (kind === 'link') {
        const real = await this.#follow(path);
        if (seen.has(real)) continue;
        seen.add(real);
        await this.#walk(real, true, seen);
      } else if (behindLink) this.links.add(toRulePath(path));
    }
  }

  async #list(folder: string): ReturnType<FileSystem['list']> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    if (this.#folders.size >= MOST_FOLDERS || this.#paths >= MOST_PATHS) {
      this.complete = false;
      return [];
    }
    const listing = this.#place.files.list(toNativePath(folder, this.#place.folder)).catch(() => []);
    this.#folders.set(folder, listing);
    this.#paths += (await listing).length;
    return listing;
  }
}

/** What may be the name of a file in a word; in a text that a program runs, between its marks. */
function namesInWord(word: ShellWord): string[] {
  return [...pathsInWord(word), ...(MARKS.test(word.text) ? word.text.split(MARKS).filter((text) => text !== '') : [])];
}

/** A path as the shell takes it, with every `..` still in it: behind a link that leads elsewhere than its words say. */
function placed(text: string, folder: string, home: string): string {
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(text) || text.startsWith('/proc/')) return resolveArgument(text, folder, home);
  if (text.startsWith('~/')) return `${home}${text.slice(1)}`;
  return text.startsWith('/') ? text : `${folder}/${text}`;
}
