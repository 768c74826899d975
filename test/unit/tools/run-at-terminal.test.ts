import { expect, it } from 'vitest';
import { callResult } from '../../../main/core/audit/describe-call';
import { createSecretHider } from '../../../main/core/secrets/hide-secrets';
import { findKnownSecrets } from '../../../main/core/secrets/known-formats';
import { runAtTerminal } from '../../../main/core/tools/run-at-terminal';
import type { TerminalOutcome } from '../../../main/core/tools/tool';
import type { ToolCallItem } from '../../../shared/model/item';
import { createToolBench } from './tool-bench';
import { grantOf } from '../../support/sandbox-grant';

const { context } = createToolBench();
const sandbox = {
  grant: grantOf(context.folder),
  session: 'test',
  isGuarded: () => false,
};
const request = { command: 'ask', timeoutMs: 1000, maxChars: 300 };

function run(outcome: Partial<TerminalOutcome>, more: Partial<typeof context> = {}) {
  const whole = { text: '', cut: false, timedOut: false, aborted: false, typed: false, ...outcome };
  return runAtTerminal(request, { ...context, sandbox, ...more, atTerminal: async () => whole });
}

it('tells of the hosts that the proxy saw, for the audit and for a wider grant, and of what was removed', async () => {
  const outcome = await run({
    exitCode: 7,
    text: 'curl failed',
    refusedHosts: ['refused.test:443'],
    reachedHosts: ['reached.test:443'],
    removed: ['.bashrc'],
  });
  expect(outcome).toMatchObject({
    ok: false,
    kind: 'failed',
    refusals: [{ kind: 'host', target: 'refused.test:443' }],
    display: { hosts: ['reached.test:443'] },
  });
  const words = outcome.ok ? '' : outcome.message;
  expect(words).toContain('refused.test:443');
  expect(words).toContain('Removed, since nothing may make it: .bashrc');
  const { display } = outcome;
  expect(callResult({ state: 'error', display } as ToolCallItem)).toMatchObject({ exitCode: 7, hosts: ['reached.test:443'] });
});

it('tells of what somebody replaced while it ran, and of what only stands in for a name', async () => {
  const replaced = [
    { path: '/p/.env', hidden: true, openMs: 2 },
    { path: '/p/.git/config', hidden: false, openMs: 3 },
    { path: '/p/sub/.git/config', hidden: false },
  ];
  const outcome = await run({ exitCode: 0, text: 'listed .claude', replaced });
  const notes = outcome.ok ? String(outcome.content) : '';
  expect(notes).toContain('/p/.env was made or replaced from outside the command while it ran. It is a secret and was hidden at once');
  expect(notes).toContain('within about 3 ms the command could have written it, so have a look at it');
  expect(notes).toContain('/p/sub/.git/config was made or replaced from outside the command while it ran and could not be protected again');
  expect(notes).toContain(`Not there outside the sandbox, which has an empty stand-in: ${context.folder}/.claude`);
});

it('hides a private key before it cuts the text', async () => {
  const line = 'A1b2'.repeat(16);
  const mark = (word: string) => ['-----', word, ' RSA PRIVATE', ' KEY-----'].join('');
  const text = [mark('BEGIN'), ...Array.from({ length: 20 }, () => line), mark('END'), 'done'].join('\n');
  const hide = createSecretHider({ find: async (one) => findKnownSecrets(one), tag: async () => '00000000' });
  const outcome = await run({ exitCode: 0, text }, { hide });
  const shown = outcome.ok && typeof outcome.content === 'string' ? outcome.content : '';
  expect(shown).toContain('[Only the end is kept.]');
  expect(shown).toContain('done');
  expect(shown).not.toContain(line);
});
