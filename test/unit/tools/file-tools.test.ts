import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createToolBench, type ToolBench } from './tool-bench';

let bench: ToolBench;
beforeEach(() => {
  bench = createToolBench();
});

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('Read', () => {
  it('numbers lines and pages through them', async () => {
    const path = bench.write('a.txt', Array.from({ length: 5000 }, (_, at) => `line ${at + 1}`).join('\n'));
    const first = await bench.say('Read', { file_path: path });
    expect(first.startsWith('     1\tline 1\n     2\tline 2\n')).toBe(true);
    expect(first).toContain('[Lines up to 1');
    expect(first.length).toBeLessThanOrEqual(30_000);
    expect(await bench.say('Read', { file_path: 'a.txt', offset: 4999 })).toBe('  4999\tline 4999\n  5000\tline 5000\n');
    expect(await bench.say('Read', { file_path: path, offset: 2, limit: 2 })).toBe(
      '     2\tline 2\n     3\tline 3\n\n[Lines up to 3 of 5000 shown. Go on with offset 4.]',
    );
    expect(await bench.say('Read', { file_path: path, offset: 5001 })).toBe(
      `invalid-input: offset 5001 is beyond the end: ${path} has 5000 lines.`,
    );
  });

  it('takes CRLF, CR CR LF and lone CR as line ends, and decodes UTF-16 and byte-order marks', async () => {
    bench.write('ends.txt', 'a\r\nb\r\r\nc\rd\n');
    expect(await bench.say('Read', { file_path: 'ends.txt' })).toBe('     1\ta\n     2\tb\n     3\tc\n     4\td\n');
    bench.write('le.txt', Buffer.from('\ufeffgrün\n', 'utf16le'));
    expect(await bench.say('Read', { file_path: 'le.txt' })).toBe('     1\tgrün\n');
    bench.write('be.txt', Buffer.from('\ufeff日本\n', 'utf16le').swap16());
    expect(await bench.say('Read', { file_path: 'be.txt' })).toBe('     1\t日本\n');
    bench.write('bom.txt', '\ufeffhi');
    expect(await bench.say('Read', { file_path: 'bom.txt' })).toBe('     1\thi\n');
  });

  it('cuts a long line between code points', async () => {
    bench.write('long.txt', `${'😀'.repeat(3000)}\nnext\n`);
    expect(await bench.say('Read', { file_path: 'long.txt' })).toBe(
      `     1\t${'😀'.repeat(2000)} [line cut: 2000 more characters]\n     2\tnext\n`,
    );
  });

  it('says what it cannot read and why', async () => {
    bench.write('empty.txt', '');
    bench.write('data.bin', Uint8Array.of(1, 0, 2, 3));
    bench.write('latin.txt', Buffer.from('caf\xe9 au lait, longer text', 'latin1'));
    expect(await bench.say('Read', { file_path: 'empty.txt' })).toBe('[The file exists and is empty.]');
    expect(await bench.say('Read', { file_path: 'data.bin' })).toContain('binary file (it contains NUL bytes, 4 bytes)');
    expect(await bench.say('Read', { file_path: 'latin.txt' })).toContain('not valid UTF-8');
    expect(await bench.say('Read', { file_path: 'none.txt' })).toBe(`not-found: ${bench.path('none.txt')} does not exist.`);
    expect(await bench.say('Read', { file_path: '.' })).toMatch(/^not-a-file: .* is a folder\. Use Glob/);
    expect(await bench.say('Read', { file_path: '/dev/zero' })).toMatch(/^not-a-file/);
  });

  it('shows an image as an image, and refuses one that is too large', async () => {
    bench.write('dot.png', PNG);
    expect(await bench.run('Read', { file_path: 'dot.png' })).toMatchObject({
      ok: true,
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } }],
    });
    bench.write('big.png', Buffer.concat([PNG, Buffer.alloc(6_000_000)]));
    expect(await bench.run('Read', { file_path: 'big.png' })).toMatchObject({ ok: false, kind: 'too-large' });
  });

  it('shows the cells of a notebook with their outputs', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      {
        id: 'abc',
        cell_type: 'code',
        source: 'print(1)',
        outputs: [{ output_type: 'stream', text: ['1\n'] }, { data: { 'image/png': 'xxx' } }],
      },
    ];
    bench.write('n.ipynb', JSON.stringify({ cells, nbformat: 4 }));
    const text = await bench.say('Read', { file_path: 'n.ipynb' });
    expect(text.replace(/^ *\d+\t/gm, '')).toBe(
      '<cell id="cell-0" type="markdown">\n# Title\ntext\n</cell>\n<cell id="abc" type="code">\nprint(1)\n<output>\n1\n[image/png]\n</output>\n</cell>\n',
    );
  });

  it('reads a file that is too large to hold in pieces', async () => {
    const line = `${'x'.repeat(99)}\n`;
    bench.write('huge.log', line.repeat(400_000));
    const text = await bench.say('Read', { file_path: 'huge.log', offset: 350_000, limit: 2 });
    expect(text).toBe(`350000\t${line}350001\t${line}\n[The file goes on after line 350001. Go on with offset 350002.]`);
    expect(await bench.say('Read', { file_path: 'huge.log', offset: 400_000 })).toBe(`400000\t${line}`);
    expect(await bench.say('Read', { file_path: 'huge.log', offset: 400_001 })).toContain('beyond the end');
    expect(await bench.say('Edit', { file_path: 'huge.log', old_string: 'a', new_string: 'b' })).toMatch(/^too-large/);
  });

  it('describes resolved paths, through links and from home', async () => {
    mkdirSync(join(bench.home, 'elsewhere'));
    symlinkSync(join(bench.home, 'elsewhere'), bench.path('link'));
    expect(await bench.describe('Read', { file_path: 'link/new/file.txt', limit: 3 })).toEqual({
      tool: 'Read',
      capability: 'read',
      paths: [join(bench.home, 'elsewhere/new/file.txt')],
      asked: [bench.path('link/new/file.txt')],
      params: { file_path: 'link/new/file.txt', limit: 3 },
      summary: `Read ${join(bench.home, 'elsewhere/new/file.txt')}`,
    });
    expect((await bench.describe('Read', { file_path: '~/x/../y.txt' })).paths).toEqual([join(bench.home, 'y.txt')]);
    expect((await bench.describe('Read', { file_path: 'sub/../a.txt' })).summary).toBe('Read a.txt');
  });
});

describe('Write', () => {
  it('creates files and folders, and says so', async () => {
    expect(await bench.describe('Write', { file_path: 'a/b.txt', content: 'one\ntwo\n' })).toMatchObject({
      capability: 'write',
      paths: [bench.path('a/b.txt')],
      summary: 'Create a/b.txt (+2 −0)',
      preview: { type: 'diff', text: expect.stringContaining('+one\n+two\n') },
    });
    expect(readdirSync(bench.folder)).toEqual([]);
    expect(await bench.say('Write', { file_path: 'a/b.txt', content: 'one\ntwo\n' })).toBe(
      `Created ${bench.path('a/b.txt')} (+2 −0 lines).`,
    );
    expect(bench.text('a/b.txt')).toBe('one\ntwo\n');
    expect(readdirSync(bench.path('a'))).toEqual(['b.txt']);
    expect(bench.changes).toMatchObject([{ path: bench.path('a/b.txt'), added: 2, removed: 0 }]);
    expect(bench.changes[0]?.before).toBeUndefined();
  });

  it('says before anybody is asked that it cannot succeed', async () => {
    writeFileSync(bench.path('a.txt'), 'one\n');
    expect(await bench.describe('Write', { file_path: 'a.txt', content: 'two\n' })).toMatchObject({ obstacle: { kind: 'not-read' } });
    expect(await bench.describe('Edit', { file_path: 'gone.txt', old_string: 'a', new_string: 'b' })).toMatchObject({
      obstacle: { kind: 'not-found' },
    });
  });

  it('refuses a file that was not read or has changed since', async () => {
    const path = bench.write('a.txt', 'old');
    expect(await bench.say('Write', { file_path: path, content: 'new' })).toMatch(/^not-read/);
    await bench.run('Read', { file_path: path });
    writeFileSync(path, 'other');
    expect(await bench.say('Write', { file_path: path, content: 'new' })).toMatch(/^changed-since-read/);
    expect(bench.text('a.txt')).toBe('other');
    await bench.run('Read', { file_path: path });
    expect(await bench.say('Write', { file_path: path, content: 'new' })).toMatch(/^Overwrote/);
    expect(await bench.say('Write', { file_path: path, content: 'again' })).toMatch(/^Overwrote/);
  });

  it('keeps mode, link, encoding and byte-order mark', async () => {
    const path = bench.write('run.sh', Buffer.from('\ufeffold', 'utf16le'));
    chmodSync(path, 0o750);
    symlinkSync(path, bench.path('link'));
    await bench.run('Read', { file_path: 'link' });
    await bench.run('Write', { file_path: 'link', content: 'neu ü' });
    expect(Buffer.from(bench.bytes('run.sh'))).toEqual(Buffer.from('\ufeffneu ü', 'utf16le'));
    expect(statSync(path).mode & 0o777).toBe(0o750);
    expect(readdirSync(bench.folder).sort()).toEqual(['link', 'run.sh']);
  });

  it('refuses text that no file can hold, and folders', async () => {
    expect(await bench.say('Write', { file_path: 'a.txt', content: 'x\ud800y' })).toMatch(/^encoding/);
    expect(await bench.say('Write', { file_path: '.', content: 'x' })).toMatch(/^not-a-file/);
  });
});

describe('Edit and Write', () => {
  it('put no placeholder of a secret into a file (invariant 8)', async () => {
    const path = bench.write('.npmrc', 'token=real\n');
    await bench.say('Read', { file_path: path });
    const secret = '[[secret:npm-token:0123abcd]]';
    const reason = `contains ${secret}, which stands for a secret that is kept from you. Change only the text around it.`;
    const content = `token=${secret}\n`;
    expect(await bench.say('Write', { file_path: path, content })).toBe(`invalid-input: content ${reason}`);
    expect(await bench.describe('Write', { file_path: path, content })).toMatchObject({ obstacle: { kind: 'invalid-input' } });
    expect(await bench.say('Edit', { file_path: path, old_string: 'real', new_string: secret })).toBe(
      `invalid-input: new_string ${reason}`,
    );
    expect(await bench.say('Edit', { file_path: path, old_string: secret, new_string: 'x' })).toBe(`invalid-input: old_string ${reason}`);
    expect(bench.text('.npmrc')).toBe('token=real\n');
  });
});

describe('Edit', () => {
  const edit = async (name: string, old_string: string, new_string: string, replace_all?: boolean) => {
    await bench.run('Read', { file_path: name });
    return bench.say('Edit', { file_path: name, old_string, new_string, ...(replace_all === undefined ? {} : { replace_all }) });
  };

  it('replaces one match and shows the diff before and after', async () => {
    bench.write('a.txt', 'one\ntwo\nthree\n');
    await bench.run('Read', { file_path: 'a.txt' });
    const input = { file_path: 'a.txt', old_string: 'two', new_string: '2' };
    expect(await bench.describe('Edit', input)).toMatchObject({
      summary: 'Edit a.txt (+1 −1)',
      preview: { type: 'diff', text: expect.stringContaining('-two\n+2\n') },
    });
    expect(bench.text('a.txt')).toBe('one\ntwo\nthree\n');
    expect(await bench.say('Edit', input)).toContain('-two\n+2\n');
    expect(bench.text('a.txt')).toBe('one\n2\nthree\n');
    expect(await bench.readBlob(bench.changes[0]?.before ?? '')).toEqual(new TextEncoder().encode('one\ntwo\nthree\n'));
  });

  it('keeps every kind of line end, and writes new lines with that of the span', async () => {
    bench.write('a.txt', 'a\r\nb\r\r\nc\rd\ne');
    await edit('a.txt', 'a\nb', 'a\nx\nb');
    expect(bench.text('a.txt')).toBe('a\r\nx\r\nb\r\r\nc\rd\ne');
    await edit('a.txt', 'b\nc\nd', 'b\nc\nC\nd');
    expect(bench.text('a.txt')).toBe('a\r\nx\r\nb\r\r\nc\rC\r\r\nd\ne');
    await edit('a.txt', 'e', 'e\nf');
    expect(bench.text('a.txt')).toBe('a\r\nx\r\nb\r\r\nc\rC\r\r\nd\ne\nf');
  });

  it('says how often and where an ambiguous text occurs, and replaces all on request', async () => {
    bench.write('a.txt', 'x\ny\nx\naaa\n');
    expect(await edit('a.txt', 'x', 'z')).toMatch(/^not-unique: old_string occurs 2 times \(at lines 1, 3\)/);
    expect(await edit('a.txt', 'aa', 'b')).toMatch(/^not-unique: old_string occurs 2 times \(at lines 4, 4\)/);
    expect(await edit('a.txt', 'x', 'z', true)).toContain('in 2 places');
    expect(bench.text('a.txt')).toBe('z\ny\nz\naaa\n');
  });

  it('refuses what is unread, changed, missing, not there, equal or not lossless', async () => {
    const path = bench.write('a.txt', 'one');
    expect(await bench.say('Edit', { file_path: path, old_string: 'one', new_string: 'two' })).toMatch(/^not-read/);
    expect(await edit('a.txt', 'nope', 'two')).toMatch(/^no-match/);
    expect(await edit('a.txt', 'one', 'one')).toMatch(/^invalid-input/);
    expect(await edit('a.txt', '', 'one')).toMatch(/^invalid-input/);
    expect(await edit('a.txt', 'one', '\udc00')).toMatch(/^encoding/);
    expect(await edit('b.txt', 'one', 'two')).toMatch(/^not-found/);
    writeFileSync(path, 'One');
    expect(await bench.say('Edit', { file_path: path, old_string: 'One', new_string: 'two' })).toMatch(/^changed-since-read/);
    const latin = bench.write('latin.txt', Buffer.from('caf\xe9', 'latin1'));
    bench.context.ledger.note(latin, bench.context.hash(bench.bytes('latin.txt')));
    expect(await bench.say('Edit', { file_path: latin, old_string: 'caf', new_string: 'x' })).toMatch(/^encoding/);
    expect(bench.bytes('latin.txt')).toEqual(new Uint8Array(Buffer.from('caf\xe9', 'latin1')));
  });

  it('goes on after its own write without reading again', async () => {
    bench.write('a.txt', 'one');
    await edit('a.txt', 'one', 'two');
    expect(await bench.say('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'three' })).toContain('Edited');
    expect(bench.text('a.txt')).toBe('three');
  });
});

describe('Glob and Grep', () => {
  beforeEach(() => {
    bench.write('.gitignore', 'ignored/\n*.log\n');
    bench.write('src/a.ts', 'const one = 1;\nconst two = 2;\n');
    bench.write('src/deep/b.ts', 'export const two = 2;\n');
    bench.write('ignored/c.ts', 'const two = 2;\n');
    bench.write('x.log', 'two\n');
    bench.write('.hidden/d.ts', 'two\n');
    bench.write('.git/e.ts', 'two\n');
  });

  it('waits for no pipe', async () => {
    execFileSync('mkfifo', [bench.path('pipe')]);
    expect(await bench.say('Grep', { pattern: 'x', path: 'pipe' })).toContain('is not a regular file');
  });

  it('find by pattern, without what is ignored', async () => {
    const lines = (await bench.say('Glob', { pattern: '**/*.ts' })).split('\n').sort();
    expect(lines).toEqual([bench.path('.hidden/d.ts'), bench.path('src/a.ts'), bench.path('src/deep/b.ts')]);
    expect(await bench.say('Glob', { pattern: '*.ts', path: 'src' })).toBe(bench.path('src/a.ts'));
    expect(await bench.say('Glob', { pattern: `${bench.folder}/src/**/b.*` })).toBe(bench.path('src/deep/b.ts'));
    expect(await bench.say('Glob', { pattern: '../*.ts', path: 'src/deep' })).toBe(bench.path('src/a.ts'));
    expect(await bench.say('Glob', { pattern: '*.log' })).toBe('No files found.');
    expect(await bench.say('Glob', { pattern: '*', path: 'none' })).toMatch(/^not-found/);
  });

  it('search contents in three modes', async () => {
    expect((await bench.say('Grep', { pattern: 'two' })).split('\n')).toEqual([
      bench.path('.hidden/d.ts'),
      bench.path('src/a.ts'),
      bench.path('src/deep/b.ts'),
    ]);
    expect(await bench.say('Grep', { pattern: 'two', output_mode: 'content', path: 'src/a.ts' })).toBe(
      `${bench.path('src/a.ts')}:2:const two = 2;`,
    );
    expect(await bench.say('Grep', { pattern: 'const', output_mode: 'count', glob: 'a.*' })).toBe(`${bench.path('src/a.ts')}:2`);
    expect(await bench.say('Grep', { pattern: 'two', glob: '*.log' })).toBe('No matches found.');
    expect(await bench.say('Grep', { pattern: '1;.const', multiline: true, type: 'ts' })).toBe(bench.path('src/a.ts'));
    expect(await bench.say('Grep', { pattern: 'TWO', '-i': true, '-o': true, '-n': false, output_mode: 'content', path: 'src/deep' })).toBe(
      `${bench.path('src/deep/b.ts')}:two`,
    );
  });

  it('page, and pass on what ripgrep says about a bad pattern', async () => {
    expect(await bench.say('Grep', { pattern: 'two', head_limit: 1, offset: 1 })).toBe(
      `${bench.path('src/a.ts')}\n[More follows. Go on with offset 2, or narrow the search.]`,
    );
    expect(await bench.say('Grep', { pattern: '(' })).toMatch(/^invalid-input: ripgrep refused the search: .*regex parse error/s);
    expect(await bench.say('Grep', { pattern: 'x', type: 'nonsense' })).toMatch(/^invalid-input: .*unrecognized file type/);
  });
});
