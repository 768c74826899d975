import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Action, Verdict } from '../../../shared/model/permission';
import { readHooks } from '../../../main/core/hooks/read-hooks';
import { selectHooks } from '../../../main/core/hooks/select-hooks';
import { offeredName, serverPart } from '../../../main/core/mcp/tool-names';
import { decide } from '../../../main/core/permission/decide';
import { decideAs } from '../../../main/core/permission/decide-as';
import { derivePrincipal, mainPrincipal } from '../../../main/core/permission/principal';
import { parseRule } from '../../../main/core/permission/parse-rule';
import { createRuleSet } from '../../../main/core/permission/rule-set';
import { namesServer } from '../../../main/core/permission/server-names';
import { narrowTools } from '../../../main/core/subagents/narrow-tools';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const LONG = 'company-internal-tools-production-server';

function call(server: string, tool: string): Action {
  const name = offeredName(server, tool, hash);
  const identity = { name: server, offered: serverPart(server, hash), tool };
  return { tool: name, server: identity, capability: 'mcp', paths: [], params: {}, summary: name };
}

function resource(server: string): Action {
  const identity = { name: server, offered: serverPart(server, hash) };
  return { tool: 'ReadMcpResourceTool', server: identity, capability: 'mcp', paths: [], params: { server }, summary: 'Read' };
}

function verdictOf(text: string, verdict: Verdict, action: Action) {
  const { rule } = parseRule(text, verdict);
  if (rule === undefined) throw new Error(`${text} is no rule`);
  const rules = createRuleSet([{ ...rule, ref: { text, verdict, scope: 'user' }, sourceBase: '/p' }], {
    folder: '/p',
    home: '/h',
    directories: [],
    ignoreCase: false,
  });
  return decide({ action, mode: verdict === 'allow' ? 'default' : 'bypassPermissions', agent: 'main' }, rules).decision;
}

describe('rules for servers and their tools', () => {
  it.each<[string, string]>([
    ['my__server', 'mcp__my__server'],
    ['my__server', 'mcp__my__server__*'],
    ['my__server', 'mcp__my__server__go.now'],
    ['my__server', 'mcp__my__server__go.*'],
    ['my__server', `mcp__${serverPart('my__server', hash)}`],
    ['my_', 'mcp__my_'],
    ['_my', 'mcp___my__*'],
    [LONG, `mcp__${LONG}`],
    [LONG, `mcp__${LONG}__go.now`],
    [LONG, `mcp__${serverPart(LONG, hash)}__*`],
    ['plain', 'mcp__plain__go.now'],
    ['plain', offeredName('plain', 'go.now', hash)],
    ['plain', 'mcp__*'],
  ])('deny and ask for %s hold by %s', (server, text) => {
    const action = call(server, 'go.now');
    expect(verdictOf(text, 'deny', action)).toBe('deny');
    expect(verdictOf(text, 'ask', action)).toBe('ask');
    expect(verdictOf(text, 'deny', call('other', 'go.now'))).toBe(text === 'mcp__*' ? 'deny' : 'allow');
  });

  it('hold by a path that a server calls its tool', () => {
    expect(verdictOf('mcp__plain__issues/delete', 'deny', call('plain', 'issues/delete'))).toBe('deny');
  });

  it('allow by the name of the entry, where no other server and tool could be meant', () => {
    expect(verdictOf(`mcp__${LONG}`, 'allow', call(LONG, 'go'))).toBe('allow');
    expect(verdictOf('mcp__plain__go.now', 'allow', call('plain', 'go.now'))).toBe('allow');
    // The rule is for the tool `server` of `my`: another server of that name has nothing of it.
    expect(verdictOf('mcp__my__server', 'allow', call('my', 'server'))).toBe('allow');
    expect(verdictOf('mcp__my__server', 'allow', call('my__server', 'go'))).toBe('ask');
    const part = serverPart(LONG, hash);
    expect(verdictOf(`mcp__${part}`, 'allow', call(LONG, 'go'))).toBe('allow');
    expect(verdictOf(`mcp__${part}`, 'allow', call(part, 'go'))).toBe('ask');
  });

  it('keep back what a server holds beside its tools, and grant nothing of it', () => {
    for (const text of ['mcp__files', 'mcp__files__*', 'mcp__f*', 'mcp__*']) {
      expect(verdictOf(text, 'deny', resource('files'))).toBe('deny');
      expect(verdictOf(text, 'ask', resource('files'))).toBe('ask');
      expect(namesServer(text, { name: 'files', offered: 'files' })).toBe(true);
    }
    expect(verdictOf('mcp__my__server', 'deny', resource('my__server'))).toBe('deny');
    expect(verdictOf('mcp__files__read', 'deny', resource('files'))).toBe('allow');
    expect(verdictOf('mcp__files', 'allow', resource('files'))).toBe('ask');
    expect(namesServer('mcp__files__read', { name: 'files', offered: 'files' })).toBe(false);
  });

  it('hold in lists of sub-agents', () => {
    const { tool: name, server } = call('my__server', 'go.now');
    const source = { scope: 'project' as const, file: '/p/a.md', line: 1, bodyLine: 5, descriptionLines: { start: 3, end: 3 } };
    const narrow = (disallowedTools: string[], tools?: string[]) =>
      narrowTools(
        [{ name, server }, { name: 'Read' }],
        { disallowedTools, source, ...(tools === undefined ? {} : { tools }) },
        {
          atDepthLimit: false,
          background: false,
          hash,
        },
      ).tools;
    expect(narrow(['mcp__my__server'])).toEqual(['Read']);
    expect(narrow(['mcp__my__server__go.now'])).toEqual(['Read']);
    expect(narrow([], ['mcp__my__server'])).toEqual([name]);
    const main = mainPrincipal('main', 'bypassPermissions');
    const without = derivePrincipal(main, { name: 'a', disallowedTools: ['mcp__my__server'] });
    const rules = createRuleSet([], { folder: '/p', home: '/h', directories: [], ignoreCase: false });
    expect(decideAs(without, call('my__server', 'go'), rules).decision).toBe('deny');
    expect(decideAs(without, resource('my__server'), rules).decision).toBe('deny');
  });

  it.each(['mcp__my__server__go.now', 'mcp__my__server__.*', 'mcp__my__server__go_now|Read', '^mcp__my_server-'])(
    'hold in the matcher %s of a hook',
    (matcher) => {
      const handler = { type: 'command', command: 'true' };
      const place = { scope: 'project' as const, file: '/p/s.json' };
      const { hooks } = readHooks({ value: { PreToolUse: [{ matcher, hooks: [handler] }] }, lineOf: () => 1, place });
      const skips = (action: Action) =>
        selectHooks(
          hooks,
          { event: 'PreToolUse', agent: 'main', about: action.tool, action, input: {} },
          {
            matchesRule: () => true,
            done: new Set(),
          },
        ).map(({ why }) => why);
      expect(hooks).toHaveLength(1);
      expect(skips(call('my__server', 'go.now'))).toEqual(matcher === 'mcp__my__server__go_now|Read' ? ['matcher'] : [undefined]);
      expect(skips(call('other', 'go.now'))).toEqual(['matcher']);
    },
  );
});
