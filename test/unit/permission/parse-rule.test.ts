import { expect, it } from 'vitest';
import { parseRule } from '../../../main/core/permission/parse-rule';
import type { Verdict } from '../../../shared/model/permission';

const problemsOf = (text: string, verdict: Verdict) => parseRule(text, verdict).problems.map(({ code, suggestion }) => [code, suggestion]);

it.each<[string, Verdict, string, string | undefined]>([
  ['Bsh(npm test)', 'allow', 'unknown-tool', 'Bash(npm test)'],
  ['Raed', 'deny', 'unknown-tool', 'Read'],
  ['Bash(git:* push)', 'ask', 'prefix-mark-inside', 'Bash(git * push)'],
  ['Write(src/**)', 'deny', 'never-consulted', 'Edit(src/**)'],
  ['NotebookEdit(a)', 'deny', 'never-consulted', 'Edit(a)'],
  ['MultiEdit(a)', 'allow', 'never-consulted', 'Edit(a)'],
  ['Glob(src/**)', 'deny', 'never-consulted', 'Read(src/**)'],
  ['Grep(src/**)', 'deny', 'never-consulted', 'Read(src/**)'],
  ['Bash(npm test', 'allow', 'unbalanced-parentheses', 'Bash(npm test)'],
  ['Bash(npm test) x', 'allow', 'unbalanced-parentheses', 'Bash(npm test)'],
  ['Bash)', 'allow', 'unbalanced-parentheses', 'Bash'],
  ['Ba*', 'allow', 'allow-tool-pattern', 'mcp__<server>__*'],
  ['mcp__*', 'allow', 'allow-tool-pattern', 'mcp__<server>__*'],
  ['Bash()', 'allow', 'empty-specifier', 'Bash'],
  ['', 'allow', 'empty-rule', undefined],
  ['WebFetch(https://example.org/a)', 'allow', 'bad-domain-rule', 'WebFetch(domain:example.org)'],
  ['WebFetch(url:https://example.org)', 'deny', 'main-field-rule', 'WebFetch(domain:example.org)'],
  ['Bash(command:rm x)', 'deny', 'main-field-rule', 'Bash(rm x)'],
  ['Read(file_path:a)', 'deny', 'main-field-rule', 'Read(a)'],
  ['Bash(run_in_background:true)', 'allow', 'allow-parameter', undefined],
  ['Read(C:\\secrets)', 'deny', 'windows-path', 'Read(//c/secrets)'],
  ['TodoWrite(x)', 'deny', 'no-specifier', 'TodoWrite'],
  ['a b(c)', 'deny', 'bad-tool-name', undefined],
])('reports what is wrong with %s as %s', (text, verdict, code, suggestion) => {
  expect(problemsOf(text, verdict)).toEqual([[code, suggestion]]);
});

it.each<[string, Verdict]>([
  ['Bash(npm run test:*)', 'allow'],
  ['Bash(echo "(")', 'allow'],
  ['Bash(*)', 'allow'],
  ['mcp__git', 'allow'],
  ['mcp__git__push', 'allow'],
  ['mcp__git__*', 'allow'],
  ['mcp__*', 'deny'],
  ['*', 'deny'],
  ['Task(explorer)', 'deny'],
  ['Agent(model:opus)', 'ask'],
  ['Skill(commit *)', 'allow'],
  ['Read(//etc/**)', 'deny'],
  ['WebFetch(domain: example.org)', 'allow'],
  ['some_plugin_tool', 'deny'],
])('finds nothing wrong with %s', (text, verdict) => {
  const reading = parseRule(text, verdict);
  expect(reading.problems).toEqual([]);
  expect(reading.rule).toBeDefined();
});
