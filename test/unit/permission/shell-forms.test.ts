import { expect, it } from 'vitest';
import { shellParser } from './support';

const programs = (command: string) => shellParser.parse(command).parts.flatMap(({ forms }) => forms.map(([program]) => program?.text));

it('a bare xargs runs echo', () => {
  expect(programs('ls | xargs')).toEqual(['ls', 'xargs', 'echo']);
});

it('behind an assignment a keyword is the name of a program', () => {
  expect(programs('A=1 if')).toContain('if');
  expect(programs('y=(1 2) then x')).toContain('then');
});

it('more wrappers than are looked at make a command unknown', () => {
  expect(shellParser.parse(`${'nice '.repeat(10)}git push`).unknown).toBeUndefined();
  expect(shellParser.parse(`${'nice '.repeat(60)}git push`).unknown).toContain('too deep');
});

it.each([`curl ${')'.repeat(9_000)}`, `ls $(${'[a]'.repeat(3_000)}`, `ls ${'${a:-'.repeat(1_600)}`])(
  'a text that the grammar would guess at again and again is given up, and the next one is read',
  (text) => {
    expect(shellParser.parse(text).unknown).toBeDefined();
    expect(shellParser.parse('git status && ls')).toMatchObject({ parts: [{ text: 'git status' }, { text: 'ls' }] });
    expect(shellParser.parse('git status && ls').unknown).toBeUndefined();
  },
);
