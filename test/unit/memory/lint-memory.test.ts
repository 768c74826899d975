import { describe, expect, it } from 'vitest';
import type { MemoryFile } from '../../../main/core/context/memory-file';
import { addLine } from '../../../main/core/memory/add-line';
import { lintMemory } from '../../../main/core/memory/lint-memory';
import { setSetting } from '../../../main/core/memory/set-setting';
import { parseRule } from '../../../main/core/permission/parse-rule';
import type { MemoryFinding } from '../../../shared/model/memory';

function file(path: string, text: string, paths?: string[]): MemoryFile {
  const lines = text.split('\n').length;
  const pieces = [{ text, startLine: 1, endLine: lines }];
  return { path, kind: 'instructions', scope: 'project', pieces, lines, size: text.length, ...(paths ? { paths } : {}) };
}
function lint(files: MemoryFile[], denied: string[] = []): Promise<MemoryFinding[]> {
  return lintMemory(
    { files: files.filter(({ paths }) => paths === undefined), conditional: files.filter(({ paths }) => paths !== undefined) },
    { findSecretLines: async ({ pieces }) => (pieces[0]?.text.includes('hunter2') ? [1] : []), isDenied: (rule) => denied.includes(rule) },
  );
}
const codes = (findings: readonly MemoryFinding[]) => findings.map(({ code }) => code);

describe('contradictions between files', () => {
  it.each([
    ['Use tabs.', '- Use spaces for indentation'],
    ['Indent with 2 spaces.', 'Use 4 spaces for indentation.'],
    ['Use tabs for indentation, not spaces.', 'Always use spaces'],
    ['Use pnpm, not npm.', 'Use npm for packages'],
    ['Use single quotes.', 'Prefer double quotes for strings.'],
    ['Always answer in English.', 'Reply in Japanese.'],
    ['**Always add a test.**', 'Never add a test.'],
    ['You must use default exports.', "- Don't use default exports."],
    ['Use `lodash`.', 'Avoid using lodash'],
    ['Use yarn. <!-- since 2024 -->', 'Use bun'],
    ['IMPORTANT: Commit after every change', 'Do not commit after every change.'],
    ['Please always run the linter first.', 'Never run the linter first'],
    ['インデントはタブを使う。', '・インデントにはスペースを使用すること'],
    ['インデントは2スペースとする', 'インデントは ４スペース'],
    ['パッケージマネージャーは pnpm を使ってください。', 'npm を使います'],
    ['npm ではなく pnpm を使う', '必ず yarn を利用する。'],
    ['文字列はシングルクォートに統一する', 'ダブルクォートを使うこと。'],
    ['常に日本語で回答してください。', '回答は英語で行う'],
    ['必ずテストを追加する。', 'テストは追加しないこと'],
    ['- **`lodash` を使う**', '`lodash` は使用禁止'],
    ['mainに直接コミットしてはいけない', 'main ブランチにコミットする'],
    ['デフォルトエクスポートを使わなければならない', 'デフォルトエクスポートの使用を避ける'],
    ['Use tabs.', 'スペースを使用してください'],
    ['日本語で答える', 'Always answer in English.'],
  ])('finds %j against %j', async (one, other) => {
    const found = await lint([file('/p/a.md', `# A\n\n${one}`), file('/p/b.md', `${other}\n`)]);
    expect(found.filter(({ code }) => code === 'memory-contradiction')).toEqual([
      expect.objectContaining({ severity: 'warning', other: expect.objectContaining({ file: expect.stringMatching(/^\/p\/[ab]\.md$/) }) }),
    ]);
  });

  it.each([
    ['Use tabs.', 'Use spaces in YAML files.'],
    ['Use tabs.', 'Use tabs for indentation.'],
    ['Use npm.', 'Run `npm test` and use yarn only in /legacy.'],
    ['Never use `any`.', 'Use any means to keep the build green.'],
    ['Always add tests.', 'Never add tests to generated code.'],
    ['Never commit.', 'Commit messages are in English.'],
    ['Use double quotes.', 'Quotes in prose are single.'],
    ['Answer in English.', 'Write comments in Japanese.'],
    ['Always use `const`.', 'Do not use `const` enums.'],
    ['Use tabs.', 'Old advice:\n```\nUse spaces.\n```'],
    ['Use tabs.', '## Use spaces'],
    ['Run the tests before you commit.', "Don't run the tests in watch mode."],
    ['Prefer composition.', 'Use inheritance when it is simpler.'],
    ['インデントはタブを使う。', 'YAML のインデントはスペースを使う'],
    ['npm を使う', 'フロントエンドでは pnpm を使う'],
    ['テストを追加する', '生成されたコードにはテストを追加しない'],
    ['日本語で回答する', 'コメントは英語で書く'],
    ['`const` を使う', '`const` enum は使わない'],
    ['スペースを使う', '名前にスペースを使わない'],
    ['このサーバーは Redis を使う', 'Redis を使わない'],
    ['コミットする前にテストを実行する', 'ウォッチモードでテストを実行しない'],
    ['タブを使う', '```\nスペースを使う\n```'],
  ])('finds nothing between %j and %j', async (one, other) => {
    const found = await lint([file('/p/a.md', one), file('/p/b.md', other)]);
    expect(codes(found)).not.toContain('memory-contradiction');
  });

  it('compares what holds under the same condition only, and never a file with itself', async () => {
    const [tabs, spaces] = ['Use tabs.', 'Use spaces.'];
    expect(codes(await lint([file('/p/a.md', tabs), file('/p/b.md', spaces, ['**/*.yml'])]))).toEqual([]);
    expect(codes(await lint([file('/p/a.md', tabs, ['*.go']), file('/p/b.md', spaces, ['*.yml'])]))).toEqual([]);
    expect(codes(await lint([file('/p/a.md', tabs, ['*.go']), file('/p/b.md', spaces, ['*.go'])]))).toEqual(['memory-contradiction']);
    expect(codes(await lint([file('/p/a.md', `${tabs}\n${spaces}`)]))).toEqual([]);
  });
});

describe('a sentence that only a rule or a hook holds', () => {
  it.each([
    ['Never run `npm publish`.', ['Bash(npm publish *)']],
    ['You must not use `git push --force`', ['Bash(git push --force *)']],
    ['- **Do not run `terraform apply`**', ['Bash(terraform apply *)']],
    ["Don't execute `./deploy.sh`.", ['Bash(./deploy.sh *)']],
    ['Never edit `src/generated/`.', ['Edit(/src/generated/**)']],
    ['Do not modify the files in `migrations/`', ['Edit(/migrations/**)']],
    ['Never touch `package-lock.json`', ['Edit(package-lock.json)']],
    ['Never read `.env`', ['Read(.env)']],
    ['Do not commit.', ['Bash(git commit *)']],
    ['Never push to main.', ['Bash(git push * main)', 'Bash(git push * HEAD:main)']],
    ['`npm publish` を絶対に実行しないこと。', ['Bash(npm publish *)']],
    ['`git push --force` は使用禁止', ['Bash(git push --force *)']],
    ['**`terraform apply` コマンドを実行してはならない**', ['Bash(terraform apply *)']],
    ['`src/generated/` 以下のファイルは編集しないでください。', ['Edit(/src/generated/**)']],
    ['`migrations/` 配下を変更しません', ['Edit(/migrations/**)']],
    ['`package-lock.json` に触らないこと', ['Edit(package-lock.json)']],
    ['決して `.env` ファイルを読まない', ['Read(.env)']],
    ['コミットは禁止です', ['Bash(git commit *)']],
    ['main ブランチへ直接プッシュしないこと', ['Bash(git push * main)', 'Bash(git push * HEAD:main)']],
    ['リベースしてはいけません', ['Bash(git rebase *)']],
  ])('offers rules for %j', async (text, rules) => {
    const found = await lint([file('/p/CLAUDE.md', text)]);
    expect(found).toEqual([expect.objectContaining({ code: 'memory-unenforced', offer: { type: 'rule', verdict: 'deny', rules } })]);
    for (const rule of rules) expect(parseRule(rule, 'deny')).toMatchObject({ rule: expect.anything() });
    expect(await lint([file('/p/CLAUDE.md', text)], rules)).toEqual([]);
  });

  it.each([
    ['Never commit secrets or API keys.', 'block-secrets'],
    ['Do not commit to main.', 'protect-branches'],
    ['Always run prettier after editing files.', 'format-changed'],
    ['Run the tests before you finish.', 'check-types'],
    ['秘密情報や API キーを絶対にコミットしない。', 'block-secrets'],
    ['パスワードをコードに書かないこと', 'block-secrets'],
    ['main に直接コミットしない', 'protect-branches'],
    ['ファイルを編集したら必ず prettier を実行する', 'format-changed'],
    ['変更後は必ずコードを整形すること', 'format-changed'],
    ['作業を終える前にテストを実行してください', 'check-types'],
    ['コミット前に必ず型チェックを実行する', 'check-types'],
  ])('offers a hook for %j', async (text, example) => {
    expect(await lint([file('/p/CLAUDE.md', text)])).toEqual([expect.objectContaining({ offer: { type: 'hook', example } })]);
  });

  it.each([
    'Never guess.',
    'Never use `any`.',
    'Do not run `npm install` unless a dependency changed.',
    'Do not use `git stash` when the tree is clean.',
    'Never write comments that repeat the code.',
    'Do not edit files you have not read.',
    'Run `npm test` to check.',
    'Never trust `user.name`.',
    'Never assume that `git push` works.',
    'Avoid long functions.',
    '推測しない。',
    '`any` を使わない',
    '依存関係が変わらない限り `npm install` を実行しない',
    '許可なくコミットしない',
    '勝手に `git push` を実行しない',
    '作業ツリーがきれいなときは `git stash` を使わない',
    '読んでいないファイルを編集しない',
    '`npm test` を実行する',
    'コードを繰り返すだけのコメントは書かない',
    '`user.name` を使わない',
  ])('offers nothing for %j', async (text) => {
    expect(await lint([file('/p/CLAUDE.md', text)])).toEqual([]);
  });
});

it('finds what is long and what holds a secret, and takes notes of agents for nobody’s orders', async () => {
  const notes = { ...file('/n/MEMORY.md', 'Use spaces. Never run `npm publish`.'), scope: 'auto' as const };
  const found = await lint([file('/p/CLAUDE.md', `${'Use tabs.\n'.repeat(205)}`), file('/p/b.md', 'password: hunter2'), notes]);
  expect(found).toEqual([
    { code: 'memory-long', severity: 'warning', file: '/p/CLAUDE.md', line: 201, words: '206' },
    { code: 'memory-secret', severity: 'warning', file: '/p/b.md', line: 1, words: '' },
  ]);
});

it.each([
  ['', 'Use tabs', '- Use tabs\n'],
  ['# Rules\n', 'Use tabs', '# Rules\n\n- Use tabs\n'],
  ['- One\n\n\n', '- Two\n  more', '- One\n- Two more\n'],
  ['1. One', 'Two', '1. One\n- Two\n'],
])('adds a line to %j', (text, line, after) => {
  expect(addLine(text, line)).toBe(after);
});

it('sets one key of a settings file and leaves a broken file alone', () => {
  expect(setSetting(undefined, '/s.json', 'a', false)).toBe('{\n  "a": false\n}\n');
  expect(setSetting('{\n\t"b": 1\n}', '/s.json', 'a', true)).toBe('{\n\t"b": 1,\n\t"a": true\n}');
  expect(() => setSetting('{ broken', '/s.json', 'a', true)).toThrow(/not a JSON object/);
});
