import { CAPABILITIES } from '../../../../shared/model/capabilities';
import type { MatrixRow } from '../../../../shared/model/matrix';
import type { Capability } from '../../../../shared/model/permission';
import { serverTool } from '../classify';
import type { Rule } from '../rule';
import type { CustomRow } from './custom-rows';
import { rowSays } from './row-rules';

/** What a project is known to use beside the capabilities that every project has. */
export interface SeenThings {
  hosts: readonly string[];
  /** `server` or `server/tool`. */
  servers: readonly string[];
  agents: readonly string[];
  skills: readonly string[];
}

/** Every row of a project: the capabilities, each followed by what is known of it; then those that a person added. */
export function listRows(seen: SeenThings, custom: readonly CustomRow[], checks: readonly string[]): MatrixRow[] {
  const named: Partial<Record<Capability, readonly string[]>> = {
    network: seen.hosts,
    mcp: seen.servers,
    agent: seen.agents,
    skill: seen.skills,
  };
  const rows = CAPABILITIES.flatMap((capability): MatrixRow[] => {
    const own = [...new Set(named[capability] ?? [])].sort();
    return [undefined, ...own].map((of) => ({
      id: of === undefined ? capability : `${capability}:${of}`,
      capability,
      ...(of === undefined ? {} : { of }),
      says: rowSays(capability, of, checks),
    }));
  });
  return [
    ...rows,
    ...custom.map(({ name, rules }) => ({
      id: `custom:${name}`,
      custom: { name, rules },
      says: { allow: rules, ask: rules, deny: rules },
    })),
  ];
}

/** What the rules themselves name. */
export function namedInRules(rules: readonly Rule[]): SeenThings {
  const seen = { hosts: new Set<string>(), servers: new Set<string>(), agents: new Set<string>(), skills: new Set<string>() };
  for (const { tool, matcher } of rules) {
    if (matcher.kind === 'domain' && !matcher.domain.includes('*')) seen.hosts.add(matcher.domain);
    if (tool.startsWith('mcp__') && !tool.includes('*')) {
      const named = serverTool(tool);
      seen.servers.add(named?.split('/', 1)[0] ?? tool.slice('mcp__'.length));
      if (named !== undefined) seen.servers.add(named);
    }
    if (matcher.kind === 'name') (tool === 'Agent' ? seen.agents : seen.skills).add(matcher.name);
  }
  return { hosts: [...seen.hosts], servers: [...seen.servers], agents: [...seen.agents], skills: [...seen.skills] };
}

export function joinSeen(...all: readonly SeenThings[]): SeenThings {
  const join = (of: (seen: SeenThings) => readonly string[]) => [...new Set(all.flatMap(of))];
  return {
    hosts: join((one) => one.hosts),
    servers: join((one) => one.servers),
    agents: join((one) => one.agents),
    skills: join((one) => one.skills),
  };
}
