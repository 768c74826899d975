import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callAtExit, forgetAtExit } from '../call-at-exit';
import { TEMP_PREFIX } from './leases';
import { markOwner } from '../storage/own-folder';
import { ownIdentity, type ProcessIdentity } from '../storage/writer-lock';
import { createSeccompFilter, type SeccompChoices } from './seccomp-filter';

/** Files that sandboxes are made with, in a folder that goes with this process. No sandbox sees it. */
export interface OwnFiles {
  /** To be called before anything else: without it nobody sweeps the folder once this process was killed. */
  prepare(): Promise<void>;
  folder(): string;
  /** Without content and without rights. */
  empty(): string;
  /** The filter as a file. Throws where there is none for this machine. */
  filter(choices: SeccompChoices): string;
  /** Arguments as `bwrap` reads them from a file, which the caller removes. */
  list(args: readonly string[]): string;
  remove(): void;
}

export function createOwnFiles(): OwnFiles {
  let base: string | undefined;
  let owner: ProcessIdentity | undefined;

  function folder(): string {
    if (base === undefined) {
      base = mkdtempSync(join(realpathSync(tmpdir()), TEMP_PREFIX));
      if (owner !== undefined) markOwner(base, owner);
      callAtExit(remove);
    }
    return base;
  }

  function remove(): void {
    forgetAtExit(remove);
    if (base !== undefined) rmSync(base, { recursive: true, force: true });
    base = undefined;
  }

  return {
    async prepare() {
      owner ??= await ownIdentity();
    },
    folder,
    empty() {
      const file = join(folder(), 'empty');
      if (!existsSync(file)) {
        writeFileSync(file, '');
        chmodSync(file, 0);
      }
      return file;
    },
    filter(choices) {
      const file = join(folder(), `filter-${Number(choices.unixSockets)}${Number(choices.nestedNamespaces)}`);
      if (existsSync(file)) return file;
      const filter = createSeccompFilter(process.arch, choices);
      if (filter === undefined) throw new Error(`there is no system call filter for ${process.arch}`);
      writeFileSync(file, filter);
      return file;
    },
    list(args) {
      const file = join(folder(), `arguments-${randomUUID()}`);
      writeFileSync(file, args.map((text) => `${text}\0`).join(''), { mode: 0o600 });
      return file;
    },
    remove,
  };
}
