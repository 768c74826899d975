import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../shared/model/mode';
import type { Verdict } from '../../../shared/model/permission';
import { decided } from './support';

/** Rules; call; verdict; mode (default unless named): forms of the ecosystem's grammar that no other table has. */
const forms: Array<[rules: string[], call: string, verdict: Verdict, mode?: Mode]> = [
  [['deny Agent(fork)'], 'Agent subagent_type=fork', 'deny'],
  [['deny Agent(fork)'], 'Agent subagent_type=explorer', 'allow'],
  [['deny Task(explorer)'], 'Agent subagent_type=explorer', 'deny'],
  [['allow mcp__plugin_tools_git'], 'mcp__plugin_tools_git__push', 'allow'],
  [['allow mcp__plugin_tools_git__push'], 'mcp__plugin_tools_git__pull', 'ask'],
  [['deny Read(*)'], 'Read src/a.ts', 'deny'],
  [['deny Read(*)'], 'Grep src', 'deny'],
  [['allow Skill(commit)'], 'Skill commit', 'allow'],
  [['allow Skill(commit)'], 'Skill commit now', 'ask'],
  [['deny Skill'], 'Skill commit', 'deny', 'bypassPermissions'],
  [[], 'Bash file -m magic x', 'ask'],
  [[], 'Bash docker --context far ps', 'ask'],
  [['ask Bash(ls *)'], 'Bash ls src', 'ask'],
  [['deny Bash(timeout:5)'], 'Bash ls', 'allow'],
  [['allow Bash(npx *)'], 'Bash npx anything at all', 'allow'],
];

describe('rule forms', () => {
  it.each(forms)('%j decide about %s: %s', (rules, call, verdict, mode) => {
    expect(decided(rules, call, mode).decision).toBe(verdict);
  });
});
