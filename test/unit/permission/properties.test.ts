import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../main/core/permission/decide';
import { offerRules } from '../../../main/core/permission/offers';
import { parseRule } from '../../../main/core/permission/parse-rule';
import { modeSchema, type Mode } from '../../../shared/model/mode';
import type { Action, Verdict } from '../../../shared/model/permission';
import { action, ruleSet } from './support';

const RANK: Record<Verdict, number> = { deny: 0, ask: 1, allow: 2 };
const scopes = ['user', 'project', 'local', 'session', 'cli', 'managed'];
const texts = [
  'Bash',
  'Bash(git *)',
  'Bash(git clean:*)',
  'Bash(npm test)',
  'Bash(rm *)',
  'Bash(* -rf *)',
  'Bash(ls*)',
  'Read',
  'Read(.env)',
  'Read(src/**)',
  'Read(//etc/**)',
  'Read(*.ts)',
  'Edit',
  'Edit(src/**)',
  'Edit(/src/a.ts)',
  'Edit(~/x)',
  'Write',
  'WebFetch',
  'WebFetch(domain:*.example.org)',
  'WebFetch(domain:example.org)',
  'mcp__git',
  'mcp__git__push',
  'Agent(explorer)',
  'Skill(commit *)',
];
const calls = [
  'Bash git clean -fd',
  'Bash git log',
  'Bash npm test && git clean',
  'Bash rm -rf src',
  'Bash rm -rf /',
  'Bash ls',
  'Bash cat .env',
  'Bash echo x > src/a.ts',
  'Bash sudo git clean',
  'Bash echo $(git clean)',
  'Read .env',
  'Read src/a.ts',
  'Read /etc/hosts',
  'Grep .',
  'Edit src/a.ts',
  'Edit .git/config',
  'Write x',
  'NotebookEdit src/a.ts',
  'Edit link -> src/a.ts',
  'WebFetch https://a.example.org/',
  'WebFetch https://example.org/',
  'mcp__git__push',
  'Agent subagent_type=explorer',
  'Skill commit now',
  'AskUserQuestion',
  'TodoWrite',
];
const ruleLine = fc
  .tuple(fc.constantFrom(...scopes), fc.constantFrom<Verdict>('deny', 'ask', 'allow'), fc.constantFrom(...texts))
  .map(([scope, verdict, text]) => `${scope}:${verdict} ${text}`);
const mode = fc.constantFrom<Mode[]>(...modeSchema.options);
const call = fc.constantFrom(...calls).map(action);
const shellish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'git',
        'clean',
        ' ',
        '&&',
        '|',
        ';',
        '\n',
        '"',
        "'",
        '$(',
        ')',
        '`',
        '\\',
        '<<E',
        'E',
        '>',
        '{',
        '}',
        '*',
        'rm',
        '-rf',
        '/',
        '#',
        'bash',
        '-c',
        'sudo',
        'x=1',
        '~',
        '$X',
        '<(',
      ),
      fc.string({ maxLength: 6, unit: 'binary' }),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''));

const verdictOf = (lines: string[], one: Action, how: Mode) => decide({ action: one, mode: how, agent: 'main' }, ruleSet(lines)).decision;

describe('decisions', () => {
  it('never become more permissive by a further deny', () => {
    fc.assert(
      fc.property(
        fc.array(ruleLine, { maxLength: 8 }),
        fc.constantFrom(...scopes),
        fc.constantFrom(...texts),
        call,
        mode,
        (lines, scope, text, one, how) => {
          expect(RANK[verdictOf([...lines, `${scope}:deny ${text}`], one, how)]).toBeLessThanOrEqual(RANK[verdictOf(lines, one, how)]);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('never become more permissive by a further ask', () => {
    fc.assert(
      fc.property(
        fc.array(ruleLine, { maxLength: 8 }),
        fc.constantFrom(...scopes),
        fc.constantFrom(...texts),
        call,
        mode,
        (lines, scope, text, one, how) => {
          expect(RANK[verdictOf([...lines, `${scope}:ask ${text}`], one, how)]).toBeLessThanOrEqual(RANK[verdictOf(lines, one, how)]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stay a denial whatever allow rules any scope adds', () => {
    fc.assert(
      fc.property(fc.array(ruleLine, { maxLength: 6 }), fc.array(ruleLine, { maxLength: 6 }), call, mode, (lines, more, one, how) => {
        const before = decide({ action: one, mode: how, agent: 'main' }, ruleSet(lines));
        fc.pre(before.decision === 'deny' && before.rule !== undefined);
        const allows = more.map((line) => line.replace(/:(deny|ask) /, ':allow '));
        expect(verdictOf([...allows, ...lines, ...allows], one, how)).toBe('deny');
      }),
      { numRuns: 800 },
    );
  });

  it('never allow a write in plan mode', () => {
    fc.assert(
      fc.property(
        fc.array(ruleLine, { maxLength: 10 }),
        fc.constantFrom('Edit src/a.ts', 'Write x', 'NotebookEdit a', 'Edit /tmp/x').map(action),
        (lines, one) => {
          expect(verdictOf(lines, one, 'plan')).toBe('deny');
        },
      ),
    );
  });

  it('never allow a critical removal, wherever it stands in a command', () => {
    const removal = fc.constantFrom('rm -rf /', 'rm -fr /', 'sudo rm -r -f /', "bash -c 'rm -rf /'", '/bin/rm -rf ~', 'rm -rf ..');
    const join = fc.constantFrom(' && ', '; ', ' | ', '\n', ' || ', ' & ');
    fc.assert(
      fc.property(
        fc.array(ruleLine, { maxLength: 6 }),
        removal,
        join,
        fc.constantFrom('ls', 'cd /x', "echo 'a b'", 'X=1'),
        fc.boolean(),
        mode,
        (lines, what, by, other, first, how) => {
          expect(
            verdictOf([...lines, 'allow Bash'], action(`Bash ${first ? `${what}${by}${other}` : `${other}${by}${what}`}`), how),
          ).not.toBe('allow');
        },
      ),
    );
  });

  it('come for any text without an exception, and explain themselves', () => {
    fc.assert(
      fc.property(shellish, fc.array(ruleLine, { maxLength: 5 }), mode, (text, lines, how) => {
        const decision = decide({ action: action(`Bash ${text}`), mode: how, agent: 'main' }, ruleSet(lines));
        expect((decision.rule === undefined) !== (decision.builtin === undefined)).toBe(true);
        expect(decision.reason).not.toBe('');
      }),
      { numRuns: 3_000 },
    );
  });

  it('come for any path and URL without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(ruleLine, { maxLength: 5 }), mode, (text, lines, how) => {
        for (const one of [
          { ...action('Read x'), paths: [`/${text}`] },
          { ...action('Edit x'), paths: [text], asked: [`/${text}`] },
          { ...action('WebFetch x'), url: text },
        ]) {
          expect(decide({ action: one, mode: how, agent: 'main' }, ruleSet(lines)).reason).not.toBe('');
        }
      }),
    );
  });
});

describe('rules', () => {
  it('are read from any text without an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .tuple(fc.constantFrom('Bash', 'Read', 'WebFetch', 'Agent', 'x'), fc.string({ unit: 'binary' }))
            .map(([tool, text]) => `${tool}(${text})`),
        ),
        fc.constantFrom<Verdict>('deny', 'ask', 'allow'),
        (text, verdict) => {
          const reading = parseRule(text, verdict);
          expect(reading.rule !== undefined || reading.problems.length > 0).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('offers', () => {
  it('are rules that allow the very action, and nothing is offered where a rule cannot help', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          call,
          shellish.map((text) => action(`Bash ${text}`)),
          fc
            .string({ unit: 'binary', minLength: 1 })
            .filter((text) => !text.includes('\0'))
            .map((text) => action(`Edit src/${text.replace(/\/|->/g, '_')}`)),
        ),
        fc.array(ruleLine, { maxLength: 4 }),
        (one, lines) => {
          const before = verdictOf(lines, one, 'default');
          for (const offer of offerRules(one, { rules: ruleSet(lines), localFile: '/x' })) {
            expect(before).toBe('ask');
            expect(offer.rule).not.toMatch(/^\w+\(\s*\)$|(?!\t)[\p{Cc}\p{Cf}]/u);
            const saved = [offer.rule, ...(offer.also ?? [])].map((rule) => `session:allow ${rule}`);
            expect([saved, verdictOf([...lines, ...saved], one, 'default')]).toEqual([saved, 'allow']);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
