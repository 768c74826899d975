import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintSecrets } from '../../../main/adapters/secrets/lint-secrets';
import { findKnownSecrets, listKnownKinds } from '../../../main/core/secrets/known-formats';
import { mayHoldSecret } from '../../../main/core/secrets/secret-marks';
import { createRandom, makePrivateKey, makeSecret, SECRET_FORMATS } from '../../fixtures/secrets/secret-formats';

const secretOf = fc
  .tuple(fc.constantFrom(...SECRET_FORMATS), fc.nat())
  .map(([{ pieces, before = '', after = '' }, seed]) => `${before}${makeSecret(pieces, createRandom(seed))}${after}`);
const key = fc
  .tuple(fc.constantFrom('PRIVATE KEY', 'RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY'), fc.nat())
  .map(([label, seed]) => makePrivateKey(label, createRandom(seed)));
/** A secret that something was done to: cut, in another case, with other characters beside and within. */
const mangled = fc
  .tuple(fc.oneof(secretOf, key), fc.nat(20), fc.nat(20), fc.constantFrom('', '_', '9', 'é', '"', ' ', '鍵', '-', '\n'), fc.boolean())
  .map(([secret, from, less, beside, upper]) => {
    const cut = secret.slice(from % 4 === 0 ? from : 0, secret.length - (less % 4 === 0 ? less : 0));
    return `${beside}${upper && less % 3 === 0 ? cut.toUpperCase() : cut}${beside}`;
  });
const text = fc
  .array(fc.oneof(mangled, fc.string({ maxLength: 40 }), fc.constantFrom(' = ', ':', '://', '@', '\n', 'Bearer ', 'key', 'secret')), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));

describe('the look for marks', () => {
  it('misses no text in which a rule finds something', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (candidate) => {
        if (mayHoldSecret(candidate)) return;
        expect([...findKnownSecrets(candidate), ...(await lintSecrets(candidate))]).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it('has seen every kind of our own found by then', async () => {
    const random = createRandom(3);
    const kinds = new Set(
      SECRET_FORMATS.flatMap(({ pieces, before = '', after = '' }) =>
        findKnownSecrets(`${before}${makeSecret(pieces, random)}${after}`),
      ).map(({ kind }) => kind),
    );
    const unseen = listKnownKinds().filter((kind) => !kinds.has(kind));
    expect(unseen).toEqual(['private-key', 'putty-key']);
  });
});

describe('what the rules find', () => {
  it('is found in time that grows with the text, whatever is in it', () => {
    const hostile = [
      '-----BEGIN PRIVATE KEY-----\n'.repeat(400),
      'A://'.repeat(5000),
      '=:'.repeat(10_000),
      `"auth": "${'A'.repeat(20_000)}`,
      'eyJ'.repeat(7000),
      `key-${'a'.repeat(30_000)}`,
      `x://${'a:'.repeat(9000)}@`,
    ];
    for (const one of hostile) {
      const small = findKnownSecrets(one.slice(0, one.length / 4));
      expect(findKnownSecrets(one).length).toBeGreaterThanOrEqual(small.length);
    }
  });
});
