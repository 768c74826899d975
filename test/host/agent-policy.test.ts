import { expect, it } from 'vitest';
import { mainPrincipal } from '../../main/core/permission/principal';
import { createAgentPolicy } from '../../main/host/agents/agent-policy';
import type { Action, Decision } from '../../shared/model/permission';
import { grantOf } from '../support/sandbox-grant';

const COMMAND = { tool: 'Bash', capability: 'execute' as const, command: 'make', paths: [], params: {}, summary: 'make' };

const WRITE = { tool: 'Write', capability: 'write' as const, paths: [], params: {}, summary: 'write' };

function decide(made: Partial<Decision>, onlyIn?: string, { action = COMMAND, notes }: { action?: Action; notes?: string } = {}): Decision {
  const decision: Decision = { decision: 'allow', mode: 'default', reason: 'a rule', diagnostics: [], ...made };
  const policy = createAgentPolicy({
    policy: { decide: () => decision, offers: () => [], grant: async () => undefined },
    principal: () => mainPrincipal('main', 'default'),
    untrusted: [],
    onlyIn,
    notes,
  });
  return policy.decide({ action, mode: 'default', agent: 'main/explore-1' });
}

it('a command outside of the sandbox is asked for, where the agent may write to one folder only', () => {
  expect(decide({ builtin: 'bypass-permissions' }, '/p/tree')).toMatchObject({ decision: 'ask', builtin: 'agent-folder' });
  expect(decide({ builtin: 'bypass-permissions' })).toMatchObject({ decision: 'allow' });
});

it('a command that only reads, and one that is denied, stay as they are', () => {
  expect(decide({ builtin: 'read-only-command' }, '/p/tree')).toMatchObject({ decision: 'allow' });
  expect(decide({ decision: 'deny', builtin: 'plan-mode' }, '/p/tree')).toMatchObject({ decision: 'deny', builtin: 'plan-mode' });
});

const GRANT = grantOf('/p', { writable: ['/p', '/other', '/p/tree/inner'], readable: ['/lib'] });

it('commands of an agent that works in one folder write nowhere else, and see what the session may write to', () => {
  const { sandbox } = decide({ sandbox: { isolated: true, grant: GRANT } }, '/p/tree');
  expect(sandbox).toMatchObject({ isolated: true, grant: { writable: ['/p/tree'], readable: ['/p', '/other', '/lib'] } });
});

it('its files are written in that folder, and where its definition lets it keep notes', () => {
  const write = (path: string) =>
    decide({ builtin: 'accept-edits' }, '/p/tree', { action: { ...WRITE, paths: [path] }, notes: '/p/notes' });
  expect(write('/p/tree/a.ts')).toMatchObject({ decision: 'allow' });
  expect(write('/p/notes/MEMORY.md')).toMatchObject({ decision: 'allow' });
  for (const path of ['/other/a.ts', '/p/a.ts', '/p/tree-two/a.ts', '/p/notes-two/a.md'])
    expect(write(path)).toMatchObject({ decision: 'deny', builtin: 'agent-folder' });
});
