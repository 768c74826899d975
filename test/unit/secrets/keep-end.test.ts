import { describe, expect, it } from 'vitest';
import { findKnownSecrets } from '../../../main/core/secrets/known-formats';
import { createSecretHider } from '../../../main/core/secrets/hide-secrets';
import { keepEnd } from '../../../main/core/secrets/keep-end';
import { redactKnownSecrets } from '../../../main/core/secrets/redact';

// Put together here so that no scanner takes this file for a leak.
const END = ['-----END', 'RSA PRIVATE KEY-----'].join(' ');
const BEGIN = ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ');
const lines = Array.from({ length: 30 }, (_, at) => `${'A1b2'.repeat(15)}${String(at).padStart(4, 'x')}`);
const hide = createSecretHider({ find: async (text) => findKnownSecrets(text), tag: async () => '00000000' });

describe('the end of a text', () => {
  it('is whole lines, and all of a text that is short enough', async () => {
    expect(await keepEnd('one\ntwo\nthree', 8, hide)).toEqual({ text: 'three', cut: true });
    expect(await keepEnd('one\ntwo', 7, hide)).toEqual({ text: 'one\ntwo', cut: false });
  });

  it('has no line of a private key that begins before it', async () => {
    const { text, cut } = await keepEnd(`start\n${BEGIN}\n${lines.join('\n')}\n${END}\nlast`, 600, hide);
    expect(cut).toBe(true);
    expect(text).toContain('last');
    for (const line of lines) expect(text).not.toContain(line);
  });
});

describe('a private key whose beginning is not in the text', () => {
  it.each([
    ['with its plain lines', (line: string) => line],
    ['with numbers in front', (line: string) => `  12\t${line}`],
    ['with carriage returns', (line: string) => `${line}\r`],
  ])('is hidden up to its end, %s', (_, dress) => {
    const torn = [...lines, 'c2hvcnQ='].map(dress).join('\n');
    const { text, count } = redactKnownSecrets(`${torn}\n${END}\nafter`);
    expect([text, count]).toEqual(['[redacted: private-key]\nafter', 1]);
  });

  it('takes nothing above its own lines, and nothing from a text that only names the mark', () => {
    expect(redactKnownSecrets(`before it\n${lines.join('\n')}\n${END}`).text).toBe('before it\n[redacted: private-key]');
    const words = `a key ends with\n${END}`;
    expect(redactKnownSecrets(words)).toEqual({ text: words, count: 0 });
  });
});
