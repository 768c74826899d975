import { readFileSync } from 'node:fs';
import { createLastingScans } from './lasting-scans';
import { type Guard, readTree, summarise } from './scan-folder';

/**
 * Full of what other people published, and larger than all the rest. The keys among the tests that each Python brings along are
 * nobody's; every file that is hidden costs each command a mount.
 */
const PACKAGES =
  /\/(?:\.cargo\/(?:registry|git)|\.m2\/repository|go\/pkg|\.rustup\/toolchains|\.cache|share\/pnpm|(?:mini|ana)conda3?\/pkgs|lib\/python\d\.\d+\/test)$/;

/** Secrets among what the tools of the person run from. Repositories of tools are read-only already. */
export function createToolScans() {
  return createLastingScans(async (folder, guard) => (await lookAt(folder, guard)).filter((path) => !isCertificate(path)));
}

/** A folder that is too large to be looked through counts as guarded as a whole: other commands go on. */
async function lookAt(folder: string, guard: Guard): Promise<string[]> {
  if (PACKAGES.test(folder)) return [];
  if (guard(folder) || guard(`${folder}/x`)) return [folder];
  const tree = await readTree(folder, guard, { isSkipped: (path) => PACKAGES.test(path) }).catch(() => undefined);
  return tree === undefined ? [folder] : summarise(tree).guarded;
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
