import type { Diagnostic } from '../../../shared/model/permission';
import type { Rule } from './rule';
import { sayRule } from './rule-words';
import { isUnclearName } from './server-names';

/** A server of the folder: as its entry calls it, and the part that stands for it in the names of its tools. */
export interface NamedServer {
  name: string;
  offered: string;
}

/** Allow rules that mean a server by a name that could be read as another's: they do not count for it. Diagnostics have the place of the rule. */
export function findUnclearServers(rules: readonly Rule[], servers: readonly NamedServer[]): Diagnostic[] {
  const unclear = servers.filter(({ name, offered }) => name !== offered && isUnclearName(name));
  if (unclear.length === 0) return [];
  return rules
    .filter(({ ref, off }) => ref.verdict === 'allow' && off === undefined)
    .flatMap(({ tool, ref }) =>
      unclear
        .filter(({ name }) => tool === `mcp__${name}` || tool.startsWith(`mcp__${name}__`))
        .map(({ name, offered }) => ({
          code: 'unclear-server',
          severity: 'warning' as const,
          ...sayRule('unclear-server', { rule: ref.text, server: name }),
          suggestion: ref.text.replace(`mcp__${name}`, `mcp__${offered}`),
          ...(ref.file === undefined ? {} : { file: ref.file }),
          ...(ref.line === undefined ? {} : { line: ref.line }),
        })),
    );
}
