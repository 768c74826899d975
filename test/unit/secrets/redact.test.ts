import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKnownSecrets } from '../../../main/core/secrets/known-formats';
import { hideRanges, redactKnownSecrets } from '../../../main/core/secrets/redact';
import { redactTexts, redactValue } from '../../../main/core/secrets/redact-value';

// Put together here so that no scanner takes this file for a leak.
const glue = (...pieces: string[]) => pieces.join('');
const SECRETS: Array<[string, string]> = [
  ['anthropic-key', glue('sk-', 'ant-api03-', 'A1b2'.repeat(10))],
  ['api-key', glue('sk-', 'proj-', 'A1b2'.repeat(10))],
  ['github-token', glue('gh', 'p_', 'A1b2'.repeat(9))],
  ['gitlab-token', glue('glpat', '-', 'A1b2'.repeat(5))],
  ['slack-token', glue('xox', 'b-', '123456789012-abcdef')],
  ['npm-token', glue('np', 'm_', 'A1b2'.repeat(9))],
  ['aws-key-id', glue('AK', 'IA', 'ABCD2345EFGH6789')],
  ['google-key', glue('AI', 'za', 'A1b2-'.repeat(7))],
  ['stripe-key', glue('sk_', 'live_', 'A1b2'.repeat(6))],
  ['json-web-token', glue('ey', 'JhbGciOiJIUzI1', '.', 'ey', 'JzdWIiOiIxMjM0', '.', 'A1b2'.repeat(8))],
];

describe('the redactor', () => {
  it.each(SECRETS)('hides a %s wherever it stands', (kind, secret) => {
    expect(redactKnownSecrets(`before ${secret} after`)).toEqual({ text: `before [redacted: ${kind}] after`, count: 1 });
    expect(redactKnownSecrets(`"${secret}",${secret}`).count).toBe(2);
  });

  it('hides passwords in addresses, header values and whole private keys', () => {
    expect(redactKnownSecrets(glue('postgres://me:', 'hunter22', '@db.example/x')).text).toBe(
      'postgres://me:[redacted: url-password]@db.example/x',
    );
    expect(redactKnownSecrets(glue('Authorization: ', 'Bearer ', 'abcdefghijklmnop1234')).text).toBe(
      'Authorization: Bearer [redacted: bearer-token]',
    );
    const key = glue('-----BEGIN ', `RSA PRIVATE KEY-----\n${'A1b2'.repeat(16)}\n-----END `, 'RSA PRIVATE KEY-----');
    expect(redactKnownSecrets(`x\n${key}\ny`).text).toBe('x\n[redacted: private-key]\ny');
  });

  it.each([
    'https://example.com/a:b@c',
    'const skeleton = task-anthology-of-things-that-are-long-enough-to-look-odd',
    'git commit 0123456789abcdef0123456789abcdef01234567',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'authorization: none',
    'import { AKIAHELPER } from "x"; SKIRT sk-learn',
    '普通の文章です。',
  ])('leaves "%s" alone', (text) => {
    expect(redactKnownSecrets(text)).toEqual({ text, count: 0 });
  });

  it('keeps every character outside the ranges, however they lie', () => {
    const range = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) + 1, kind: 'k' }));
    fc.assert(
      fc.property(fc.string({ minLength: 42, maxLength: 60 }), fc.array(range, { maxLength: 5 }), (text, ranges) => {
        const kept =
          [...text].length &&
          text
            .split('')
            .filter((_, index) => !ranges.some(({ start, end }) => index >= start && index < end))
            .join('');
        expect(hideRanges(text, ranges).text.replaceAll('[redacted: k]', '')).toBe(kept);
      }),
    );
  });

  it('finds a secret in any text of a value and leaves the shape as it is', async () => {
    const find = async (text: string) => findKnownSecrets(text);
    const [, secret] = SECRETS[0]!;
    const value = { a: [secret, 1, null, { b: `x ${secret}` }], type: 'thinking', signature: secret, c: 'x'.repeat(70_000) };
    expect(await redactValue(value, find)).toEqual({
      value: { ...value, a: ['[redacted: anthropic-key]', 1, null, { b: 'x [redacted: anthropic-key]' }] },
      count: 2,
    });
    expect(await redactValue({ data: secret, signature: secret }, find)).toMatchObject({ count: 2 });
    expect(await redactTexts([secret.slice(0, 12), secret.slice(12)], find)).toMatchObject([{ count: 0 }, { count: 0 }]);
  });
});
