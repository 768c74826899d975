import { dirname, isAbsolute, join, normalize } from 'node:path/posix';
import type { DocumentScope } from '../../../shared/contract/document-methods';
import { CodedError } from '../../../shared/model/failure';
import { loadMemory } from '../../core/context/load-memory';
import { type DocumentGround, documentScope } from '../../core/documents/document-place';
import { createSecretPaths } from '../../core/secrets/secret-paths';
import { memoryFolders } from '../memory/memory-folders';
import type { HostServices } from '../host-services';

export interface LocatedDocument {
  /** The project folder, resolved. */
  folder: string;
  path: string;
  /** Where it lies, links resolved. */
  real: string;
  scope: DocumentScope;
  /** False: it may be looked at and is written elsewhere. */
  writable: boolean;
  /** A link of the project leads to it out of the places for such files. */
  linked?: true;
}

/** The text of a skill or a command. */
const LINKED = /\/\.claude\/(?:skills\/[^/]+\/SKILL|commands\/.+)\.md$/;

/**
 * Where a document lies. Rejects with `denied` for a file that is none, that holds secrets, or that a link leads to from a place for
 * documents of another scope. What lies above the project is another place than what lies in it.
 */
export async function locateDocument(services: HostServices, { folder, path }: { folder: string; path: string }): Promise<LocatedDocument> {
  const { ports } = services;
  if (!isAbsolute(path) || path.includes('\0')) throw new CodedError('bad-request', `${path} is not an absolute path.`);
  const [ground, wanted] = [await readGround(services, folder), await nameInPlace(services, normalize(path))];
  const scope = documentScope(wanted, ground);
  const real = await ports.files.realpath(wanted);
  if (createSecretPaths(ports.personHome).find(real) !== undefined) throw refused(path, 'it is guarded, because it holds secrets');
  const isIn = (place: string) => place.startsWith(`${ground.folder}/`);
  if (scope !== undefined && documentScope(real, ground) === scope && isIn(real) === isIn(wanted))
    return { folder: ground.folder, path, real, scope, writable: scope !== 'bundled' && scope !== 'managed' };
  // A skill is used by a link that leads anywhere once the folder is trusted: then it is shown, too.
  if (scope === 'project' && LINKED.test(wanted) && (await services.isTrusted(ground.folder)))
    return { folder: ground.folder, path, real, scope, writable: false, linked: true };
  // Links of the person's own may lead anywhere, and what they lead to is only shown.
  const loaded = scope === 'user' ? scope : await findLoaded(services, ground.folder, [path, wanted, real]);
  if (loaded === undefined)
    throw refused(
      path,
      scope === undefined ? 'it is none of the agent’s files' : 'it is a link that leads out of the places for such files',
    );
  // An import of the project lies in it; what the person's own files import or link to may lie anywhere, and is only shown.
  return { folder: ground.folder, path, real, scope: loaded, writable: scope !== 'user' && isIn(real) && loaded !== 'managed' };
}

async function readGround({ ports }: HostServices, folder: string): Promise<DocumentGround> {
  const places = [folder, ports.personHome, ports.skills, ports.managedDir];
  const [resolved, home, bundled, managed] = await Promise.all(places.map((path) => ports.files.realpath(path)));
  if (resolved === undefined || home === undefined || bundled === undefined || managed === undefined)
    throw new CodedError('not-found', `no folder ${folder}`);
  if ((await ports.files.stat(resolved))?.kind !== 'directory') throw new CodedError('not-found', `no folder ${folder}`);
  const notes = await memoryFolders(ports, resolved);
  return { folder: resolved, home, bundled, managed, memory: [notes.own, notes.shared] };
}

/** The path with the links of its folders above `.claude` resolved, so that it compares with resolved places; its own name stays. */
async function nameInPlace({ ports }: HostServices, path: string): Promise<string> {
  const at = path.indexOf('/.claude/');
  const top = at < 0 ? dirname(path) : path.slice(0, at === 0 ? 1 : at);
  return join(await ports.files.realpath(top), path.slice(top.length));
}

/** The scope of a file that is loaded as memory without a name of its own, such as an import, or would be if it were there. */
async function findLoaded(
  { ports, readConfig, isTrusted }: HostServices,
  folder: string,
  names: readonly string[],
): Promise<DocumentScope | undefined> {
  const [{ readUserFiles }, trusted] = await Promise.all([readConfig(), isTrusted(folder)]);
  const { files, personHome: home, managedDir } = ports;
  const memory = await loadMemory({ folder, home, managedDir, files, readUserFiles, trusted });
  const scope = [...memory.files, ...memory.conditional].find((file) => names.includes(file.path))?.scope;
  if (scope === undefined && memory.diagnostics.some(({ missing = '' }) => names.includes(missing))) return 'project';
  return scope === 'auto' ? 'memory' : scope;
}

function refused(path: string, why: string): CodedError {
  return new CodedError('denied', `${path} cannot be opened here: ${why}.`);
}
