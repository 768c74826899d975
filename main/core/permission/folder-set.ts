import type { PathRules } from './path-text';

/** Folders to look a path up in, in time that does not grow with their number. Paths as `toRulePath` gives them. */
export class FolderSet {
  readonly #known: ReadonlySet<string>;
  readonly #fold: (path: string) => string;

  constructor(paths: readonly string[], { ignoreCase }: PathRules) {
    this.#fold = (path) => (ignoreCase ? path.toLowerCase() : path);
    this.#known = new Set(paths.map(this.#fold));
  }

  /** Whether the path is one of the folders, or lies in one. */
  holds(path: string): boolean {
    return this.#known.has(this.#fold(path)) || this.surrounds(path);
  }

  /** Whether the path lies in one of the folders, itself apart. */
  surrounds(path: string): boolean {
    const own = this.#fold(path);
    if (own !== '/' && this.#known.has('/')) return true;
    for (let slash = own.lastIndexOf('/'); slash > 0; slash = own.lastIndexOf('/', slash - 1))
      if (this.#known.has(own.slice(0, slash))) return true;
    return false;
  }
}
