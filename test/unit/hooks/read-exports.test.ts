import { beforeAll, describe, expect, it } from 'vitest';
import { createBashParser } from '../../../main/adapters/parsers/bash-parser';
import { HookVariables } from '../../../main/core/hooks/hook-variables';
import { readExports } from '../../../main/core/hooks/read-exports';

const parser = createBashParser();
beforeAll(() => parser.ready());
const read = (text: string) => readExports(parser.parse(text));

describe('what a hook exports', () => {
  it.each<[string, string, unknown]>([
    ['plain values', 'export A=1 B=two\nC=3\n', { A: ['1'], B: ['two'], C: ['3'] }],
    ['quoted values', `export A="x y" B='$HOME'\nexport C=it\\'s`, { A: ['x y'], B: ['$HOME'], C: ["it's"] }],
    ['what bash lists', 'declare -x A="x y"\ndeclare -x B=""', { A: ['x y'], B: [''] }],
    ['values over lines', 'export A="one\ntwo"', { A: ['one\ntwo'] }],
    [
      'other variables',
      'export PATH="$PATH:${HOME}/bin"\nexport B=$PATH:/x',
      { PATH: [{ variable: 'PATH' }, ':', { variable: 'HOME' }, '/bin'], B: [{ variable: 'PATH' }, ':/x'] },
    ],
    ['comments and blank lines', '# a comment\n\nexport A=1 # another\n', { A: ['1'] }],
  ])('%s', (_name, text, wanted) => {
    const { variables, problem } = read(text);
    expect(problem).toBeUndefined();
    expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toEqual(wanted);
  });

  it.each([
    'export A=$(id)',
    'export A=`id`',
    'export A="${B:-$(id)}"',
    'export A=$((1+1))',
    'export A=~/x',
    'export A=/x:~/y',
    'export B=1 && export A=1',
    '(export A=1)',
    'f() { export A=1; }; f',
    'readonly A=1',
    'export A+=1',
    'export A',
    'export -n A=1',
    'source ~/.profile',
    'A=1 id',
    'export A=1 > /tmp/x',
    'export A=(1 2)',
    'unset A',
    'if true; then export A=1; fi',
  ])('nothing of: %s', (text) => {
    const { variables, problem } = read(`${text}\nexport KEPT=1`);
    expect(problem).toBeDefined();
    expect(variables.map(({ name }) => name).filter((name) => name !== 'KEPT')).toEqual([]);
  });
});

it('keeps the newest of each hook, what the main agent’s hooks say for everybody, and what ran isolated out of other commands', () => {
  const variables = new HookVariables();
  const set = (hook: string, agent: string, isolated: boolean, name: string) =>
    variables.note({ hook, agent, isolated, variables: [{ name, value: ['1'] }] });
  set('start', 'main', true, 'OLD');
  set('start', 'main', true, 'NEW');
  set('move', 'main/explore-1', false, 'PLACE');
  const names = (agent: string, isolated: boolean) => variables.of(agent, isolated).map(({ name }) => name);
  expect(names('main', true)).toEqual(['NEW']);
  expect(names('main', false)).toEqual([]);
  expect(names('main/explore-1', true)).toEqual(['NEW', 'PLACE']);
  expect(names('main/explore-1', false)).toEqual(['PLACE']);
});
