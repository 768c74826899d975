import type { Invocation } from '../host/host-ports';
import { serverPart } from '../core/mcp/tool-names';
import { findUnclearServers } from '../core/permission/find-unclear-servers';
import { loadRules } from '../core/permission/load-rules';
import type { Rule } from '../core/permission/rule';
import type { Diagnostic } from '../../shared/model/permission';
import type { LocalHost } from './open-host';
import type { Output } from './output';
import { sayDiagnostic } from './say-diagnostic';
import { readFolderServers } from './say-servers-off';

const MOST_LINES = 20;

/** Names what is wrong with the rules of a run, and what an untrusted folder keeps off. */
export async function sayRuleProblems(
  { ports }: Pick<LocalHost, 'ports'>,
  place: string,
  { rules, trust }: Pick<Invocation, 'rules' | 'trust'>,
  output: Pick<Output, 'note'>,
): Promise<void> {
  const folder = await ports.files.realpath(place);
  const loaded = await loadRules({
    files: ports.files,
    folder,
    home: ports.personHome,
    managedDir: ports.managedDir,
    readUserFiles: (await ports.config.read()).config.readUserFiles,
    cli: rules,
    session: [],
    trusted: trust || (await ports.folders.isTrusted(folder)),
  });
  const problems = [...loaded.diagnostics, ...(await findUnclear(ports, folder, loaded.rules))].filter(
    ({ severity }) => severity !== 'info',
  );
  for (const problem of problems.slice(0, MOST_LINES)) sayDiagnostic(problem, output);
  if (problems.length > MOST_LINES)
    output.note(`vitrine: ${problems.length - MOST_LINES} more problems of the rules: vitrine permissions rules`);
  if (problems.some(({ code }) => code === 'untrusted-folder'))
    output.note('vitrine: the folder is not trusted; --trust trusts it for one run');
}

async function findUnclear(ports: LocalHost['ports'], folder: string, rules: readonly Rule[]): Promise<Diagnostic[]> {
  if (!rules.some(({ tool }) => tool.startsWith('mcp__'))) return [];
  const { servers } = await readFolderServers(ports, folder);
  return findUnclearServers(
    rules,
    servers.map(({ name }) => ({ name, offered: serverPart(name, ports.hash) })),
  );
}
