import { readFileSync } from 'node:fs';
import { type FolderScan, type Guard, readTree, summarise } from './scan-folder';

/**
 * Full of what other people published, and larger than all the rest. The keys among the tests that each Python brings along are
 * nobody's; every file that is hidden costs each command a mount.
 */
const PACKAGES =
  /\/(?:\.cargo\/(?:registry|git)|\.m2\/repository|go\/pkg|\.rustup\/toolchains|\.cache|share\/pnpm|(?:mini|ana)conda3?\/pkgs|lib\/python\d\.\d+\/test)$/;
/** They change rarely: what is known counts for so long, and is then looked up anew beside the commands. */
const LASTING_MS = 60_000;

/** Secrets among what the tools of the person run from, known per guard since each session has its own. */
export function createToolScans() {
  const known = new WeakMap<Guard, { at: number; scan: Promise<FolderScan> }>();

  return {
    /** A folder that is too large to be looked through counts as guarded as a whole: other commands go on. */
    get(folders: readonly string[], guard: Guard): Promise<FolderScan> {
      const before = known.get(guard);
      if (before !== undefined && performance.now() - before.at < LASTING_MS) return before.scan;
      const scan = scanAll(folders, guard);
      const entry = { at: performance.now(), scan: before?.scan ?? scan };
      known.set(guard, entry);
      void scan.then(
        () => {
          entry.scan = scan;
        },
        () => undefined,
      );
      return entry.scan;
    },
  };
}

async function scanAll(folders: readonly string[], guard: Guard): Promise<FolderScan> {
  const scans = await Promise.all(
    folders
      .filter((folder) => !PACKAGES.test(folder))
      .map(async (folder) => {
        if (guard(folder) || guard(`${folder}/x`)) return [folder];
        const tree = await readTree(folder, guard, undefined, (path) => PACKAGES.test(path)).catch(() => undefined);
        return tree === undefined ? [folder] : summarise(tree).guarded;
      }),
  );
  // Repositories of tools are read-only already.
  return { guarded: scans.flat().filter((path) => !isCertificate(path)), nested: [] };
}

/** Public, and tools that cannot read theirs reach no server. */
function isCertificate(path: string): boolean {
  if (!path.endsWith('.pem')) return false;
  try {
    const text = readFileSync(path, 'latin1');
    return text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('PRIVATE KEY');
  } catch {
    return false;
  }
}
