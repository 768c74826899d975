// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { buildTree, extentOf, ranFor } from '../../renderer/features/agents/tree-rows';
import { nameSlug } from '../../shared/text/name-slug';
import { templateOf } from '../../renderer/features/agents/definition-text';
import { parseDefinition } from '../../main/core/subagents/parse-definition';
import type { AgentNode } from '../../shared/model/agent-node';
import type { SessionState } from '../../shared/model/session';
import { emptySession } from '../../shared/reduce/session-reducer';

const USAGE = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 };

function node(agent: string, more: Partial<AgentNode> = {}): AgentNode {
  const at = agent.lastIndexOf('/');
  return {
    agent,
    parent: agent.slice(0, at),
    turn: 't1',
    by: 'model',
    agentType: 'Explore',
    task: `Task of ${agent}`,
    model: 'scripted/test',
    depth: agent.split('/').length - 1,
    background: false,
    state: 'running',
    spans: [{ from: '2026-11-30T10:00:00.000Z' }],
    rounds: 1,
    usage: USAGE,
    costUsd: 0.5,
    returned: 0,
    ...more,
  };
}

function session(more: Partial<SessionState>): SessionState {
  const turn = { turn: 't1', agent: 'main', startedAt: '2026-11-30T09:59:00.000Z', state: 'running' as const, rounds: 1, usage: USAGE };
  return { ...emptySession('s_1'), turns: [turn], ...more };
}

const running = (agent: string, tool: string) => ({
  id: `i ${agent}`,
  kind: 'tool-call',
  turn: 't1',
  agent,
  state: 'running' as const,
  tool,
  toolState: 'executing' as const,
  chars: 0,
});

describe('the tree of a session', () => {
  it('has each agent below the one that started it, in the order of their starts', () => {
    const agents = [node('main/a-1'), node('main/b-1'), node('main/a-1/c-1'), node('main/a-1/c-1/d-1')];
    expect(buildTree(session({ agents })).map(({ agent }) => agent)).toEqual([
      'main',
      'main/a-1',
      'main/a-1/c-1',
      'main/a-1/c-1/d-1',
      'main/b-1',
    ]);
  });

  it('says what each waits for: the person first, then its own agents and tools, then the model', () => {
    const agents = [node('main/a-1'), node('main/b-1'), node('main/c-1'), node('main/a-1/d-1'), node('main/e-1', { state: 'completed' })];
    const asked = { type: 'question' as const, request: 'r1', item: 'i1', turn: 't1', agent: 'main/b-1', at: '', questions: [] };
    const call = {
      call: 'c1',
      turn: 't1',
      agent: 'main/c-1',
      number: 1,
      model: 'm',
      state: 'running' as const,
      estimate: 1,
      lint: 0,
      startedAt: '',
      retries: 0,
    };
    const rows = buildTree(
      session({
        agents,
        pending: [asked],
        calls: [call],
        items: [running('main/a-1', 'Agent'), running('main/b-1', 'Bash'), running('main/a-1/d-1', 'Bash'), running('main/e-1', 'Bash')],
      }),
    );
    const waits = Object.fromEntries(rows.map((row) => [row.agent, row.waits]));
    expect(waits).toMatchObject({
      'main/a-1': { for: 'agents', count: 1 },
      'main/b-1': { for: 'question', request: 'r1' },
      'main/c-1': { for: 'model' },
      'main/a-1/d-1': { for: 'tool', tool: 'Bash' },
    });
    expect(waits['main/e-1']).toBeUndefined();
  });

  it('has the time of all its runs, the running ones up to now', () => {
    const now = Date.parse('2026-11-30T10:00:30.000Z');
    const spans = [{ from: '2026-11-30T10:00:00.000Z', to: '2026-11-30T10:00:10.000Z' }, { from: '2026-11-30T10:00:20.000Z' }];
    expect(ranFor(spans, now)).toBe(20_000);
    expect(extentOf(buildTree(session({ agents: [node('main/a-1', { spans })] })), now)).toEqual({
      from: Date.parse('2026-11-30T09:59:00.000Z'),
      to: now,
    });
  });
});

describe('a new definition', () => {
  it.each(['Reviewer', 'change: reviewer', '日本語の担当', 'it’s "quoted"'])(
    'named %s is one that works, or says what is wrong with its name',
    async (name) => {
      const { definition, diagnostics } = await parseDefinition(
        templateOf(name, 'What it is for: all of it', 'Do it.'),
        '/p/a.md',
        'project',
      );
      if (name.includes(':')) expect(diagnostics[0]?.message).toContain('character that no name may have');
      else expect(definition).toMatchObject({ name, description: 'What it is for: all of it', tools: ['Read', 'Glob', 'Grep'] });
      expect(nameSlug(name)).toMatch(/^[\p{L}\p{N}-]+$/u);
    },
  );
});
