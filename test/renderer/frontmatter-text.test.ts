import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import fc from 'fast-check';
import { readHead, setHeadValue } from '../../renderer/ui/frontmatter-text';

const TEXT = '---\n# first\nname: x # mine\ndescription: >-\n  Two\n  lines\nodd: [1, 2] # kept\n---\nBody\n---\nmore\n';

describe('the form of a frontmatter', () => {
  it('changes one key and no other byte', () => {
    expect(setHeadValue(TEXT, 'name', 'y')).toBe(TEXT.replace('name: x', 'name: y'));
    expect(setHeadValue(TEXT, 'description', 'One line: with a colon')).toBe(
      TEXT.replace('description: >-\n  Two\n  lines', 'description: "One line: with a colon"'),
    );
    expect(setHeadValue(TEXT, 'model', 'opus')).toBe(TEXT.replace('# kept\n', '# kept\nmodel: opus\n'));
    expect(setHeadValue(TEXT, 'description', undefined)).toBe(TEXT.replace('description: >-\n  Two\n  lines\n', ''));
    expect(setHeadValue(TEXT, 'missing', undefined)).toBe(TEXT);
    expect(setHeadValue(TEXT, 'name', undefined)).toBe(TEXT.replace('name: x # mine\n', ''));
    expect(setHeadValue(TEXT, 'name', 'a\nb')).toContain('# first\n# mine\nname: |-\n  a\n  b\ndescription');
  });

  it('closes with a line of its own: dashes at the end of a value close nothing', () => {
    const dashed = '---\nname: x---\ndescription: y\n---\nBody\n';
    expect(readHead(dashed).values.get('description')).toBe('y');
    expect(setHeadValue(dashed, 'description', 'z')).toBe(dashed.replace('y\n', 'z\n'));
  });

  it('makes a head where there is none, and keeps Windows line ends and a byte order mark', () => {
    expect(setHeadValue('Body\n', 'name', 'x')).toBe('---\nname: x\n---\nBody\n');
    expect(setHeadValue('---\n---\nBody\n', 'name', 'x')).toBe('---\nname: x\n---\nBody\n');
    expect(setHeadValue('\uFEFF---\r\nname: x\r\n---\r\nBody\r\n', 'model', 'opus')).toBe(
      '\uFEFF---\r\nname: x\r\nmodel: opus\r\n---\r\nBody\r\n',
    );
  });

  it('says that a broken head is none of a form, and leaves it alone where nothing is set', () => {
    expect(readHead('---\na: [\n---\n').broken).toBe(true);
    expect([...readHead(TEXT).values]).toEqual([
      ['name', 'x'],
      ['description', 'Two lines'],
      ['odd', [1, 2]],
    ]);
  });

  it('reads what is nearly YAML as the host does, and puts it into quotes with the first change', () => {
    const loose = '---\nname: x\ndescription: Use it so: first\nargument-hint: [a] [b]\n---\nBody\n';
    expect([...readHead(loose).values]).toEqual([
      ['name', 'x'],
      ['description', 'Use it so: first'],
      ['argument-hint', '[a] [b]'],
    ]);
    expect(setHeadValue(loose, 'name', 'y')).toBe('---\nname: y\ndescription: "Use it so: first"\nargument-hint: "[a] [b]"\n---\nBody\n');
  });

  it('gives back any text that was set, and the other keys as they were', () => {
    fc.assert(
      fc.property(fc.constantFrom('name', 'description', 'model'), fc.string({ minLength: 1 }), (key, value) => {
        const set = setHeadValue(TEXT, key, value);
        const head = /^---\n([\s\S]*?)\n---\n/.exec(set)?.[1] ?? '';
        const data = parse(head);
        expect(data[key]).toBe(value);
        expect(data.odd).toEqual([1, 2]);
        expect(set).toContain('# first');
        expect(set.endsWith('---\nBody\n---\nmore\n')).toBe(true);
      }),
    );
  });
});
