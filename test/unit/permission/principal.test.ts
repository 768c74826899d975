import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAs } from '../../../main/core/permission/decide-as';
import { type AgentRights, derivePrincipal, mainPrincipal, type Principal } from '../../../main/core/permission/principal';
import { isStricter } from '../../../main/core/permission/verdict-rank';
import { modeSchema, type Mode } from '../../../shared/model/mode';
import { action, ruleSet } from './support';

const main = (mode: Mode) => mainPrincipal('main', mode);
const derived = (parent: Principal, rights: Partial<AgentRights> = {}) => derivePrincipal(parent, { name: 'helper', ...rights });
const verdict = (principal: Principal, call: string, lines: string[] = []) => decideAs(principal, action(call), ruleSet(lines)).decision;

describe('a principal', () => {
  it('derived from the main agent in plan mode cannot edit, whatever its own mode and the rules say', () => {
    for (const mode of modeSchema.options)
      expect(verdict(derived(main('plan'), { mode }), 'Edit src/a.ts', ['allow Edit', 'allow Edit(**)'])).toBe('deny');
  });

  it('has the mode of its definition only as far as its parent would allow the same', () => {
    expect(verdict(derived(main('default'), { mode: 'acceptEdits' }), 'Edit src/a.ts')).toBe('ask');
    expect(verdict(derived(main('acceptEdits')), 'Edit src/a.ts')).toBe('allow');
    expect(verdict(derived(main('default'), { mode: 'plan' }), 'Edit src/a.ts')).toBe('deny');
    expect(verdict(derived(main('default'), { mode: 'bypassPermissions' }), 'Bash npm i x')).toBe('ask');
  });

  it('has no tool that its definition does not list, and says where that stands', () => {
    const reader = derived(main('default'), { tools: ['Read', 'Grep', 'mcp__git'], source: { file: '/p/.claude/agents/r.md', line: 4 } });
    expect(verdict(reader, 'Read src/a.ts')).toBe('allow');
    expect(verdict(reader, 'mcp__git__log', ['allow mcp__git'])).toBe('allow');
    const refused = decideAs(reader, action('Bash ls'), ruleSet(['allow Bash']));
    expect(refused).toMatchObject({ decision: 'deny', builtin: 'agent-tools' });
    expect(refused.reason).toContain('/p/.claude/agents/r.md:4');
    expect(verdict(derived(main('default'), { disallowedTools: ['mcp__*'] }), 'mcp__git__log', ['allow mcp__git'])).toBe('deny');
  });

  it('gets nothing back that a principal above it has not', () => {
    const middle = derived(main('bypassPermissions'), { tools: ['Read'] });
    expect(verdict(derived(middle, { tools: ['Read', 'Bash'] }), 'Bash ls')).toBe('deny');
  });

  it('never has more rights than its parent', () => {
    const mode = fc.constantFrom<Mode[]>(...modeSchema.options);
    const tools = fc.option(fc.subarray(['Read', 'Edit', 'Bash', 'WebFetch', 'mcp__git', '*']), { nil: undefined });
    const rights = fc.record({ name: fc.constant('x'), tools, disallowedTools: tools, mode: fc.option(mode, { nil: undefined }) });
    const line = fc
      .tuple(
        fc.constantFrom('deny', 'ask', 'allow'),
        fc.constantFrom('Bash', 'Bash(git *)', 'Edit', 'Edit(src/**)', 'Read(//**)', 'mcp__git', 'WebFetch'),
      )
      .map(([kind, text]) => `${kind} ${text}`);
    const call = fc.constantFrom(
      'Bash git push',
      'Bash rm -rf /',
      'Edit src/a.ts',
      'Edit .git/x',
      'Read /etc/x',
      'mcp__git__a',
      'WebFetch https://x.y/',
    );
    fc.assert(
      fc.property(
        mode,
        fc.array(rights, { minLength: 1, maxLength: 3 }),
        fc.array(line, { maxLength: 5 }),
        call,
        (start, chain, lines, one) => {
          const rules = ruleSet(lines);
          let parent = main(start);
          for (const definition of chain) {
            const child = derivePrincipal(parent, definition);
            const [above, below] = [decideAs(parent, action(one), rules), decideAs(child, action(one), rules)];
            expect(isStricter(above.decision, below.decision)).toBe(false);
            parent = child;
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
