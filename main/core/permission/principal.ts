import type { Mode } from '../../../shared/model/mode';

/** Who asks: the main agent, or one that another agent started. */
export interface Principal {
  /** Its path, such as `main/reviewer`. */
  agent: string;
  mode: Mode;
  /** The tools that its definition lists; undefined: all that its parent has. */
  tools: readonly string[] | undefined;
  without: readonly string[];
  /** Where its definition stands. */
  source?: { file: string; line: number };
  parent?: Principal;
}

/** The part of a sub-agent's definition that its rights come from. */
export interface AgentRights {
  name: string;
  tools?: readonly string[] | undefined;
  disallowedTools?: readonly string[] | undefined;
  mode?: Mode | undefined;
  source?: { file: string; line: number } | undefined;
}

/** Modes of a parent that its children share, whatever their definition says. */
const SHARED_MODES: ReadonlySet<Mode> = new Set(['bypassPermissions', 'acceptEdits']);

export function mainPrincipal(agent: string, mode: Mode): Principal {
  return { agent, mode, tools: undefined, without: [] };
}

/** A sub-agent of `parent`. Its rights never exceed the parent's: whatever it does is decided for both, and the stricter counts. */
export function derivePrincipal(parent: Principal, { name, tools, disallowedTools, mode, source }: AgentRights): Principal {
  return {
    agent: `${parent.agent}/${name}`,
    mode: mode === undefined || SHARED_MODES.has(parent.mode) ? parent.mode : mode,
    tools,
    without: disallowedTools ?? [],
    parent,
    ...(source === undefined ? {} : { source }),
  };
}
