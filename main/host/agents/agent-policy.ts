import type { Action, Decision } from '../../../shared/model/permission';
import type { PermissionPolicy } from '../../core/permission/gate';
import type { Principal } from '../../core/permission/principal';

export interface AgentPolicyOptions {
  policy: PermissionPolicy;
  principal(): Principal;
  /** What the parent's turn had read that nobody vouches for: it may speak through the task. */
  untrusted: readonly string[];
  /** The only folder that it works in, and all that its commands may write to: absolute and resolved. */
  onlyIn?: string | undefined;
  /** Where its own definition lets it keep notes, wherever it works. */
  notes?: string | undefined;
}

/** The session's rules as they hold for a sub-agent: decided for it and for all above it, and the strictest counts. */
export function createAgentPolicy({ policy, principal, untrusted, onlyIn, notes }: AgentPolicyOptions): PermissionPolicy {
  return {
    ...(policy.prepare === undefined ? {} : { prepare: (action: Action) => policy.prepare?.(action) ?? Promise.resolve() }),
    decide(query) {
      const decision = policy.decide({
        ...query,
        principal: principal(),
        untrusted: [...new Set([...untrusted, ...(query.untrusted ?? [])])],
      });
      return onlyIn === undefined ? decision : keepInside(decision, query.action, onlyIn, notes);
    },
    get isGuarded() {
      return policy.isGuarded ?? (() => false);
    },
    offers: (action) => policy.offers(action),
    grant: (offer) => policy.grant(offer),
  };
}

/**
 * Writes end at the agent's own folder, whatever else the session may write to: of its tools by the decision, of its commands by what
 * the sandbox grants. Nothing holds back a command outside of the sandbox: the person is asked.
 */
function keepInside(decision: Decision, action: Action, folder: string, notes = folder): Decision {
  const outside = action.capability === 'write' ? action.paths.find((path) => !isIn(path, folder) && !isIn(path, notes)) : undefined;
  if (outside !== undefined) {
    const { rule: _rule, sandbox: _sandbox, ...rest } = decision;
    return { ...rest, decision: 'deny', builtin: 'agent-folder', reason: `${outside} is outside the worktree that this agent works in.` };
  }
  const { sandbox } = decision;
  if (sandbox?.isolated !== true) return isUnbounded(decision, action) ? askFor(decision) : decision;
  const { grant } = sandbox;
  const readable = [...new Set([...grant.writable.filter((path) => !isIn(path, folder)), ...grant.readable])];
  return { ...decision, sandbox: { ...sandbox, grant: { ...grant, writable: [folder], readable } } };
}

/** Allowed, and could write anywhere. */
function isUnbounded({ decision, builtin }: Decision, { command }: Action): boolean {
  return command !== undefined && decision === 'allow' && builtin !== 'read-only-command';
}

function askFor({ rule: _rule, ...decision }: Decision): Decision {
  const reason = 'The command runs outside of the sandbox, so nothing keeps it in the worktree that this agent works in.';
  return { ...decision, decision: 'ask', builtin: 'agent-folder', reason };
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
