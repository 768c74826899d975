import { describe, expect, it } from 'vitest';
import { findJsonError } from '../../../main/core/permission/json-error-offset';
import { loadRules, type LoadRulesOptions } from '../../../main/core/permission/load-rules';
import { FOLDER, HOME, memoryFiles } from './support';

const PROJECT = `${FOLDER}/.claude/settings.json`;
const LOCAL = `${FOLDER}/.claude/settings.local.json`;
const USER = `${HOME}/.claude/settings.json`;

function load(files: Record<string, string>, options: Partial<LoadRulesOptions> = {}) {
  return loadRules({
    files: memoryFiles(files),
    folder: FOLDER,
    home: HOME,
    cli: { allow: [], ask: [], deny: [] },
    session: [],
    trusted: true,
    ...options,
  });
}
const settings = (permissions: unknown) => JSON.stringify({ permissions }, undefined, 2);

describe('rules of a folder', () => {
  it('come from every scope with file and line', async () => {
    const loaded = await load(
      {
        [PROJECT]: settings({ allow: ['Bash(npm test)', 'Read'], deny: ['Read(.env)'] }),
        [LOCAL]: '{"permissions":{"allow":["Bash(ls)"]}}',
        [USER]: '{\n\t"permissions": {\n\t\t"ask": [\n\t\t\t"Edit"\n\t\t]\n\t}\n}\n',
      },
      { cli: { allow: ['WebFetch'], ask: [], deny: [] }, session: ['Edit(/a)'] },
    );
    expect(loaded.rules.map(({ ref }) => ref)).toEqual([
      { text: 'WebFetch', verdict: 'allow', scope: 'cli' },
      { text: 'Edit(/a)', verdict: 'allow', scope: 'session' },
      { text: 'Bash(ls)', verdict: 'allow', scope: 'local', file: LOCAL, line: 1 },
      { text: 'Read(.env)', verdict: 'deny', scope: 'project', file: PROJECT, line: 8 },
      { text: 'Bash(npm test)', verdict: 'allow', scope: 'project', file: PROJECT, line: 4 },
      { text: 'Read', verdict: 'allow', scope: 'project', file: PROJECT, line: 5 },
      { text: 'Edit', verdict: 'ask', scope: 'user', file: USER, line: 4 },
    ]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it('say with file and line what can never fire', async () => {
    const loaded = await load({ [PROJECT]: '{\n  "permissions": {\n    "ask": [\n      "Bash(git:* push)"\n    ]\n  }\n}' });
    expect(loaded.diagnostics).toMatchObject([
      { code: 'prefix-mark-inside', severity: 'error', file: PROJECT, line: 4, suggestion: 'Bash(git * push)' },
    ]);
  });

  it('say which rule leaves them nothing to decide', async () => {
    const loaded = await load({
      [PROJECT]: settings({
        allow: ['Bash(git push origin)', 'Bash(git log *)', 'WebFetch(domain:a.org)'],
        deny: ['Bash(git push *)', 'WebFetch'],
      }),
    });
    expect(loaded.diagnostics).toMatchObject([
      { code: 'shadowed-rule', file: PROJECT, line: 4, message: expect.stringContaining('Bash(git push *)') },
      { code: 'shadowed-rule', file: PROJECT, line: 6 },
    ]);
  });

  it.each([
    ['Bash(git push)', 'Bash(git push)'],
    ['Bash(git *)', 'Bash(git push *)'],
    ['Bash(git *)', 'Bash(git push * main)'],
    ['Bash(git * main)', 'Bash(git push main)'],
    ['Bash(git * main)', 'Bash(git * main)'],
    ['Bash(* --help)', 'Bash(git --help)'],
    ['Read(/src/**)', 'Read(/src/**)'],
    ['WebFetch(domain:a.org)', 'WebFetch(domain:a.org)'],
  ])('deny %s leaves nothing to allow %s', async (deny, allow) => {
    const loaded = await load({ [PROJECT]: settings({ allow: ['Bash(other *)', allow], deny: ['Bash(more *)', deny] }) });
    expect(loaded.diagnostics).toMatchObject([{ code: 'shadowed-rule', message: expect.stringContaining(`rule ${deny} in`) }]);
  });

  it.each([
    ['Bash(git push)', 'Bash(git push *)'],
    ['Bash(git push *)', 'Bash(git push* main)'],
    ['Bash(git push *)', 'Bash(git pushx)'],
    ['Bash(git * main)', 'Bash(git * dev)'],
    ['Read(/src/**)', 'Read(/src/a/**)'],
    ['WebFetch(domain:a.org)', 'WebFetch(domain:b.org)'],
    ['Read', 'Bash(git push)'],
  ])('deny %s leaves something to allow %s', async (deny, allow) => {
    expect((await load({ [PROJECT]: settings({ allow: [allow], deny: [deny] }) })).diagnostics).toEqual([]);
  });

  it('name the rule that comes first of those that leave another nothing', async () => {
    const loaded = await load({
      [PROJECT]: settings({ allow: ['Bash(git push)'], ask: ['Bash'], deny: ['Bash(git * x)', 'Bash(git push *)', 'Bash(git *)'] }),
    });
    expect(loaded.diagnostics).toMatchObject([{ message: expect.stringContaining('deny rule Bash(git push *) in') }]);
  });

  it('say which allow rules never allow anything', async () => {
    const loaded = await load({
      [PROJECT]: settings({
        allow: ['Bash(watch *)', 'Bash(cd * && npm *)', 'Bash(watch npm test)', 'Bash(x "a && *")'],
        deny: ['Bash(watch *)'],
      }),
    });
    expect(loaded.diagnostics.filter(({ code }) => code === 'never-allows').map(({ line }) => line)).toEqual([4, 5]);
  });

  it('say which files nobody reads', async () => {
    const files = memoryFiles({
      [`${FOLDER}/.claude/setting.json`]: '{}',
      [`${HOME}/code/.git/x`]: '',
      [`${HOME}/code/.claude/settings.json`]: '{}',
    });
    const listing = {
      ...files,
      list: async () => [
        { name: 'setting.json', kind: 'file' as const },
        { name: 'settings.json', kind: 'file' as const },
      ],
    };
    const loaded = await load({}, { files: listing });
    expect(loaded.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['unread-file', `${FOLDER}/.claude/setting.json`],
      ['unread-file', `${HOME}/code/.claude/settings.json`],
    ]);
  });

  it('of an untrusted folder deny and ask, but do not allow', async () => {
    const loaded = await load(
      {
        [PROJECT]: settings({
          allow: ['Bash'],
          ask: ['Edit'],
          deny: ['Read(.env)'],
          additionalDirectories: ['../lib'],
          defaultMode: 'acceptEdits',
        }),
        [USER]: settings({ allow: ['Read'] }),
      },
      { trusted: false },
    );
    expect(loaded.rules.map(({ ref, off }) => [ref.text, off])).toEqual([
      ['Read(.env)', undefined],
      ['Edit', undefined],
      ['Bash', 'untrusted'],
      ['Read', undefined],
    ]);
    expect(loaded.additionalDirectories).toEqual([]);
    expect(loaded.defaultMode).toBeUndefined();
    expect(loaded.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['untrusted-folder', 4],
      ['untrusted-folder', 15],
      ['untrusted-folder', 13],
    ]);
  });

  it('resolve additional directories from the folder and from home', async () => {
    const loaded = await load({ [PROJECT]: settings({ additionalDirectories: ['../lib', '~/x', '/data'] }) });
    expect(loaded.additionalDirectories).toEqual(['/home/ann/code/lib', '/home/ann/x', '/data']);
  });

  it('read local settings at the top of the repository, and save there', async () => {
    const loaded = await load({
      '/home/ann/code/.git/HEAD': '',
      '/home/ann/code/.claude/settings.local.json': settings({ allow: ['Bash(ls)'] }),
    });
    expect(loaded.localFile).toBe('/home/ann/code/.claude/settings.local.json');
    expect(loaded.rules.map(({ ref }) => ref.text)).toEqual(['Bash(ls)']);
  });

  it("leave the person's own files alone when told to", async () => {
    expect((await load({ [USER]: settings({ deny: ['Bash'] }) }, { readUserFiles: false })).rules).toEqual([]);
  });

  it('name the line of a file that is not JSON, and keep the other files in force', async () => {
    const loaded = await load({
      [PROJECT]: '{\n  "permissions": {\n    "deny": ["Read",]\n  }\n}\n',
      [USER]: settings({ deny: ['Bash'] }),
    });
    expect(loaded.diagnostics).toMatchObject([{ code: 'invalid-json', severity: 'error', file: PROJECT, line: 3 }]);
    expect(loaded.rules.map(({ ref }) => ref.text)).toEqual(['Bash']);
  });

  it('name what is not a text or not an array', async () => {
    const loaded = await load({ [PROJECT]: '{\n"permissions": {\n"allow": "Bash",\n"deny": [1,\n"Read"]}}' });
    expect(loaded.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['invalid-settings', 4],
      ['invalid-settings', 3],
    ]);
    expect(loaded.rules.map(({ ref }) => [ref.text, ref.line])).toEqual([['Read', 5]]);
  });
});

describe('the default mode', () => {
  it.each([
    [{ [PROJECT]: settings({ defaultMode: 'plan' }) }, 'plan', []],
    [
      {
        [PROJECT]: settings({ defaultMode: 'plan' }),
        [LOCAL]: settings({ defaultMode: 'dontAsk' }),
        [USER]: settings({ defaultMode: 'default' }),
      },
      'dontAsk',
      [],
    ],
    [{ [USER]: settings({ defaultMode: 'bypassPermissions' }) }, 'bypassPermissions', []],
    [{ [USER]: settings({ defaultMode: 'manual' }) }, 'default', []],
    [{ [PROJECT]: settings({ defaultMode: 'bypassPermissions' }) }, undefined, ['mode-not-from-project']],
    [{ [LOCAL]: settings({ defaultMode: 'auto' }) }, undefined, ['mode-not-from-project']],
    [{ [USER]: settings({ defaultMode: 'auto' }) }, undefined, ['unknown-mode']],
    [{ [USER]: settings({ defaultMode: 'yolo' }) }, undefined, ['unknown-mode']],
  ])('of %j is %s', async (files, mode, codes) => {
    const loaded = await load(files);
    expect([loaded.defaultMode, loaded.diagnostics.map(({ code }) => code)]).toEqual([mode, codes]);
  });
});

describe('the place where a text stops being JSON', () => {
  it.each<[string, number]>([
    ['{"a": 1,}', 8],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['[1]]', 3],
    ['// x', 0],
    ['{"a": "b', 6],
    ['', 0],
    ['{"a": [}', 7],
    ['[1,\n', 4],
    ["['a']", 1],
    ['{1: 2}', 1],
  ])('of %j is %i', (text, offset) => {
    expect(findJsonError(text)).toBe(offset);
  });
});

describe('keys that are written more than once', () => {
  it.each([
    ['{"permissions":{"deny":["Bash(git push *)"]},\n"permissions":{"allow":["Bash(git push *)"]}}', 2],
    ['{"permissions":{"deny":["Bash(git push *)"],\n"deny":[]}}', 2],
    ['{"permissions":{"deny":[],\n"deny":["Bash(git push *)"]}}', 2],
    ['{"permissions":{\n"Deny":["Bash(git push *)"]}}', 2],
    ['{\n"Permissions":{"deny":["Bash(git push *)"]}}', 2],
    ['{"permissions":{\n"\\u0044eny":["Bash(git push *)"]}}', 2],
  ])('deny what any of them denies, and are named with their line: %s', async (text, line) => {
    const loaded = await load({ [PROJECT]: text });
    expect(loaded.rules.filter(({ ref }) => ref.verdict === 'deny').map(({ ref }) => ref.text)).toEqual(['Bash(git push *)']);
    expect(loaded.diagnostics).toContainEqual(expect.objectContaining({ code: 'repeated-key', severity: 'error', file: PROJECT, line }));
  });

  it('allow nothing but what the last of them allows', async () => {
    const loaded = await load({ [PROJECT]: '{"permissions":{"allow":["Read"],"Allow":["Edit"],"allow":["Bash(ls)"]}}' });
    expect(loaded.rules.map(({ ref }) => ref.text)).toEqual(['Bash(ls)']);
  });

  it('are none in a plain file', async () => {
    expect((await load({ [PROJECT]: settings({ allow: ['Read'], deny: ['Edit'] }) })).diagnostics).toEqual([]);
  });
});

describe('settings beyond their bounds', () => {
  it('are not in force, and named: more bytes than anybody writes', async () => {
    const loaded = await load({ [PROJECT]: settings({ deny: Array.from({ length: 100_000 }, (_, at) => `Bash(command-${at} *)`) }) });
    expect(loaded.rules).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([{ code: 'unreadable-settings', severity: 'error', file: PROJECT }]);
  });

  it('are not in force, and named: lists too deep in each other', async () => {
    const loaded = await load({ [PROJECT]: `{"x":\n${'['.repeat(200_000)}${']'.repeat(200_000)},"permissions":{"allow":["Read"]}}` });
    expect(loaded.rules).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([{ code: 'invalid-json', severity: 'error', file: PROJECT, line: 2 }]);
  });

  it('count no brackets in texts', async () => {
    const loaded = await load({ [PROJECT]: `{"x":"\\"${'['.repeat(500)}","permissions":{"allow":["Read"]}}` });
    expect(loaded.rules).toHaveLength(1);
  });
});
