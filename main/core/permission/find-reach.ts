import { join } from 'node:path/posix';
import type { FileSystem } from '../ports';
import { withLoopValues } from './loop-values';
import { couldMatchName, isNamePattern } from './name-pattern';
import type { ParsedCommand, ShellPart, ShellWord } from './parsed-command';
import { isInside, resolveArgument, toRulePath } from './path-text';
import { foldersOf, pathsInWord, writesFiles } from './shell-files';
import { walkedRoots } from './walkers';
import { commandName } from './shell-wrappers';

/** What the patterns of a command, and the programs in it that go through folders, come upon on the disk. */
export interface Reach {
  command: string;
  /** Where links lead to, and guarded files behind a folder that a pattern or a link stands for. */
  links: readonly string[];
  /** What patterns stand for in the arguments of programs that write. */
  written: readonly string[];
  /** Numbers that git knows as commits or folders where the command starts. */
  commits: ReadonlySet<string>;
  /** False: there is more than was looked at. */
  complete: boolean;
}

export interface ReachPlace {
  files: Pick<FileSystem, 'list' | 'realpath'>;
  cwd: string;
  home: string;
  /** Guarded files in the working directories. */
  present: readonly string[];
}

export const NO_COMMITS: ReadonlySet<string> = new Set();
const MOST_FOLDERS = 1_000;
const MOST_PATHS = 20_000;
const MOST_LINKS = 500;

/** Looks at the disk, within bounds, for what the words of a command do not tell. Never rejects. */
export async function findReach({ command, parts }: ParsedCommand, place: ReachPlace): Promise<Omit<Reach, 'commits'>> {
  const search = new ReachSearch(place);
  for (const part of parts) await search.addPart(part);
  return { command, links: [...search.links], written: [...search.written], complete: search.complete };
}

class ReachSearch {
  readonly links = new Set<string>();
  readonly written = new Set<string>();
  complete = true;
  readonly #place: ReachPlace;
  readonly #folders = new Map<string, ReturnType<FileSystem['list']>>();
  readonly #expanded = new Map<string, Promise<string[]>>();
  #paths = 0;
  #resolved = 0;

  constructor(place: ReachPlace) {
    this.#place = place;
  }

  async addPart(part: ShellPart): Promise<void> {
    const { cwd, home } = this.#place;
    for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd))) {
      await this.#expandAll([...part.words, ...part.reads], folder);
      for (const [program, ...words] of part.forms) {
        const args = withLoopValues(words);
        if (writesFiles(program, args)) for (const path of await this.#expandAll(args, folder)) this.written.add(path);
        const walked = walkedRoots(commandName(program), args);
        if (walked === undefined) continue;
        const plain = walked.roots.filter((text) => !isNamePattern(text)).map((text) => resolveArgument(text, folder, home));
        for (const root of [...plain, ...(await this.#expandAll(args, folder))]) await this.#addRoot(root, walked.follows);
        if (walked.startsHere && walked.follows) await this.#addRoot(folder, true);
      }
    }
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
    let found = [{ path: start, linked: (await this.#resolve(start)) !== start }];
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

  async #resolve(path: string): Promise<string> {
    return toRulePath(await this.#place.files.realpath(path).catch(() => path));
  }

  /** Where a path really lies; what a link leads to is kept. */
  async #follow(path: string): Promise<string> {
    this.#resolved += 1;
    if (this.#resolved > MOST_LINKS) {
      this.complete = false;
      return path;
    }
    const real = await this.#resolve(path);
    if (real !== toRulePath(path)) this.links.add(real);
    return real;
  }

  /** A folder that a program goes through, which lies where its words do not say. */
  async #addRoot(root: string, follows: boolean): Promise<void> {
    const real = await this.#follow(root);
    for (const path of this.#place.present) if (isInside(real, path, { ignoreCase: false })) this.links.add(path);
    if (follows) await this.#walk(root, false, new Set([real]));
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
    const listing = this.#place.files.list(folder).catch(() => []);
    this.#folders.set(folder, listing);
    this.#paths += (await listing).length;
    return listing;
  }
}
