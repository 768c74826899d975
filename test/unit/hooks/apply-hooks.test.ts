import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyHooks } from '../../../main/core/permission/apply-hooks';
import { createRuleSet } from '../../../main/core/permission/rule-set';
import { decide } from '../../../main/core/permission/decide';
import { parseRule } from '../../../main/core/permission/parse-rule';
import { HOOK_DECISIONS } from '../../../shared/model/hook-names';
import type { HookVoice } from '../../../shared/model/hook-run';
import { MODES } from '../../../shared/model/modes';
import type { Decision, Verdict } from '../../../shared/model/permission';

const voice = fc.record<HookVoice>({
  run: fc.string(),
  label: fc.string(),
  source: fc.constant({ file: '/f', line: 1, scope: 'project' as const }),
  decision: fc.constantFrom(...HOOK_DECISIONS),
});
const wish = fc.array(voice, { maxLength: 4 }).map((voices) => ({
  voices,
  decision: HOOK_DECISIONS.find((kind) => voices.some(({ decision }) => decision === kind)),
}));
const RULES: Array<[string, Verdict]> = [
  ['Bash(rm *)', 'deny'],
  ['Bash(git push *)', 'ask'],
  ['Bash(npm test)', 'allow'],
  ['Edit(secret/**)', 'deny'],
];
const rules = createRuleSet(
  RULES.flatMap(([text, verdict]) => {
    const { rule } = parseRule(text, verdict);
    return rule === undefined ? [] : [{ ...rule, ref: { text, verdict, scope: 'project' as const }, sourceBase: '/p' }];
  }),
  { folder: '/p', home: '/home', directories: [], ignoreCase: false },
);
const action = fc.oneof(
  fc
    .constantFrom('rm -rf x', 'git push origin', 'npm test', 'ls')
    .map((command) => ({ tool: 'Bash', capability: 'execute' as const, command, paths: [] })),
  fc
    .constantFrom('/p/secret/a', '/p/a', '/etc/passwd', '/p/.git/config')
    .map((path) => ({ tool: 'Edit', capability: 'write' as const, paths: [path] })),
);

it('whatever hooks say, a deny stays a deny and an ask rule is asked', () => {
  fc.assert(
    fc.property(action, wish, fc.constantFrom(...MODES), (what, hooks, mode) => {
      const decision = decide({ action: { ...what, params: {}, summary: '' }, mode, agent: 'main' }, rules);
      const after = applyHooks(
        decision,
        hooks.decision === undefined ? { voices: hooks.voices } : { voices: hooks.voices, decision: hooks.decision },
      );
      if (decision.decision === 'deny') expect(after.decision).toBe('deny');
      if (decision.decision === 'ask' && decision.rule !== undefined) expect(after.decision).not.toBe('allow');
      if (hooks.decision === 'deny') expect(after.decision).toBe('deny');
      if (hooks.decision === 'ask') expect(after.decision).not.toBe('allow');
      expect(after.hooks ?? []).toEqual(hooks.voices);
    }),
  );
});

it('lifts what only nobody allowed, and nothing that no allow rule could lift', () => {
  const allow = {
    decision: 'allow' as const,
    voices: [{ run: 'r', label: 'l', source: { file: '/f', line: 1, scope: 'project' as const }, decision: 'allow' as const }],
  };
  const asked = (builtin: string, parts: Decision['parts'] = []): Decision => ({
    decision: 'ask',
    mode: 'default',
    reason: '',
    builtin,
    parts,
    diagnostics: [],
  });
  expect(applyHooks(asked('edit'), allow).decision).toBe('allow');
  for (const builtin of ['protected-path', 'critical-removal', 'untrusted-text', 'repeated-call', 'opaque-command', 'no-sandbox'])
    expect(applyHooks(asked(builtin), allow).decision, builtin).toBe('ask');
  expect(applyHooks(asked('command', [{ text: 'x', decision: 'ask', builtin: 'protected-path' }]), allow).decision).toBe('ask');
});
