import type { LoadedServers } from '../core/mcp/load-servers';
import { readServers } from '../host/mcp/read-servers';
import { ServerStore } from '../host/mcp/server-store';
import type { LocalHost } from './open-host';
import type { Output } from './output';

const WORDS: Readonly<Partial<Record<string, string>>> = {
  'untrusted-folder': 'the folder is not trusted',
  'decisions-unreadable': 'what was decided about servers cannot be read',
  new: 'nobody has approved it: vitrine mcp approve',
  changed: 'its entry has changed since it was approved: vitrine mcp approve',
};

/** Names the servers of a folder that do not start, since nobody has said that they may. */
export async function sayServersOff({ ports }: Pick<LocalHost, 'ports'>, folder: string, output: Pick<Output, 'note'>): Promise<void> {
  const { servers, diagnostics } = await readFolderServers(ports, await ports.files.realpath(folder));
  const named = new Set(ports.invocation?.servers?.files);
  for (const { file, line, message } of diagnostics)
    if (file !== undefined && named.has(file)) output.note(`vitrine: ${message} (${file}:${line ?? 1})`);
  for (const { name, off, file, line } of servers) {
    const words = off === undefined ? undefined : WORDS[off.reason.code];
    if (words !== undefined) output.note(`vitrine: the MCP server ${name} is off: ${words} (${file}:${line})`);
  }
}

/** The servers of a folder as an invocation finds them. `folder` is resolved. */
export async function readFolderServers(ports: LocalHost['ports'], folder: string): Promise<LoadedServers> {
  const trust = ports.invocation?.trust === true;
  return readServers(ports, {
    ...(await new ServerStore(ports).read(folder)),
    folder,
    readUserFiles: (await ports.config.read()).config.readUserFiles,
    trusted: trust || (await ports.folders.isTrusted(folder)),
  });
}
