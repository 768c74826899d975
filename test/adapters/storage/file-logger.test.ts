import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crashOf, writeCrashRecord } from '../../../main/adapters/logging/crash-record';
import { createFileLogger } from '../../../main/adapters/logging/file-logger';
import { createSecretFinder } from '../../../main/adapters/storage/secret-finder';
import { redactText } from '../../../main/core/sessions/redact-value';
import { silentLogger, systemClock } from './ports-for-scripts';
import { newHome } from './storage-support';

// Put together here so that no scanner takes this file for a leak.
const KEY = ['sk', 'ant', 'api03', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('-');

describe('the log of the program', () => {
  it('has one JSON object to a line, without secrets and below its level nothing', async () => {
    const home = await newHome();
    const logger = createFileLogger({ home, clock: systemClock, name: 'main' });
    logger.log('debug', 'not this');
    logger.log('warn', `key ${KEY}`, { nested: [{ header: KEY }], long: 'x'.repeat(20_000) });
    logger.log('info', 'fine', { count: 1 });
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
    const names = (await readdir(join(home, 'logs'))).sort();
    expect(names).toEqual(['main.1.jsonl', 'main.2.jsonl', 'main.jsonl']);
    for (const name of names) expect((await readFile(join(home, 'logs', name))).length).toBeLessThanOrEqual(1000);
    expect(await readFile(join(home, 'logs', 'main.jsonl'), 'utf8')).toContain('line 99');
  });

  it('never throws', async () => {
    const home = await newHome();
    await writeFile(join(home, 'logs'), 'a file where the folder should be');
    createFileLogger({ home, clock: systemClock, name: 'main' }).log('error', 'lost');
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
    const find = createSecretFinder(silentLogger);
    const shopify = ['shp', 'at_', 'a1b2c3d4'.repeat(4)].join('');
    const { text, count } = await redactText(`${KEY} ${shopify} https://me:hunter22@host.example/ plain words`, find);
    expect(text).toMatch(
      /^\[redacted: anthropic-key\] \[redacted: [a-z-]+\] https:\/\/me:\[redacted: url-password\]@host\.example\/ plain words$/,
    );
    expect(count).toBe(3);
  });
});
