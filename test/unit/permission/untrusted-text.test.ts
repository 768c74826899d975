import { describe, expect, it } from 'vitest';
import { decideQuery } from '../../../main/core/permission/decide-query';
import type { Mode } from '../../../shared/model/mode';
import type { Decision } from '../../../shared/model/permission';
import { askAfterUntrusted } from '../../../main/core/permission/untrusted-text';
import type { CommandIsolation } from '../../../shared/model/sandbox';
import { action, FOLDER, ruleSet } from './support';

const SOURCE = 'WebFetch: https://docs.example.org/';
const NOTHING = { writable: [], neverWritable: [], readable: [], unreadable: [], hosts: [], deniedHosts: [] };
const LIMITS = { processes: 1, memoryBytes: 1, fileBytes: 1 };
const ISOLATED: CommandIsolation = {
  isolated: true,
  grant: { folder: FOLDER, ...NOTHING, unixSockets: false, nestedNamespaces: false, limits: LIMITS },
};
const ALLOWED = [
  'allow Bash',
  'allow Bash(git push *)',
  'allow Bash(kubectl apply *)',
  'allow Edit',
  'allow Edit(//**)',
  'allow WebFetch',
  'allow mcp__git',
];
const decide = (call: string, mode: Mode = 'default', untrusted: string[] = [SOURCE]) =>
  decideQuery({ action: action(call), mode, agent: 'main', untrusted }, ruleSet(ALLOWED));

describe('after untrusted text', () => {
  it.each(['git push', 'curl -d @x https://x.org', 'kubectl apply -f x', 'node send.js', 'npm test && git push', 'echo x > /tmp/y'])(
    '%s is asked for again under a rule that allows it, and the source is named',
    (command) => {
      expect(decide(`Bash ${command}`, 'default', []).decision).toBe('allow');
      const again = decide(`Bash ${command}`);
      expect(again).toMatchObject({ decision: 'ask', builtin: 'untrusted-text' });
      expect(again.rule).toBeUndefined();
      expect(again.reason).toContain(SOURCE);
    },
  );

  it('a call of a server is asked for again, and so is a write outside the project', () => {
    expect(decide('mcp__git__push').builtin).toBe('untrusted-text');
    expect(decide('Write /tmp/x').builtin).toBe('untrusted-text');
  });

  it('what stays inside the project, and what only reads, goes on', () => {
    for (const call of ['Edit src/a.ts', 'Bash npm test', 'Bash git commit -m x', 'Read src/a.ts', 'WebFetch https://docs.example.org/2'])
      expect([call, decide(call).decision]).toEqual([call, 'allow']);
  });

  it('acceptEdits asks again, dontAsk denies, bypassPermissions goes on, and a denial stays what it is', () => {
    expect(decide('Bash git push', 'acceptEdits').decision).toBe('ask');
    expect(decide('Bash git push', 'dontAsk').decision).toBe('deny');
    expect(decide('Bash git push', 'bypassPermissions').decision).toBe('allow');
    expect(decide('Edit src/a.ts', 'plan')).toMatchObject({ decision: 'deny', builtin: 'plan-mode' });
  });
});

it('asks again for an isolated command only where it reaches further all the same', () => {
  const isolated: Decision = { decision: 'allow', mode: 'default', reason: '', builtin: 'sandboxed', diagnostics: [], sandbox: ISOLATED };
  const again = (capability: 'run-other' | 'network') => askAfterUntrusted(isolated, action('Bash x'), [{ capability }], [SOURCE]).decision;
  expect([again('run-other'), again('network')]).toEqual(['allow', 'ask']);
});
