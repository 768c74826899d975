import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A git project with CLAUDE.md, two rules and ten skills. */
export function makeProject(folder) {
  write(folder, 'CLAUDE.md', '# The project\n\nUse tabs. Run the tests with `make test` before you say that it works.\n');
  write(folder, '.claude/rules/style.md', '# Style\n\nShort functions, plain words.\n');
  write(folder, '.claude/rules/tests.md', '# Tests\n\nEvery change comes with a test.\n');
  for (let number = 0; number < 10; number += 1) {
    write(
      folder,
      `.claude/skills/skill-${number}/SKILL.md`,
      `---\nname: skill-${number}\ndescription: Does the job of number ${number}. Use it when that job comes up.\n---\n\nDo it.\n`,
    );
  }
  write(folder, 'README.md', 'A project.\n');
  commit(folder);
}

export function commit(folder) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
}

/** Files of ten short lines each; gives their paths. */
export function makeSmallFiles(folder, count) {
  return Array.from({ length: count }, (_, number) => {
    write(folder, `notes/note-${number}.txt`, Array.from({ length: 10 }, (__, line) => `Line ${line} of note ${number}.\n`).join(''));
    return join(folder, `notes/note-${number}.txt`);
  });
}

export function write(folder, name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
