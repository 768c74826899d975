import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crashOf, writeCrashRecord } from '../../../main/adapters/logging/crash-record';
import { createFileLogger } from '../../../main/adapters/logging/file-logger';
import { createSecretFinder } from '../../../main/adapters/secrets/secret-finder';
import { redactText } from '../../../main/core/secrets/redact-value';
import { bundleScript } from './child-process';
import { silentLogger, systemClock } from './ports-for-scripts';
import { newHome } from './storage-support';
import { eventually } from '../../support/eventually';

// Put together here so that no scanner takes this file for a leak.
const KEY = ['sk', 'ant', 'api03', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('-');

let script = '';
beforeAll(async () => {
  script = await bundleScript(new URL('./log-and-end.ts', import.meta.url));
});

async function messagesOf(home: string): Promise<unknown[]> {
  const text = await readFile(join(home, 'logs', 'main.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).message);
}

describe('the log of the program', () => {
  it('has one JSON object to a line, without secrets and below its level nothing', async () => {
    const home = await newHome();
    const logger = createFileLogger({ home, clock: systemClock, name: 'main' });
    logger.log('debug', 'not this');
    logger.log('warn', `key ${KEY}`, { nested: [{ header: KEY }], long: 'x'.repeat(20_000) });
    logger.log('info', 'fine', { count: 1 });
    await logger.flush();
    const lines = (await readFile(join(home, 'logs', 'main.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { level: 'warn', message: 'key [redacted: anthropic-key]' },
      { level: 'info', message: 'fine', data: { count: 1 } },
    ]);
  });

  it('stays within its bounds', async () => {
    const home = await newHome();
    const logger = createFileLogger({ home, clock: systemClock, name: 'main', maxBytes: 1000, keep: 2 });
    for (let count = 0; count < 100; count += 1) logger.log('info', `line ${count}`);
    await logger.flush();
    const names = (await readdir(join(home, 'logs'))).sort();
    expect(names).toEqual(['main.1.jsonl', 'main.2.jsonl', 'main.jsonl']);
    for (const name of names) expect((await readFile(join(home, 'logs', name))).length).toBeLessThanOrEqual(1000);
    expect(await readFile(join(home, 'logs', 'main.jsonl'), 'utf8')).toContain('line 99');
  });

  it('does not touch the disk while it is called, and is written in order by itself soon after', async () => {
    const home = await newHome();
    const logger = createFileLogger({ home, clock: systemClock, name: 'main' });
    for (let count = 0; count < 10; count += 1) logger.log('info', `line ${count}`);
    expect(existsSync(join(home, 'logs'))).toBe(false);
    await eventually(() => expect(existsSync(join(home, 'logs', 'main.jsonl'))).toBe(true));
    logger.log('info', 'line 10');
    await logger.flush();
    expect((await messagesOf(home)).join()).toBe(Array.from({ length: 11 }, (_, index) => `line ${index}`).join());
  });

  it.each([
    ['by itself', 'end', ['first', 'last words']],
    ['at once', 'leave', ['first', 'last words']],
    ['after a flush', 'flush', ['first', 'last words']],
    ['by an uncaught error', 'crash', ['first', 'last words', 'a crash']],
  ])('is whole when the process ends %s', async (_words, how, messages) => {
    const home = await newHome();
    await once(spawn(process.execPath, [script, home, how], { stdio: 'ignore' }), 'exit');
    expect([...new Set(await messagesOf(home))]).toEqual(messages);
  });

  it('never throws', async () => {
    const home = await newHome();
    await writeFile(join(home, 'logs'), 'a file where the folder should be');
    const logger = createFileLogger({ home, clock: systemClock, name: 'main' });
    logger.log('error', 'lost');
    await logger.flush();
    expect(writeCrashRecord(home, systemClock, crashOf('text', 'main', '0.1.0'))).toBeUndefined();
  });

  it('keeps crashes in files of their own, without secrets', async () => {
    const home = await newHome();
    const path = writeCrashRecord(home, systemClock, crashOf(new TypeError(`bad ${KEY}`), 'main', '0.1.0'));
    const record = JSON.parse(await readFile(path!, 'utf8'));
    expect(record).toMatchObject({ process: 'main', reason: 'TypeError', message: 'bad [redacted: anthropic-key]', appVersion: '0.1.0' });
    expect(record.stack).not.toContain(KEY);
  });
});

describe('the secret finder', () => {
  it('knows more than the formats of the core, and hides no more of an address than its password', async () => {
    const find = createSecretFinder(silentLogger, 'from sources').find;
    const shopify = ['shp', 'at_', 'a1b2c3d4'.repeat(4)].join('');
    const { text, count } = await redactText(`${KEY} ${shopify} https://me:${'hunter22'}@host.example/ plain words`, find);
    expect(text).toMatch(
      /^\[redacted: anthropic-key\] \[redacted: [a-z-]+\] https:\/\/me:\[redacted: url-password\]@host\.example\/ plain words$/,
    );
    expect(count).toBe(3);
  });
});
