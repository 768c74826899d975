import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { listProtectedPaths } from '../../../main/core/permission/protected-paths';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';
import type { RunnerAnswer, RunnerCommand, RunnerRequest, RunnerResult } from './runner-protocol';
import { grantOf } from '../../support/sandbox-grant';

/** A user without an entry anywhere: nothing of the machine belongs to it. */
const ORDINARY = 47_211;

export interface Identity {
  name: string;
  uid: number;
}

const own = process.getuid?.() ?? 0;
/** Root can be both; an ordinary user can only be itself. */
export const IDENTITIES: readonly Identity[] =
  own === 0
    ? [
        { name: 'root', uid: 0 },
        { name: 'an ordinary user', uid: ORDINARY },
      ]
    : [{ name: 'this user', uid: own }];

export interface Place {
  identity: Identity;
  base: string;
  home: string;
  project: string;
  grant: SandboxGrant;
  write(path: string, text: string, mode?: number): Promise<void>;
  run(...steps: Array<string | RunnerCommand | RunnerCommand[]>): Promise<RunnerResult[]>;
  ask(steps: RunnerCommand[][], env?: Record<string, string>): Promise<RunnerAnswer>;
  remove(): Promise<void>;
}

let bundle: Promise<string> | undefined;

/** A home with a project, both of one user, on which the runner works as that user. */
export async function makePlace(identity: Identity): Promise<Place> {
  bundle ??= bundleRunner();
  const runner = await bundle;
  const base = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-escape-')));
  const home = join(base, 'home');
  const project = join(home, 'project');
  const owned = async (path: string) => (own === 0 ? chown(path, identity.uid, identity.uid) : undefined);
  await chmod(base, 0o755);
  for (const folder of [home, project, join(base, 'scratch')]) {
    await mkdir(folder);
    await owned(folder);
  }
  const grant: SandboxGrant = grantOf(project, {
    neverWritable: ['.git/hooks/', '.git/config', ...listProtectedPaths()],
    limits: { processes: 256, memoryBytes: 4 * 2 ** 30, fileBytes: 2 ** 30 },
  });

  const plainEnv = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' };
  let kept: Runner | undefined;

  async function ask(steps: RunnerCommand[][], env?: Record<string, string>): Promise<RunnerAnswer> {
    const request: RunnerRequest = { home, scratch: join(base, 'scratch'), grant: place.grant, steps };
    if (env === undefined) {
      kept ??= startRunner(identity, runner, plainEnv);
      return kept.ask(request);
    }
    const other = startRunner(identity, runner, { ...plainEnv, ...env });
    try {
      return await other.ask(request);
    } finally {
      await other.end();
    }
  }

  const place: Place = {
    identity,
    base,
    home,
    project,
    grant,
    async write(path, text, mode = 0o644) {
      const full = resolve(home, path);
      const made: string[] = [];
      for (let at = dirname(full); at.startsWith(home) && at !== home; at = dirname(at)) made.unshift(at);
      for (const folder of made)
        await mkdir(folder)
          .then(() => owned(folder))
          .catch(() => undefined);
      await writeFile(full, text, { mode });
      await chmod(full, mode);
      await owned(full);
    },
    async run(...steps) {
      const asked = steps.map((step) => (typeof step === 'string' ? [{ command: step }] : Array.isArray(step) ? step : [step]));
      return (await ask(asked)).results;
    },
    ask,
    async remove() {
      await kept?.end();
      await rm(base, { recursive: true, force: true });
    },
  };
  return place;
}

/** A folder that every user may read, outside the sources. */
async function bundleRunner(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-runner-'));
  await bundleForNode(folder, { runner: join(root, 'test/adapters/sandbox/runner.ts') }, { format: 'esm' });
  await chmod(folder, 0o755);
  return join(folder, 'runner.mjs');
}

interface Runner {
  ask(request: RunnerRequest): Promise<RunnerAnswer>;
  /** Resolves when everything that it made is gone. */
  end(): Promise<void>;
}

function startRunner({ uid }: Identity, runner: string, env: Record<string, string>): Runner {
  const plain = [process.execPath, runner];
  const [file = '', ...args] = uid === own ? plain : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...plain];
  const child: ChildProcess = spawn(file, args, { env, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const lines = child.stdout === null ? undefined : createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      const answer = await lines?.next();
      if (answer === undefined || answer.done === true) throw new Error('the runner has ended');
      return JSON.parse(answer.value);
    },
    end() {
      child.stdin?.end();
      return ended;
    },
  };
}
