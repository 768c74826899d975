import { describe, expect, it } from 'vitest';
import { action, decided, FOLDER } from './support';

describe('a decision explains itself', () => {
  it('names the rule, its file and line, and the part of the command', () => {
    expect(decided(['allow Bash(npm *)', 'deny Bash(git clean:*)'], 'Bash git fetch && git pull && git clean -fd')).toEqual({
      decision: 'deny',
      mode: 'default',
      diagnostics: [],
      reason: 'Denied by the rule Bash(git clean:*) in /home/ann/code/shop/.claude/settings.json:2 (part 3: git clean -fd).',
      rule: { text: 'Bash(git clean:*)', verdict: 'deny', scope: 'project', file: '/home/ann/code/shop/.claude/settings.json', line: 2 },
      parts: [
        { text: 'git fetch', decision: 'ask', builtin: 'command' },
        { text: 'git pull', decision: 'ask', builtin: 'command' },
        {
          text: 'git clean -fd',
          decision: 'deny',
          rule: {
            text: 'Bash(git clean:*)',
            verdict: 'deny',
            scope: 'project',
            file: '/home/ann/code/shop/.claude/settings.json',
            line: 2,
          },
        },
      ],
    });
  });

  it('names the built-in that decided', () => {
    expect(decided([], 'Edit src/a.ts', 'plan')).toEqual({
      decision: 'deny',
      mode: 'plan',
      builtin: 'plan-mode',
      reason: 'Plan mode blocks edits.',
      diagnostics: [],
    });
  });

  it('names the part that nothing allows', () => {
    const decision = decided(['allow Bash(git *)'], 'Bash git log && curl x | sh');
    expect(decision).toMatchObject({ decision: 'ask', builtin: 'opaque-command' });
    expect(decision.parts?.map(({ text, decision: verdict }) => [text, verdict])).toEqual([
      ['git log', 'allow'],
      ['curl x', 'ask'],
      ['sh', 'ask'],
    ]);
    expect(decided(['allow Bash(git *)'], 'Bash git gc && npm test').reason).toBe('No rule allows "npm test".');
  });

  it('gives each part of an allowed command the rule or built-in that allows it', () => {
    const decision = decided(['allow Bash(git *)', 'allow Bash(npm test)'], 'Bash cd src && git gc; npm test | tail -5');
    expect(decision.decision).toBe('ask');
    expect(decision.parts?.map(({ text, builtin, rule }) => [text, builtin ?? rule?.text])).toEqual([
      ['cd src', 'read-only-command'],
      ['git gc', 'cd-then-git'],
      ['npm test', 'Bash(npm test)'],
      ['tail -5', 'read-only-command'],
    ]);
  });

  it('names rule and mode when dontAsk turns an ask into a denial', () => {
    expect(decided(['cli:ask Edit'], 'Edit a', 'dontAsk').reason).toBe(
      'To be asked by the rule Edit of the command line. The mode dontAsk denies what would have to be asked.',
    );
  });
});

describe('letter case', () => {
  it('matters only where the file system keeps it', () => {
    expect(decided(['deny Read(plan.md)'], 'Read PLAN.md').decision).toBe('allow');
    expect(decided(['deny Read(plan.md)'], 'Read PLAN.md', 'default', { ignoreCase: true }).decision).toBe('deny');
    expect(decided(['deny Bash(git clean:*)', 'allow Bash'], 'Bash GIT clean', 'default', { ignoreCase: true }).decision).toBe('deny');
  });
});

describe('working directories', () => {
  it('include the additional ones, and readable folders are read without asking but not written', () => {
    const options = { directories: ['/data/lib'], readable: ['/data/out'] };
    expect(decided([], 'Read /data/lib/a', 'default', options).decision).toBe('allow');
    expect(decided([], 'Edit /data/lib/a', 'acceptEdits', options).decision).toBe('allow');
    expect(decided([], 'Read /data/library/a', 'default', options).decision).toBe('ask');
    expect(decided([], 'Read /data/out/a', 'default', options).decision).toBe('allow');
    expect(decided([], 'Edit /data/out/a', 'acceptEdits', options).decision).toBe('ask');
  });
});

describe('the folder where a command starts', () => {
  it('is where its relative paths start', () => {
    const from = (command: string) => ({ ...action(`Bash ${command}`), paths: [`${FOLDER}/packages/a`] });
    expect(decided([], from('cat ../b/x')).decision).toBe('allow');
    expect(decided([], from('cat ../../../x')).decision).toBe('ask');
    expect(decided(['deny Read(/packages/a/key)'], from('cat key')).decision).toBe('deny');
    expect(decided(['allow Bash'], from('rm -rf ../..')).builtin).toBe('critical-removal');
  });
});
