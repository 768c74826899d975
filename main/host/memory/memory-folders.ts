import { basename, dirname, join } from 'node:path/posix';
import { folderSlug } from '../../adapters/storage/session-paths';
import { findRepository } from '../../core/shell/find-repository';
import type { HostPorts } from '../host-ports';

/** Where the notes of a project lie that its agents write for later sessions. Both are absolute; neither need exist. */
export interface MemoryFolders {
  /** The one that is written: in the product's home. */
  own: string;
  /** Claude Code's own, which is only read. */
  shared: string;
}

/** All work trees of a repository share theirs: the main one gives the name. */
export async function memoryFolders(
  { files, home, personHome }: Pick<HostPorts, 'files' | 'home' | 'personHome'>,
  folder: string,
): Promise<MemoryFolders> {
  const repository = await findRepository(files, folder);
  const linked = repository !== undefined && basename(repository.gitFolder) === '.git' ? dirname(repository.gitFolder) : repository?.root;
  const slug = folderSlug(linked ?? folder);
  const [ownHome, sharedHome] = await Promise.all([files.realpath(home), files.realpath(personHome)]);
  return { own: join(ownHome, 'projects', slug, 'memory'), shared: join(sharedHome, '.claude', 'projects', slug, 'memory') };
}
