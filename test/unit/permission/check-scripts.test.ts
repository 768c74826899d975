import { expect, it } from 'vitest';
import { findCheckScripts } from '../../../main/core/permission/check-scripts';
import { classify } from '../../../main/core/permission/classify';
import { action, FOLDER, memoryFiles, ruleSet } from './support';

const files = memoryFiles({
  [`${FOLDER}/package.json`]: '{"scripts":{"check":"sh scripts/check.sh && ./scripts/gone.sh","ci":"bash ./tools/run-tests.sh"}}',
  [`${FOLDER}/Makefile`]: 'all:\n\t./verify.sh --all\n',
  [`${FOLDER}/scripts/check.sh`]: 'npm test',
  [`${FOLDER}/tools/run-tests.sh`]: 'npm test',
  [`${FOLDER}/verify.sh`]: 'npm test',
  [`${FOLDER}/other/test.sh`]: 'npm test',
});
const find = async (command: string) => [...(await findCheckScripts(files, FOLDER, command))];

it.each([
  ['sh scripts/check.sh', ['scripts/check.sh']],
  ['./scripts/check.sh --fast && bash tools/run-tests.sh', ['scripts/check.sh', 'tools/run-tests.sh']],
  ['sh verify.sh', ['verify.sh']],
])('%s runs scripts that are there and that the project names', async (command, scripts) => {
  expect(await find(command)).toEqual(scripts);
});

it.each([
  ['a file that no build file names', 'sh other/test.sh'],
  ['a name without a file', 'sh scripts/gone.sh'],
  ['neither', 'sh tests/check.sh'],
  ['a path out of the folder', 'sh ../scripts/check.sh'],
  ['an absolute path', `sh ${FOLDER}/scripts/check.sh`],
  ['no script', 'npm test'],
])('nothing is found for %s', async (_what, command) => {
  expect(await find(command)).toEqual([]);
});

it('a script is a check only where it was found', () => {
  const usesOf = (scripts: string[]) => classify(action('Bash sh scripts/check.sh'), ruleSet([], { checkScripts: new Set(scripts) })).uses;
  expect(usesOf(['scripts/check.sh'])).toEqual([{ capability: 'run-checks' }]);
  expect(usesOf(['scripts/other.sh'])).toEqual([{ capability: 'run-other' }]);
  expect(usesOf([])).toEqual([{ capability: 'run-other' }]);
});
