import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from '../../../main/core/skills/parse-frontmatter';
import { readPlainFrontmatter } from '../../../main/core/skills/plain-frontmatter';
import { readFrontmatter } from '../../../main/core/skills/read-frontmatter';

describe('frontmatter', () => {
  it('reads plain lines as the YAML parser does, wherever it reads them at all', () => {
    const key = fc.constantFrom('name', 'description', 'true', 'no', 'allowed-tools', 'a', '1');
    const piece = fc.constantFrom(
      'a',
      'B',
      ' ',
      '  ',
      ': ',
      ':',
      '#',
      ' #',
      '"',
      "'",
      '\\',
      '-',
      '[',
      '{',
      '|',
      '>',
      '&',
      '*',
      '!',
      '%',
      '@',
      '`',
      ',',
      '?',
      '~',
      'true',
      'null',
      'Yes',
      '1',
      '.5',
      'e',
      '\t',
      '\r',
      '\u2028',
      '\u0085',
      '日本',
      '…',
    );
    const value = fc.oneof(
      fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const quoted = fc.tuple(fc.constantFrom('', '"', "'"), value).map(([quote, text]) => quote + text + quote);
    const line = fc.tuple(key, fc.constantFrom(': ', ':', ':  '), quoted).map((parts) => parts.join(''));
    let plain = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const yaml = lines.join('\n');
        const read = readPlainFrontmatter(yaml);
        if (read === undefined) return;
        plain += 1;
        expect(read).toEqual(parseFrontmatter(yaml));
      }),
      { numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it.each([
    [
      'aliases that unfold without end',
      `a0: &a0 [x]\n${Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n')}`,
    ],
    ['an alias of itself', 'a: &a [*a]\nb: *missing'],
    ['nesting beyond the stack', `a: ${'['.repeat(50_000)}`],
  ])('is broken, and not more, with %s', async (_what, yaml) => {
    expect(await readFrontmatter(`---\n${yaml}\n---\nBody`)).toMatchObject({ problem: { message: expect.any(String) }, body: 'Body' });
  });

  it.each([
    ['argument-hint: [issue] [priority]', '[issue] [priority]'],
    ['description: Use it so: first read, then write', 'Use it so: first read, then write'],
    ['description: Ends with a colon:', 'Ends with a colon:'],
    ['paths: **/*.ts', '**/*.ts'],
    ['paths: {src,lib}/**/*.ts, *.md', '{src,lib}/**/*.ts, *.md'],
    ['model: @cf/model', '@cf/model'],
  ])('is read as it is meant where YAML refuses it: %s', async (line, value) => {
    const { data, lines, loose, problem } = await readFrontmatter(`---\nname: x\n${line}\ntools: [Read]\n---\nBody`);
    const key = line.slice(0, line.indexOf(':'));
    expect(data).toEqual({ name: 'x', [key]: value, tools: ['Read'] });
    expect([lines[key], loose?.line, problem]).toEqual([{ start: 3, end: 3 }, 3, undefined]);
  });

  it.each(['tools: [Read', 'a: {b', 'a: "b', "a: 'b' c: d", 'a: b\n  c: d: e', 'a: &b [*c]', '- a: b: c'])(
    'is broken where nobody can say what is meant: %j',
    async (yaml) => {
      expect(await readFrontmatter(`---\n${yaml}\n---\nBody`)).toMatchObject({ data: {}, problem: { message: expect.any(String) } });
    },
  );

  it('keeps the lines of a body below it, and a body without any', async () => {
    expect(await readFrontmatter('---\nname: x\n---\nBody')).toMatchObject({
      data: { name: 'x' },
      lines: { name: { start: 2, end: 2 } },
      body: 'Body',
      bodyLine: 4,
    });
    expect(await readFrontmatter('---\n---\nBody')).toMatchObject({ data: {}, body: 'Body', bodyLine: 3 });
    expect(await readFrontmatter('Body\n---\n')).toMatchObject({ data: {}, body: 'Body\n---\n', bodyLine: 1 });
  });
});
