import type { Invocation } from '../host/host-ports';
import { loadRules } from '../core/permission/load-rules';
import type { LocalHost } from './open-host';
import type { Output } from './output';
import { sayDiagnostic } from './say-diagnostic';

const MOST_LINES = 20;

/** Names what is wrong with the rules of a run, and what an untrusted folder keeps off. */
export async function sayRuleProblems({ ports }: LocalHost, place: string, { rules, trust }: Invocation, output: Output): Promise<void> {
  const folder = await ports.files.realpath(place);
  const { diagnostics } = await loadRules({
    files: ports.files,
    folder,
    home: ports.personHome,
    managedDir: ports.managedDir,
    readUserFiles: (await ports.config.read()).config.readUserFiles,
    cli: rules,
    session: [],
    trusted: trust || (await ports.folders.isTrusted(folder)),
  });
  const problems = diagnostics.filter(({ severity }) => severity !== 'info');
  for (const problem of problems.slice(0, MOST_LINES)) sayDiagnostic(problem, output);
  if (problems.length > MOST_LINES)
    output.note(`vitrine: ${problems.length - MOST_LINES} more problems of the rules: vitrine permissions rules`);
  if (problems.some(({ code }) => code === 'untrusted-folder'))
    output.note('vitrine: the folder is not trusted; --trust trusts it for one run');
}
