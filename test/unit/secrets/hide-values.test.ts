import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createValueHider } from '../../../main/core/secrets/hide-values';

it.each([
  ['Bearer part-of-a-header', 'echoed part-of-a-header'],
  ['quote"back\\slash', JSON.stringify({ text: 'quote"back\\slash' })],
  ['quote"back\\slash', JSON.stringify({ text: JSON.stringify({ inner: 'quote"back\\slash' }) })],
  ['with space&sign', 'https://x.test/?q=with%20space%26sign'],
  [' padded-secret ', 'say padded-secret'],
])('hides %s in %s', (secret, text) => {
  const hidden = createValueHider([secret])(text);
  expect(hidden).toContain('[redacted]');
  expect(hidden).not.toMatch(/part-of-a|quote|space|padded/);
});

it('leaves no secret of any length that counts, alone or within another', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[!-~]{8,40}$/), { minLength: 1, maxLength: 4 }), (secrets) => {
      const text = createValueHider(secrets)(`${secrets.join(' - ')} ${JSON.stringify(secrets)}`);
      for (const secret of secrets) if (!'[redacted]'.includes(secret)) expect(text.includes(secret)).toBe(false);
    }),
  );
  expect(createValueHider(['true', 'core'])('true core')).toBe('true core');
});
