import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkSettings } from '../../../main/core/hooks/check-settings';
import { createHookDesk } from '../../../main/core/hooks/create-hook-desk';
import { NO_OUTPUT } from '../../../main/core/hooks/hook-runner';
import type { LoadedHooks } from '../../../main/core/hooks/load-hooks';
import { guessCommand } from '../../../main/core/permission/read-command';
import { createRuleSet } from '../../../main/core/permission/rule-set';
import { createFakeClock } from '../../support/fake-clock';
import { createFakeSessionLog } from '../../support/fake-session-log';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('runs a flood of hooks a part at a time, all of them, and puts them on record in their order', async () => {
  const handlers = Array.from({ length: 300 }, (_, number) => ({ type: 'command', command: `echo ${number}` }));
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: handlers }] } });
  const { hooks } = await checkSettings({ path: '/p/.claude/settings.json', scope: 'project', text }, sha256);
  const loaded: LoadedHooks = { hooks, files: [], localFile: '', trusted: true, diagnostics: [] };
  const log = createFakeSessionLog();
  let running = 0;
  let most = 0;
  let ids = 0;
  const desk = createHookDesk({
    library: { loaded, refresh: async () => ({ loaded, changed: [] }) },
    runner: {
      start({ command }) {
        running += 1;
        most = Math.max(most, running);
        const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
          running -= 1;
          const refuses = command === 'echo 150';
          return { ...NO_OUTPUT, exitCode: refuses ? 2 : 0, stderr: refuses ? 'not this one' : '' };
        });
        return { firstLine: result.then(() => undefined), result };
      },
      post: async () => NO_OUTPUT,
      stopAll: async () => undefined,
    },
    log,
    ids: { next: (prefix) => `${prefix}_${++ids}` },
    clock: createFakeClock(),
    hide: async (said) => said,
    hash: sha256,
    folder: '/p',
    policy: { ruleSet: () => createRuleSet([], { folder: '/p', home: '/h', directories: [], ignoreCase: false }) },
    facts: { session: 's', transcript: '' },
    isolate: async () => ({ isolation: 'none' }),
    parseShell: (command) => guessCommand(command, 'none'),
    hinderRequest: async () => undefined,
    cwd: () => '/p',
    onRunning: () => undefined,
    onSettings: () => undefined,
  });
  const outcome = await desk.fire({ event: 'PreToolUse', agent: 'main', about: 'Bash', input: {} }, new AbortController().signal);
  expect(outcome).toMatchObject({ decision: 'deny', reason: 'not this one' });
  expect(most).toBe(64);
  const firing = log.events.find((event) => event.type === 'hook/considered');
  expect(firing?.hooks.map(({ label }) => label)).toEqual(handlers.map(({ command }) => command));
});
