import { loadServers } from '../core/mcp/load-servers';
import { isUntracked } from '../host/mcp/is-untracked';
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
export async function sayServersOff({ ports }: LocalHost, folder: string, output: Output): Promise<void> {
  const resolved = await ports.files.realpath(folder);
  const trust = ports.invocation?.trust === true;
  const { state, problem } = await new ServerStore(ports).read(resolved);
  const { servers, diagnostics } = await loadServers({
    files: ports.files,
    folder: resolved,
    home: ports.personHome,
    productHome: ports.home,
    managedDir: ports.managedDir,
    readUserFiles: (await ports.config.read()).config.readUserFiles,
    trusted: trust || (await ports.folders.isTrusted(resolved)),
    approveAll: trust,
    named: ports.invocation?.servers,
    state,
    ...(problem === undefined ? {} : { stateProblem: problem }),
    variables: ports.env,
    hash: ports.hash,
    isUntracked: (path) => isUntracked(ports, path),
  });
  const named = new Set(ports.invocation?.servers?.files);
  for (const { file, line, message } of diagnostics)
    if (file !== undefined && named.has(file)) output.note(`vitrine: ${message} (${file}:${line ?? 1})`);
  for (const { name, off, file, line } of servers) {
    const words = off === undefined ? undefined : WORDS[off.reason.code];
    if (words !== undefined) output.note(`vitrine: the MCP server ${name} is off: ${words} (${file}:${line})`);
  }
}
