import type { PartRef } from '../../../shared/model/part';
import type { AgentPrompt } from '../../core/context/context-deps';
import { createSessionContext } from '../../core/context/create-session-context';
import type { SessionContext } from '../../core/context/session-context';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { guardFiles } from '../../core/permission/guard-files';
import type { ToolRegistry } from '../../core/tools/tool';
import type { HostPorts } from '../host-ports';
import type { PassingTools } from './passing-tools';
import { createSessionHider } from './session-hider';

export interface PassingGround extends PassingTools {
  ports: HostPorts;
  folder: string;
  trusted: boolean;
  policy: SessionPolicy;
}

export interface PassingContext {
  context: SessionContext;
  /** A part that was placed, as JSON; empty where there is none of that hash. */
  textOf(part: PartRef): string;
}

/** The context of an agent that is never run: assembled as a session's is, with its guards, and kept in memory alone. */
export function createPassingContext(
  { ports, folder, trusted, policy, servers }: PassingGround,
  own: { agent: string; session: string; tools: ToolRegistry; definition?: AgentPrompt },
): PassingContext {
  const { agent, session, tools, definition } = own;
  const texts = new Map<string, string>();
  const textOf = ({ hash }: PartRef): string => texts.get(hash) ?? '';
  const putPart = (json: string): PartRef => {
    const hash = ports.hash(json);
    texts.set(hash, json);
    return { hash, at: 0, size: json.length };
  };
  const context = createSessionContext({
    folder,
    home: ports.personHome,
    managedDir: ports.managedDir,
    agent,
    session,
    files: guardFiles(ports.files, policy),
    hide: createSessionHider(ports, policy, { session, folder }),
    process: ports.process,
    documents: ports.documents,
    clock: ports.clock,
    ids: ports.ids,
    log: { putPart, readPart: async (part) => textOf(part) },
    environment: { platform: ports.platform, osVersion: ports.osVersion, shell: ports.shellName, language: 'en' },
    bundledSkills: ports.skills,
    tools: tools
      .all()
      .filter(({ name, late }) => late !== true && !policy.isRemoved(name))
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ...(servers === undefined ? {} : { late: servers.contextFor(tools) }),
    trusted,
    ...(definition === undefined ? {} : { definition }),
    sha256: ports.hash,
  });
  return { context, textOf };
}
