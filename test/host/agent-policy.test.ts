import { expect, it } from 'vitest';
import { mainPrincipal } from '../../main/core/permission/principal';
import { createAgentPolicy } from '../../main/host/agents/agent-policy';
import type { Decision } from '../../shared/model/permission';

const COMMAND = { tool: 'Bash', capability: 'execute' as const, command: 'make', paths: [], params: {}, summary: 'make' };

function decide(made: Partial<Decision>, onlyIn?: string): Decision {
  const decision: Decision = { decision: 'allow', mode: 'default', reason: 'a rule', diagnostics: [], ...made };
  const policy = createAgentPolicy({
    policy: { decide: () => decision, offers: () => [], grant: async () => undefined },
    principal: () => mainPrincipal('main', 'default'),
    untrusted: [],
    onlyIn,
  });
  return policy.decide({ action: COMMAND, mode: 'default', agent: 'main/explore-1' });
}

it('a command outside of the sandbox is asked for, where the agent may write to one folder only', () => {
  expect(decide({ builtin: 'bypass-permissions' }, '/p/tree')).toMatchObject({ decision: 'ask', builtin: 'agent-folder' });
  expect(decide({ builtin: 'bypass-permissions' })).toMatchObject({ decision: 'allow' });
});

it('a command that only reads, and one that is denied, stay as they are', () => {
  expect(decide({ builtin: 'read-only-command' }, '/p/tree')).toMatchObject({ decision: 'allow' });
  expect(decide({ decision: 'deny', builtin: 'plan-mode' }, '/p/tree')).toMatchObject({ decision: 'deny', builtin: 'plan-mode' });
});
