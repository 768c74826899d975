import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesTool } from '../../../main/core/permission/server-names';
import { derivePrincipal, mainPrincipal, type Principal } from '../../../main/core/permission/principal';
import { checkDelegation } from '../../../main/core/subagents/check-delegation';
import { chooseAgentModel } from '../../../main/core/subagents/choose-model';
import { effectiveMode } from '../../../main/core/subagents/effective-mode';
import { HOOK_NAME, isOfHook, nameAgent } from '../../../main/core/subagents/name-agent';
import { listedTools, narrowTools } from '../../../main/core/subagents/narrow-tools';
import { refuseSpawn } from '../../../main/core/subagents/spawn-limits';
import { TreeTotals } from '../../../main/core/subagents/tree-totals';
import { BUILT_IN_TYPES } from '../../../main/core/subagents/built-in-types';
import { MODES } from '../../../shared/model/modes';
import type { Mode } from '../../../shared/model/mode';

const ALL = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'Glob',
  'TodoWrite',
  'AskUserQuestion',
  'Agent',
  'SendMessage',
  'mcp__git__log',
  'mcp__web__get',
];
const hash = () => '0'.repeat(64);
const named = (tools: readonly string[]) => tools.map((name) => ({ name }));
const FILE = { scope: 'project' as const, file: '/p/a.md', line: 1, bodyLine: 5, descriptionLines: { start: 3, end: 3 } };
const general = BUILT_IN_TYPES.find(({ name }) => name === 'general-purpose') ?? BUILT_IN_TYPES[0];

describe('the tools of an agent', () => {
  it('are never more than its parent has, and whatever is missing has a reason', () => {
    const listed = fc.subarray([...ALL, 'mcp__git', 'mcp__*', '*', 'Agent(x, y)', 'Nothing']);
    fc.assert(
      fc.property(
        fc.subarray(ALL),
        fc.option(listed, { nil: undefined }),
        listed,
        fc.boolean(),
        fc.boolean(),
        (parent, tools, without, atDepthLimit, background) => {
          const definition = { disallowedTools: without, source: FILE, ...(tools === undefined ? {} : { tools }) };
          const { tools: kept, dropped } = narrowTools(named(parent), definition, { atDepthLimit, background, hash });
          expect(parent).toEqual(expect.arrayContaining(kept));
          const gone = dropped.filter(({ why }) => why !== 'no-such-tool').map(({ tool }) => tool);
          expect([...kept, ...gone].sort()).toEqual([...parent].sort());
          expect(kept).not.toContain('AskUserQuestion');
          if (atDepthLimit) expect(kept).not.toContain('Agent');
        },
      ),
    );
  });

  it('lists what a definition asks for in vain', () => {
    const { dropped } = narrowTools(
      named(['Read']),
      { tools: ['Read', 'Grepp'], disallowedTools: [], source: FILE },
      { atDepthLimit: false, background: false, hash },
    );
    expect(dropped).toEqual([{ tool: 'Grepp', why: 'no-such-tool' }]);
  });

  it.each<[string, { tools?: string[]; disallowedTools?: string[]; servers?: string[] }, string[]]>([
    ['no servers named', {}, ['Read', 'mcp__git__log', 'mcp__web__get', 'mcp__web__post']],
    ['one server', { servers: ['web'] }, ['Read', 'mcp__web__get', 'mcp__web__post']],
    ['an empty list of servers', { servers: [] }, ['Read']],
    ['a server beside its tools', { tools: ['Read'], servers: ['git'] }, ['Read', 'mcp__git__log']],
    ['a tool of one server beside another server', { tools: ['mcp__web__get'], servers: ['git'] }, ['mcp__git__log', 'mcp__web__get']],
    ['all tools, and one server', { tools: ['*'], servers: ['git'] }, ['Read', 'mcp__git__log']],
    ['a server, and a tool of it taken away', { servers: ['web'], disallowedTools: ['mcp__web__post'] }, ['Read', 'mcp__web__get']],
  ])('of servers are those that are asked for: %s', (_what, { servers, disallowedTools = [], ...asked }, expected) => {
    const mcpServers = servers === undefined ? {} : { mcpServers: servers.map((name) => ({ name, line: 4 })) };
    const parent = ['Read', 'mcp__git__log', 'mcp__web__get', 'mcp__web__post'];
    const definition = { disallowedTools, source: FILE, ...asked, ...mcpServers };
    const { tools, dropped } = narrowTools(named(parent), definition, { atDepthLimit: false, background: false, hash });
    expect(tools).toEqual(expected);
    expect(dropped.map(({ tool }) => tool)).toEqual(parent.filter((tool) => !expected.includes(tool)));
    const listed = listedTools(definition, hash);
    for (const tool of listed === undefined ? [] : tools) expect(listed?.some((entry) => namesTool(entry, { name: tool }))).toBe(true);
  });

  it('names a server of which there is no tool', () => {
    const definition = { disallowedTools: [], source: FILE, mcpServers: [{ name: 'a__b', line: 4 }] };
    const { dropped } = narrowTools(named(['Read']), definition, { atDepthLimit: false, background: false, hash });
    expect(dropped).toEqual([{ tool: 'mcp__a_b-0000000000000000', why: 'no-such-tool' }]);
  });
});

it('the mode of an agent is the strictest above it, and plan mode holds for the whole tree', () => {
  const strict: readonly Mode[] = ['bypassPermissions', 'acceptEdits', 'default', 'plan', 'dontAsk'];
  fc.assert(
    fc.property(
      fc.constantFrom(...MODES),
      fc.array(fc.option(fc.constantFrom(...MODES), { nil: undefined }), { minLength: 1, maxLength: 4 }),
      (start, modes) => {
        let principal: Principal = mainPrincipal('main', start);
        for (const mode of modes) {
          const above = effectiveMode(principal);
          principal = derivePrincipal(principal, { name: 'x', mode });
          const own = effectiveMode(principal);
          if (above === 'plan') expect(own).toBe('plan');
          else if (own !== 'plan') expect(strict.indexOf(own)).toBeGreaterThanOrEqual(strict.indexOf(above));
        }
      },
    ),
  );
});

describe('a spawn', () => {
  const limits = { depth: 2, total: 3, concurrent: 2 };
  const moment = { parent: 'main', ancestry: [], started: 0, running: 0, stopping: false };

  it.each([
    ['too deep', { parent: 'main/a-1/b-1' }, /at most 2 deep/],
    ['one too many', { started: 3 }, /3 agents were started/],
    ['too many at once', { running: 2 }, /2 agents run now/],
    ['while everything is being stopped', { stopping: true }, /stopping/],
  ])('%s is refused', (_what, change, words) => {
    expect(general && refuseSpawn(general, { ...moment, ...change }, limits)?.refusal).toMatch(words);
  });

  it('within the limits is not', () => {
    expect(general && refuseSpawn(general, { ...moment, parent: 'main/a-1', started: 2, running: 1 }, limits)).toBeUndefined();
  });

  it('of a type that stands above it is refused, as is one that its starter may not start', () => {
    if (general === undefined) throw new Error('there is a built-in type');
    const own = { ...general, name: 'worker', source: FILE };
    expect(refuseSpawn(own, { ...moment, ancestry: ['worker'] }, limits)?.refusal).toMatch(/no type starts itself/);
    expect(refuseSpawn(own, moment, limits, ['helper'])?.refusal).toMatch(/only start agents of the types helper/);
  });
});

describe('a delegation', () => {
  const check = (description: string, prompt: string, tools: string[] = ['Read']) =>
    checkDelegation({ description, prompt }, { disallowedTools: ['Bash'] }, { tools, rounds: 10 });

  it('says what is in it, line by line', () => {
    const { lines, refused } = check(
      'Find the parser',
      'Look in src/parse/ for the parser. Never touch tests. Report its path. Stop after one hit.',
    );
    expect(refused).toBeUndefined();
    expect(Object.fromEntries(lines.map(({ about, text }) => [about, text]))).toMatchObject({
      goal: 'Find the parser',
      scope: 'src/parse/',
      bans: 'Never touch tests.',
      answer: 'Report its path.',
      end: 'Stop after one hit.',
    });
    expect(lines.find(({ about }) => about === 'bans')?.without).toEqual(['Bash']);
    expect(lines.find(({ about }) => about === 'end')).toMatchObject({ rounds: 10, state: 'ok' });
  });

  it('that asks for changes of an agent that can make none is marked', () => {
    expect(check('Fix the parser', 'Mend what is wrong in it and report').lines.find(({ about }) => about === 'tools')?.state).toBe(
      'problem',
    );
  });

  it('without a task is refused', () => {
    expect(check('', 'Look for the parser').refused?.refusal).toMatch(/description is empty/);
    expect(check('Find it', 'see above').refused?.refusal).toMatch(/the agent sees nothing else/);
  });
});

it('names are short, plain and unique in a session', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (types) => {
      const taken: string[] = [];
      for (const type of types) taken.push(nameAgent(taken.at(-1) ?? 'main', type, taken));
      const ids = taken.map((path) => path.slice(path.lastIndexOf('/') + 1));
      expect(new Set(ids).size).toBe(types.length);
      for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,30}$/);
    }),
  );
});

it('no type takes the name of an agent that a hook started', () => {
  for (const type of ['hook-agent', 'Hook Agent', 'hook:agent!', 'hook-agent-9', 'hook-agents that judge a lot'])
    expect(isOfHook(nameAgent('main', type, []))).toBe(false);
  const started = nameAgent('main', HOOK_NAME, []);
  expect(started).toBe('main/hook-agent-1');
  expect(isOfHook(nameAgent(started, 'explore', [started]))).toBe(true);
});

it('the model is the call’s, else the definition’s, else the parent’s; a family means its newest at the same provider', () => {
  const opus = { provider: 'anthropic' as const, id: 'claude-opus-5-5' };
  expect(chooseAgentModel(undefined, undefined, opus)).toBe('anthropic/claude-opus-5-5');
  expect(chooseAgentModel('haiku', 'sonnet', opus)).toBe('anthropic/claude-haiku-5-5');
  expect(chooseAgentModel(undefined, 'inherit', opus)).toBe('anthropic/claude-opus-5-5');
  expect(chooseAgentModel(undefined, 'sonnet', { provider: 'scripted', id: 'tour' })).toBe('scripted/tour');
});

it('what is on its way counts against a limit of money', () => {
  const tree = new TreeTotals();
  tree.add({ input: 10, cacheRead: 0, cacheWrite: 0, output: 5 }, 0.5);
  const settle = tree.expect(0.25);
  expect(tree.money()).toBe(0.75);
  settle();
  expect(tree.money()).toBe(0.5);
  expect(tree.tokens()).toBe(15);
});
