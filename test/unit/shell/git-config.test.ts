import { expect, it } from 'vitest';
import { readGitConfig } from '../../../main/core/shell/git-config';

it('finds what a repository names, however it is written', () => {
  const text = `
[core]
  bare = false
  HooksPath = .githooks ; mine
[include] path = "a \\"b\\".inc"
[includeIf "gitdir:~/x]/"]
\tpath = ~/y.inc # there
\tpath = long\\
er.inc
[extensions]
  worktreeConfig
[other "core"]
  hooksPath = not-this
`;
  expect(readGitConfig(text)).toEqual({ hooksPath: ['.githooks'], includes: ['a "b".inc', '~/y.inc', 'longer.inc'], worktreeConfig: true });
  expect(readGitConfig('[extensions]\nworktreeConfig = false\n').worktreeConfig).toBe(false);
});
