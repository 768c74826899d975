import { expect, it } from 'vitest';
import { findUnreadFiles } from '../../../main/core/permission/find-unread-files';
import { programTexts } from '../../../main/core/permission/program-texts';
import { decided, FOLDER, memoryFiles, shellParser } from './support';

const UNITS = ['s/', '/', '//', '\\', '/\\', '"', '\\"', '[', '[^]', '$(', 's[', 's/a/b/', '1,/x', '|', 'a\\\n', 'e', '{', '\t'];
const PROGRAMS = ['sed', 'awk', 'bash', 'git', 'find', 'env', 'xargs', 'trap', 'watch'];

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length));
}

function word(text: string) {
  return { raw: text, text, opaque: false, glob: false };
}

// A reader that goes back over such a text again and again takes from minutes to for ever; the limit guards against that alone.
it.each(PROGRAMS)('long repetitive arguments of %s are read to the end', { timeout: 60_000 }, (program) => {
  for (const unit of UNITS) {
    for (const end of ['', '!', '\n'])
      expect(programTexts([word(program), word('-e'), word(fill(unit, 9_000) + end)], undefined)).toHaveProperty('shell');
  }
});

it('a command of many letters s and slashes is read to the end', { timeout: 60_000 }, () => {
  expect(shellParser.parse(`sed '${fill('s/', 3200)}'`).parts[0]?.forms[0]?.[0]?.text).toBe('sed');
});

it('blanks around a long command, and long names of files, are read to the end', { timeout: 60_000 }, async () => {
  const names = [`settings${fill('ab', 200)}!`, 'settings-my.old.json'];
  const files = { ...memoryFiles({}), list: async () => names.map((name) => ({ name, kind: 'file' as const })) };
  expect((await findUnreadFiles(files, FOLDER, FOLDER)).map(({ file }) => file)).toEqual([`${FOLDER}/.claude/settings-my.old.json`]);
  expect(shellParser.parse(`a${fill(' ', 2_000_000)}b`).unknown).toContain('longer');
  expect(shellParser.parse(`ls \\${fill(' ', 2_000_000)}`).command).toBe('ls \\ ');
  expect(shellParser.parse(' \n ls \t\n').command).toBe('ls');
});

it.each([
  'find . -exec ',
  'xargs -n ',
  'env ',
  'a&',
  '>a ',
  '{',
  '${a:-',
  '@x ',
  'a=(',
  'cd a&&',
  'cd a;',
  'cd ../b;',
  'a=1;',
  '(a)',
  ')',
  '[a]',
  '  ',
])('a command of many %j is decided', { timeout: 60_000 }, (unit) => {
  for (const begin of ['', 'ls $(', "sed '", 'git show ', 'cat <<E\n'])
    expect(['ask', 'deny', 'allow']).toContain(decided(['allow Bash', 'deny Read(x)'], `Bash ${begin}${fill(unit, 9_900)}`).decision);
});

it('a loop over many words in several folders is not known as a whole', { timeout: 60_000 }, () => {
  const values = Array.from({ length: 50 }, (_, index) => `*.t${index}`).join(' ');
  const command = `cd a; cd b; cd c; for f in ${values}; do cat${fill(' "$f"', 5_000)}; done`;
  expect(shellParser.parse(command).unknown).toBeDefined();
  expect(decided([], `Bash ${command}`).decision).toBe('ask');
});
