import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLeases } from '../../../main/adapters/sandbox/leases';
import { createStandIns } from '../../../main/adapters/sandbox/stand-ins';
import { ownIdentity } from '../../../main/adapters/storage/writer-lock';

let base: string;
let project: string;
/** As many processes as are opened: each has a record of its own. */
async function open() {
  const leases = createLeases(join(base, 'leases'), () => join(base, 'temp'));
  await leases.sweep();
  return { leases, standIns: createStandIns(leases) };
}
const names = () => readdirSync(project).toSorted();

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'vitrine-stand-ins-'));
  project = join(base, 'project');
  mkdirSync(project);
});
afterEach(() => rm(base, { recursive: true, force: true }));

it('stands in until the last process is done, whoever made it', async () => {
  const one = await open();
  const other = await open();
  const path = join(project, '.claude');
  expect(one.standIns.take([path])).toEqual([path]);
  expect(other.standIns.take([path])).toEqual([path]);
  one.standIns.release([path]);
  expect(names()).toEqual(['.claude']);
  one.standIns.take([path]);
  other.standIns.release([path]);
  expect(names()).toEqual(['.claude']);
  one.standIns.release([path]);
  expect(names()).toEqual([]);
});

it("leaves what is the person's own, and what came to hold something", async () => {
  const { standIns } = await open();
  const paths = ['.claude', '.git', '.vitrine'].map((name) => join(project, name));
  mkdirSync(join(project, '.claude'));
  writeFileSync(join(project, '.git'), 'a file');
  expect(standIns.take(paths)).toEqual([paths[0], paths[2]]);
  writeFileSync(join(project, '.vitrine', 'kept'), '');
  standIns.release([join(project, '.claude'), join(project, '.vitrine')]);
  expect(names()).toEqual(['.claude', '.git', '.vitrine']);
});

it('takes away what a killed process left, unless another has it or it holds something', async () => {
  const live = await open();
  for (const name of ['.claude', '.git', '.vitrine']) mkdirSync(join(project, name));
  writeFileSync(join(project, '.vitrine', 'kept'), '');
  const temp = join(base, 'vitrine-isolation-old');
  mkdirSync(temp);
  mkdirSync(join(base, 'leases'), { recursive: true });
  const standIns = ['.claude', '.git', '.vitrine'].map((name) => join(project, name));
  const owner = { ...(await ownIdentity()), pid: await deadPid() };
  writeFileSync(join(base, 'leases', 'dead.json'), JSON.stringify({ owner, standIns, temp }));
  live.standIns.take([join(project, '.git')]);
  await open();
  expect(names()).toEqual(['.git', '.vitrine']);
  expect(existsSync(temp)).toBe(false);
  expect(readdirSync(join(base, 'leases'))).not.toContain('dead.json');
  live.standIns.release([join(project, '.git')]);
  expect(names()).toEqual(['.vitrine']);
});

it('takes away what it made, also where nothing more can be written down', async () => {
  const { leases, standIns } = await open();
  const paths = ['.claude', '.vitrine'].map((name) => join(project, name));
  standIns.take(paths);
  const blocked = join(base, 'leases', `${readdirSync(join(base, 'leases'))[0]}.new`);
  mkdirSync(blocked);
  standIns.release(paths.slice(0, 1));
  expect(names()).toEqual(['.vitrine']);
  leases.close();
  expect(names()).toEqual([]);
});

it("never writes down an empty folder of the person's", async () => {
  const { standIns } = await open();
  mkdirSync(join(project, '.claude'));
  standIns.take([join(project, '.claude'), join(project, '.vitrine')]);
  const [record = ''] = readdirSync(join(base, 'leases'));
  expect(JSON.parse(readFileSync(join(base, 'leases', record), 'utf8'))).toMatchObject({ standIns: [join(project, '.vitrine')] });
});

async function deadPid(): Promise<number> {
  const child: ChildProcess = spawn('true');
  await new Promise((done) => child.once('close', done));
  return child.pid ?? 0;
}
