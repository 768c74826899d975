import { describe, expect, it } from 'vitest';
import { decideQuery } from '../../../main/core/permission/decide-query';
import { derivePrincipal, mainPrincipal } from '../../../main/core/permission/principal';
import type { TurnRule } from '../../../main/core/permission/turn-rules';
import { action, FOLDER, ruleSet } from './support';

const rules = ruleSet(['deny Bash(rm *)', 'ask Bash(npm publish)']);
const file = `${FOLDER}/.claude/skills/x/SKILL.md`;
const turnRule = (verdict: TurnRule['verdict'], text: string): TurnRule => ({ text, verdict, file, line: 3 });
const TURN = [turnRule('allow', 'Bash(*)'), turnRule('allow', 'Edit'), turnRule('deny', 'WebFetch')];

describe('rules of a turn', () => {
  const decide = (call: string, turnRules: readonly TurnRule[] = TURN) =>
    decideQuery({ action: action(call), mode: 'default', agent: 'main', turnRules }, rules);

  it('allow what would be asked, and name the skill that says so', () => {
    expect(decide('Bash mkdir x', []).decision).toBe('ask');
    expect(decide('Bash mkdir x')).toMatchObject({ decision: 'allow', rule: { text: 'Bash(*)', file, line: 3 } });
  });

  it('lift no deny rule, no ask rule, no protection', () => {
    expect(decide('Bash rm x').decision).toBe('deny');
    expect(decide('Bash npm publish').decision).toBe('ask');
    expect(decide('Edit .git/config').decision).toBe('ask');
  });

  it('deny what they take away', () => {
    expect(decide('WebFetch https://host.example/')).toMatchObject({ decision: 'deny', rule: { text: 'WebFetch', file } });
  });

  it('give a sub-agent nothing, and take from it what they take away', () => {
    const principal = derivePrincipal(mainPrincipal('main', 'default'), { name: 'helper' });
    const decideFor = (call: string) =>
      decideQuery({ action: action(call), mode: 'default', agent: principal.agent, principal, turnRules: TURN }, rules).decision;
    expect([decideFor('Bash mkdir x'), decideFor('WebFetch https://host.example/')]).toEqual(['ask', 'deny']);
  });
});
