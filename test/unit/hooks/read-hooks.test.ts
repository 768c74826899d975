import { describe, expect, it } from 'vitest';
import { readFrontmatterHooks } from '../../../main/core/hooks/frontmatter-hooks';
import { checkSettings } from '../../../main/core/hooks/check-settings';
import { compileMatcher } from '../../../main/core/hooks/hook-matcher';

const hash = (text: string) => String(text.length);
const check = (hooks: unknown) =>
  checkSettings({ path: '/p/.claude/settings.json', scope: 'project', text: JSON.stringify({ hooks }, undefined, 2) }, hash);
const handler = { type: 'command', command: 'true' };

describe('what is wrong with hooks', () => {
  it.each<[string, unknown, string, number, string | undefined]>([
    ['an event in the wrong case', { preToolUse: [] }, 'hook-event', 3, 'PreToolUse'],
    ['an unknown key of a group', { Stop: [{ matchers: 'x', hooks: [handler] }] }, 'hook-key', 5, 'matcher'],
    ['an unknown key of a handler', { Stop: [{ hooks: [{ ...handler, timeOut: 3 }] }] }, 'hook-key', 9, 'timeout'],
    ['an unknown type', { Stop: [{ hooks: [{ type: 'comand', command: 'x' }] }] }, 'hook-type', 7, 'command'],
    ['a type that an event does not take', { SessionStart: [{ hooks: [{ type: 'prompt', prompt: 'x' }] }] }, 'hook-type', 7, undefined],
    ['a server without its tools', { PreToolUse: [{ matcher: 'mcp__srv', hooks: [handler] }] }, 'hook-matcher', 5, 'mcp__srv__.*'],
    ['a tool that there is not', { PreToolUse: [{ matcher: 'Bahs', hooks: [handler] }] }, 'hook-matcher', 5, 'Bash'],
    ['a value that an event never has', { SessionStart: [{ matcher: 'start', hooks: [handler] }] }, 'hook-matcher', 5, 'startup'],
    [
      'a matcher that is an object',
      { PreToolUse: [{ matcher: { tools: ['Bash', 'Edit'] }, hooks: [handler] }] },
      'hook-matcher',
      5,
      'Bash|Edit',
    ],
    ['a matcher that is no expression', { PreToolUse: [{ matcher: '(', hooks: [handler] }] }, 'hook-matcher', 5, undefined],
    ['a condition that is never evaluated', { Stop: [{ hooks: [{ ...handler, if: 'Bash(ls)' }] }] }, 'hook-if', 9, undefined],
    ['a condition that is no rule', { PreToolUse: [{ hooks: [{ ...handler, if: 'Bash(ls' }] }] }, 'hook-if', 9, 'Bash(ls)'],
    ['a handler in the place of a group', { Stop: [handler] }, 'hook-shape', 4, '{ "hooks": [ … ] }'],
    ['a shell that there is not', { Stop: [{ hooks: [{ ...handler, shell: 'zsh' }] }] }, 'hook-field', 9, undefined],
    ['a missing field', { Stop: [{ hooks: [{ type: 'http' }] }] }, 'hook-field', 6, undefined],
  ])('%s is an error with its line', async (_name, hooks, code, line, suggestion) => {
    const { diagnostics } = await check(hooks);
    expect(diagnostics).toMatchObject([{ code, severity: 'error', line, file: '/p/.claude/settings.json' }]);
    expect(diagnostics[0]?.suggestion).toBe(suggestion);
  });

  it('a key without effect at its event is a warning', async () => {
    const prompt = { type: 'prompt', prompt: 'x', continueOnBlock: true };
    expect((await check({ Stop: [{ hooks: [prompt] }] })).diagnostics).toMatchObject([
      { code: 'hook-no-effect', severity: 'warning', line: 9 },
    ]);
    expect((await check({ PostToolUse: [{ hooks: [prompt] }] })).diagnostics).toEqual([]);
  });

  it('an event that never comes here is a note, and what is right beside what is wrong holds', async () => {
    const { hooks, diagnostics } = await check({
      TeammateIdle: [{ hooks: [handler] }],
      Stopp: [],
      PreToolUse: [{ matcher: 'Bash', hooks: [handler] }],
    });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['hook-never-fires', 'info'],
      ['hook-event', 'error'],
    ]);
    expect(hooks.map(({ event, place }) => [event, place.line])).toEqual([
      ['TeammateIdle', 6],
      ['PreToolUse', 18],
    ]);
  });

  it('says nothing of what is right', async () => {
    const groups = [
      { matcher: 'Edit|Write', hooks: [{ ...handler, if: 'Edit(*.ts)', timeout: 5, async: true }] },
      { matcher: 'mcp__srv__.*', hooks: [{ type: 'http', url: 'https://example.org', headers: { a: '$B' }, allowedEnvVars: ['B'] }] },
      { hooks: [{ type: 'prompt', prompt: 'Is it fine? $ARGUMENTS' }] },
    ];
    expect((await check({ PostToolUse: groups, SessionStart: [{ matcher: 'startup|resume', hooks: [handler] }] })).diagnostics).toEqual([]);
  });
});

it('reads hooks of frontmatter with the lines of the file; the end of a sub-agent is its stop', async () => {
  const text =
    '---\nname: reviewer\ndescription: d\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: "true"\n---\nBody\n';
  const source = { scope: 'agent' as const, name: 'reviewer', file: '/p/a.md', text, trusted: true };
  const { hooks, diagnostics } = await readFrontmatterHooks(source);
  expect(diagnostics).toEqual([]);
  expect(hooks).toMatchObject([{ event: 'SubagentStop', place: { line: 7, scope: 'agent', name: 'reviewer' } }]);
});

it.each<[string | undefined, string, boolean]>([
  [undefined, 'Bash', true],
  ['*', 'Bash', true],
  ['Bash', 'Bash', true],
  ['Bash', 'BashOutput', false],
  ['Edit | Write', 'Write', true],
  ['Edit,Write', 'Write', true],
  ['mcp__srv', 'mcp__srv__tool', false],
  ['mcp__srv__.*', 'mcp__srv__tool', true],
  ['Note.*', 'NotebookEdit', true],
  ['^Edit$', 'MultiEdit', false],
])('the matcher %s and the tool %s: %s', (text, tool, fits) => {
  const compiled = compileMatcher(text);
  expect('matcher' in compiled && compiled.matcher.test(tool)).toBe(fits);
});
