import { dirname } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import type { ContextFold } from './context-fold';
import type { Memory, MemoryPlace } from './load-memory';
import { loadNestedMemory } from './load-memory';
import { compileRule } from './match-rule';
import type { MemoryFile } from './memory-file';
import type { Candidate } from './reminder-candidates';
import { memoryCandidate } from './reminder-candidates';

const NESTED_KEY = 'nested-instructions|file:';

/** What becomes due because a file was touched: rules with `paths`, and the memory files of folders below the project folder. */
export class TouchedFiles {
  readonly #fold: ContextFold;
  readonly #touched = new Set<string>();
  /** Paths that the rules of `#memory` have not been asked about. */
  #fresh: string[] = [];
  #memory: Memory | undefined;
  #active = new Map<MemoryFile, string | undefined>();
  #nested = new Map<string, { files: MemoryFile[]; cause: string }>();
  readonly diagnostics: Diagnostic[] = [];

  constructor(fold: ContextFold) {
    this.#fold = fold;
  }

  touch(path: string): void {
    if (this.#touched.has(path)) return;
    this.#touched.add(path);
    this.#fresh.push(path);
  }

  /** Every path that was touched, as far as it is known. */
  paths(): string[] {
    return [...new Set([...this.#fold.files, ...this.#touched])];
  }

  /** Reads the nested files again with the next candidates: they may have changed, and their policy wants to know. */
  forgetNested(): void {
    this.#nested.clear();
  }

  async candidates(memory: Memory, place: MemoryPlace): Promise<Candidate[]> {
    for (const path of this.#fold.pending.touched.keys()) this.touch(path);
    for (const key of this.#fold.history.copies.keys()) if (key.startsWith(NESTED_KEY)) this.touch(key.slice(NESTED_KEY.length));
    this.#activateRules(memory, place.folder);
    for (const path of this.#touched) await this.#readFolder(memory, place, path);
    this.#fresh = [];
    const rules = [...this.#active].map(([rule, cause]) =>
      memoryCandidate(rule, cause === undefined ? undefined : { trigger: 'nested-read', detail: cause }),
    );
    return [...rules, ...this.#nestedCandidates(memory)];
  }

  /** Asks the rules about new paths; after a reload, about all of them. A rule that is in the history stays active. */
  #activateRules(memory: Memory, folder: string): void {
    const isReloaded = memory !== this.#memory;
    if (isReloaded) this.#active = new Map();
    this.#memory = memory;
    const paths = isReloaded ? [...this.#touched] : this.#fresh;
    if (paths.length === 0 && !isReloaded) return;
    for (const rule of memory.conditional) {
      if (this.#active.has(rule)) continue;
      const cause = paths.find(compileRule(rule, folder));
      if (cause !== undefined || this.#fold.history.copies.has(`rule|file:${rule.path}`)) this.#active.set(rule, cause);
    }
  }

  async #readFolder(memory: Memory, place: MemoryPlace, path: string): Promise<void> {
    const folder = dirname(path);
    if (this.#nested.has(folder)) return;
    const read = await loadNestedMemory(place, memory, path);
    this.#nested.set(folder, { files: read.files, cause: path });
    for (const diagnostic of read.diagnostics)
      if (!this.diagnostics.some((known) => known.message === diagnostic.message)) this.diagnostics.push(diagnostic);
  }

  #nestedCandidates(memory: Memory): Candidate[] {
    const known = new Set(memory.files.map((file) => file.path));
    const found: Candidate[] = [];
    for (const { files, cause } of this.#nested.values()) {
      for (const file of files) {
        if (known.has(file.path)) continue;
        known.add(file.path);
        found.push(memoryCandidate(file, { trigger: 'nested-read', detail: cause }));
      }
    }
    return found;
  }
}
