import { describe, expect, it } from 'vitest';
import { sedRunsProgram } from '../../../main/core/permission/sed-script';
import { shellParser } from './support';

describe('a script of sed', () => {
  it.each([
    'e',
    'e date',
    '1erm -rf x',
    '1,/x/!e date',
    'p;e date',
    '/a/{p;e\n}',
    '\\,x,Ie date',
    's/a/b/e',
    's/a/b/ge',
    's/a\\/b/c/2Ie',
    '1!s|x|date|e',
    '/[/]/e date',
    's/[/]/x/e',
    's/a/x\\\ny/e',
    'y/ab/cd/;e date',
    'a text\ne date',
    'k',
  ])('%j runs a program', (script) => expect(sedRunsProgram(script)).toBe(true));

  it.each([
    '',
    'p',
    '$!d',
    '1,10p',
    's/the end/ e /',
    's/a/edit/g',
    's/a/b/;s/c/e/',
    '/name/s/old/e/p',
    's#/usr/bin#/e#',
    's/[^]e]*/x/',
    'a\\\ne is text\n',
    'y/abc/cde/',
    ':e;N;$!be;s/\\n/ /g',
    's/a/b/w e',
    '# e\np',
    's/never ends',
  ])('%j does not', (script) => expect(sedRunsProgram(script)).toBe(false));

  it.each([
    ["sed -n '/a/p' e", false],
    ["sed -ne p -e '1e date' x", true],
    ["sed -n --expression='s/a/b/e' x", true],
    ["sed -i '' '1e date' x", true],
    ["sed -Ene's/a/b/e' x", true],
    ["sed -i.bak 's/a/b/' e", false],
    ['sed -f script.sed e', false],
  ])('is found in %s', (command, runs) => {
    expect(shellParser.parse(command).unknown !== undefined).toBe(runs);
  });
});
