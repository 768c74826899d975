import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSecretFinder } from '../../../main/adapters/secrets/secret-finder';
import { createSecretHider } from '../../../main/core/secrets/hide-secrets';
import { mayHoldSecret } from '../../../main/core/secrets/secret-marks';
import { createRandom, makePrivateKey, makeSecret, SECRET_FORMATS, SETTINGS } from '../../fixtures/secrets/secret-formats';

const finder = createSecretFinder({ log: () => undefined }, 'from sources');
const hide = createSecretHider({ find: finder.find, tag: async () => '0123abcd' });
const random = createRandom(41);
const LINES = SECRET_FORMATS.flatMap(({ name, pieces, before = '', after = '' }) =>
  SETTINGS.map((setting) => {
    const secret = makeSecret(pieces, random);
    return { name, secret, line: setting(`${before}${secret}${after}`) };
  }),
);

describe('every secret of a well-known format', () => {
  it('is one of many lines', () => {
    expect(LINES.length).toBeGreaterThanOrEqual(150);
  });

  it.each(SECRET_FORMATS.map(({ name }) => name))('is hidden, and nothing of it is left: %s', async (name) => {
    for (const { line, secret } of LINES.filter((one) => one.name === name)) {
      const hidden = await hide(line);
      expect(hidden).toContain('[[secret:');
      const rest = hidden.replace(/\[\[secret:[^\]]*\]\]/g, '');
      for (let from = 0; from + 8 <= secret.length; from += 1) expect(rest, line).not.toContain(secret.slice(from, from + 8));
      expect(mayHoldSecret(line)).toBe(true);
    }
  });

  it.each(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    'is hidden when it is a %s, line by line, whole or cut off, numbered or quoted',
    async (label) => {
      const key = makePrivateKey(label, random);
      const secretLines = key.split('\n').slice(1, -1);
      const forms = [
        key,
        key.split('\n').slice(0, 6).join('\n'),
        key
          .split('\n')
          .map((line, index) => `    ${index + 3}\t${line}`)
          .join('\n'),
      ];
      const quoted = JSON.stringify({ private_key: `${key}\n` });
      for (const form of [...forms, ...forms.map((text) => text.replaceAll('\n', '\n+')), quoted, key.replaceAll('\n', '\r\n')]) {
        const hidden = await hide(`before\n${form}\nafter the key`);
        for (const line of secretLines) expect(hidden).not.toContain(line.slice(0, 24));
        expect(hidden.startsWith('before\n') && hidden.endsWith('\nafter the key')).toBe(true);
        expect(hidden.split('\n')).toHaveLength(form.split('\n').length + 2);
      }
    },
  );
});

describe('lines that only look like one', () => {
  const misses = readFileSync('test/fixtures/secrets/near-misses.txt', 'utf8').trimEnd().split('\n');

  it('are left alone, every one of more than three hundred', async () => {
    expect(new Set(misses).size).toBeGreaterThanOrEqual(300);
    const taken: string[] = [];
    for (const line of misses) if ((await hide(line)) !== line) taken.push(`${line}  →  ${await hide(line)}`);
    expect(taken).toEqual([]);
  });

  it('are left alone as one text, too', async () => {
    const text = misses.join('\n');
    expect(await hide(text)).toBe(text);
  });
});

it('no comment in a text switches the rules off', async () => {
  const secret = makeSecret(SECRET_FORMATS.find(({ name }) => name === 'Shopify token')?.pieces ?? [], random);
  for (const text of [
    `// secretlint-disable\n${secret}`,
    `${secret} // secretlint-disable-line`,
    `# secretlint-disable-next-line\n${secret}`,
  ])
    expect(await hide(text)).not.toContain(secret);
});
