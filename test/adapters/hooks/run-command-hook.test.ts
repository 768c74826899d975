import { openSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CommandHookParts, runCommandHook } from '../../../main/adapters/hooks/run-command-hook';
import type { Sandbox } from '../../../main/adapters/sandbox/sandbox';
import { createOutputPipes } from '../../../main/adapters/shell/output-pipes';
import type { HookCommand } from '../../../main/core/hooks/hook-runner';
import { grantOf } from '../../support/sandbox-grant';
import { eventually } from '../../support/eventually';

/** What the sandbox hands on, known again among the open files. */
const OWN = import.meta.filename;
const pipes = createOutputPipes();
const ended = vi.fn(() => []);
const sandbox: Sandbox = {
  support: () => Promise.reject(new Error('not asked')),
  launch: async () => ({
    file: '/bin/true',
    args: [],
    env: {},
    cwd: '/',
    descriptors: [openSync(OWN, 'r')],
    started: () => undefined,
    refusedHosts: () => [],
    reachedHosts: () => [],
    replaced: () => [],
    hidden: [],
    hiddenWhole: [],
    end: ended,
  }),
  close: async () => undefined,
  stop: async () => undefined,
};
const command: HookCommand = {
  command: 'true',
  cwd: '/',
  env: {},
  input: '{}',
  timeoutMs: 20_000,
  maxBytes: 1_000,
  signal: new AbortController().signal,
  sandbox: {
    grant: grantOf('/', { writable: [] }),
    session: 's',
    isGuarded: () => false,
  },
};
/** Everything that a run opens, by the names that this process has for it. */
const opened = new Set([OWN]);
const openPipe = async () => {
  const pipe = await pipes.open();
  opened.add(readlinkSync(`/proc/self/fd/${pipe.writeEnd}`));
  return pipe;
};
const run = (more: Partial<CommandHookParts> = {}) =>
  runCommandHook({ program: '/bin/sh', env: {}, openPipe, sandbox, ...more }, 'hook_1', command).result;
const openFiles = () =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => opened.has(path));

beforeEach(() => {
  ended.mockClear();
});
afterEach(() => {
  vi.unstubAllEnvs();
  pipes.clear();
});

it('gives up what it has opened where a pipe cannot be opened', async () => {
  let asked = 0;
  const openOne = () => {
    asked += 1;
    return asked === 1 ? openPipe() : Promise.reject(new Error('too many open files'));
  };
  expect((await run({ openPipe: openOne })).failure).toContain('too many open files');
  expect(ended).toHaveBeenCalledOnce();
  await eventually(() => expect(openFiles()).toEqual([]));
});

it('gives up what it has opened where its input cannot be written', async () => {
  vi.stubEnv('TMPDIR', `${tmpdir()}/no/such/folder`);
  expect((await run()).failure).toContain('ENOENT');
  expect(ended).toHaveBeenCalledOnce();
  await eventually(() => expect(openFiles()).toEqual([]));
});
