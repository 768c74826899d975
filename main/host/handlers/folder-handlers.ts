import { methods } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { handle } from '../dispatch';
import { describeMemory } from '../folder-memory';
import type { HostServices } from '../host-services';
import { memoryFolders } from '../memory/memory-folders';

/** Files of a folder that the `@` picker looks through at most. */
const MAX_LISTED = 50_000;
/** How long a listing is taken for current. */
const LISTING_MS = 5_000;

export function folderHandlers(services: HostServices) {
  const { ports, readConfig, isTrusted } = services;

  async function resolveFolder(path: string): Promise<string> {
    const folder = await ports.files.realpath(path);
    if ((await ports.files.stat(folder))?.kind !== 'directory') throw new CodedError('not-found', `no folder ${path}`);
    return folder;
  }

  const listings = new Map<string, { at: number; files: ReturnType<typeof ports.search.listFiles> }>();
  /** One look at the disk serves the keystrokes of one search. */
  function listFiles(folder: string) {
    const known = listings.get(folder);
    if (known !== undefined && ports.clock.monotonic() - known.at < LISTING_MS) return known.files;
    listings.clear();
    const files = ports.search.listFiles(folder, MAX_LISTED, new AbortController().signal);
    files.catch(() => listings.delete(folder));
    listings.set(folder, { at: ports.clock.monotonic(), files });
    return files;
  }

  return {
    'folder.open': handle(methods['folder.open'], async ({ path }, { client }) => {
      const folder = await resolveFolder(path);
      await ports.folders.noteOpened(folder);
      client.folder = folder;
      const git = (await ports.files.stat(`${folder}/.git`)) !== undefined;
      return { folder, trusted: await isTrusted(folder), git };
    }),
    'folder.recent': handle(methods['folder.recent'], async () => ({ folders: await ports.folders.recent() })),
    'folder.trust': handle(methods['folder.trust'], async ({ folder, trusted }, { client }) => {
      const resolved = await resolveFolder(folder);
      await ports.folders.setTrusted(resolved, trusted);
      await services.reloadPolicies(resolved);
      services.audit.happened(resolved, {
        kind: 'trust',
        by: { kind: 'person', name: client.name },
        summary: trusted ? 'trusted' : 'no longer trusted',
      });
      return {};
    }),
    'folder.files': handle(methods['folder.files'], async ({ folder, query, limit }) => {
      const { paths, truncated } = await listFiles(await resolveFolder(folder));
      return { files: rankPaths(paths, query).slice(0, limit), partial: truncated };
    }),
    'folder.commands': handle(methods['folder.commands'], async ({ folder }) => {
      const { loadSkills } = await import('../../core/skills/load-skills');
      const { listCommands } = await import('../../core/skills/list-commands');
      const { readUserFiles } = await readConfig();
      const { skills, diagnostics } = await loadSkills({
        folder: await resolveFolder(folder),
        home: ports.personHome,
        managedDir: ports.managedDir,
        bundledSkills: ports.skills,
        files: ports.files,
        readUserFiles,
      });
      const prompts = (await (await services.servers())?.folder(await resolveFolder(folder)).commands()) ?? [];
      return { commands: [...listCommands(skills), ...prompts], diagnostics };
    }),
    'folder.memory': handle(methods['folder.memory'], async ({ folder }) => {
      const { readUserFiles } = await readConfig();
      const resolved = await resolveFolder(folder);
      const trusted = await isTrusted(resolved);
      const autoMemory = await memoryFolders(ports, resolved);
      const { files, personHome: home, managedDir } = ports;
      return describeMemory({ folder: resolved, home, managedDir, files, readUserFiles, trusted, autoMemory });
    }),
  };
}

/** Paths that contain the query's letters in order, those with it in the file's name first, short ones first. */
export function rankPaths(paths: readonly string[], query: string): string[] {
  const wanted = query.toLowerCase();
  const ranked = paths.flatMap((path) => {
    const text = path.toLowerCase();
    const name = text.slice(text.lastIndexOf('/') + 1);
    const rank = name.startsWith(wanted)
      ? 0
      : name.includes(wanted)
        ? 1
        : text.includes(wanted)
          ? 2
          : hasInOrder(text, wanted)
            ? 3
            : undefined;
    return rank === undefined ? [] : [{ path, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

function hasInOrder(text: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
