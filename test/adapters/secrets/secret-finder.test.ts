import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretFinder } from '../../../main/adapters/secrets/secret-finder';
import { createRandom, makeSecret, SECRET_FORMATS } from '../../fixtures/secrets/secret-formats';

const random = createRandom(9);
const secretNamed = (name: string) => makeSecret(SECRET_FORMATS.find((one) => one.name === name)?.pieces ?? [], random);
const GITHUB = secretNamed('GitHub personal token');
const logged: string[] = [];
const logger = { log: (_level: string, message: string) => void logged.push(message) };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function finderOn(work: string) {
  const path = join(folder, `${logged.length}-${work.length}.cjs`);
  await writeFile(path, `require('node:worker_threads').parentPort.on('message', ({ id, job }) => { ${work} });`);
  return createSecretFinder(logger, path);
}

describe('the secret finder', () => {
  it('asks its thread about a text with a mark, and about every long one, and about no other', async () => {
    const finder = await finderOn(
      "require('node:worker_threads').parentPort.postMessage({ id, answer: [{ start: 0, end: job.length, kind: 'asked' }] });",
    );
    expect(await finder.find('a plain text')).toEqual([]);
    expect(await finder.find(GITHUB)).toEqual([{ start: 0, end: GITHUB.length, kind: 'asked' }]);
    expect(await finder.find('x'.repeat(200_000))).toHaveLength(1);
    await finder.close();
  });

  it.each([
    'process.exit(3);',
    "throw new Error('no');",
    "require('node:worker_threads').parentPort.postMessage({ id, error: { code: 'internal', message: 'no' } });",
  ])('hides the known formats, and says so, where its thread fails: %s', async (work) => {
    const finder = await finderOn(work);
    expect(await finder.find(`token ${GITHUB}`)).toEqual([{ start: 6, end: 6 + GITHUB.length, kind: 'github-token' }]);
    expect(logged.at(-1)).toContain('only known formats are hidden');
    await finder.close();
  });

  it('answers many texts at once, each with its own', async () => {
    const finder = await finderOn(
      "setTimeout(() => require('node:worker_threads').parentPort.postMessage({ id, answer: [{ start: 0, end: job.length, kind: 'k' }] }), (id * 7) % 5);",
    );
    const texts = Array.from({ length: 20 }, (_, index) => GITHUB + 'x'.repeat(index));
    const found = await Promise.all(texts.map((text) => finder.find(text)));
    expect(found.map(([range]) => range?.end)).toEqual(texts.map((text) => text.length));
    await finder.close();
  });
});
