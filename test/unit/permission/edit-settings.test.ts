import { describe, expect, it } from 'vitest';
import { editSettings, type SettingsChange } from '../../../main/core/permission/edit-settings';

const FILE = '/p/.claude/settings.json';
const LAID_OUT = `{
  "model": "x",
  "permissions": {
    "deny": ["Read(.env)"],
    "allow": [
      "Bash(npm test)",
      "Bash(ls)",
      "Edit"
    ]
  },
  "env": { "A": "1" }
}
`;
const edit = (change: SettingsChange, text: string | undefined = LAID_OUT) => editSettings(text, FILE, change);

describe('a settings file', () => {
  it('gets a rule behind the last one, in the layout of the list, and nothing else in it moves', async () => {
    expect(await edit({ op: 'add', verdict: 'allow', rule: 'Bash(x)' })).toBe(LAID_OUT.replace('"Edit"\n', '"Edit",\n      "Bash(x)"\n'));
    expect(await edit({ op: 'add', verdict: 'deny', rule: 'Read(b)' })).toBe(
      LAID_OUT.replace('["Read(.env)"]', '["Read(.env)", "Read(b)"]'),
    );
  });

  it.each([
    ['Bash(npm test)', '\n      "Bash(ls)",\n      "Edit"\n    '],
    ['Bash(ls)', '\n      "Bash(npm test)",\n      "Edit"\n    '],
    ['Edit', '\n      "Bash(npm test)",\n      "Bash(ls)"\n    '],
  ])('loses %s with its comma', async (rule, left) => {
    const changed = await edit({ op: 'remove', verdict: 'allow', rule });
    expect(changed).toBe(LAID_OUT.replace(/(?<="allow": \[)[^\]]*/, left));
  });

  it('keeps an empty list when its only rule goes, and loses every copy of a rule', async () => {
    expect(await edit({ op: 'remove', verdict: 'deny', rule: 'Read(.env)' })).toBe(LAID_OUT.replace('["Read(.env)"]', '[]'));
    expect(await edit({ op: 'remove', verdict: 'ask', rule: 'A' }, '{"permissions":{"ask":["A","B","A"]}}')).toBe(
      '{"permissions":{"ask":["B"]}}',
    );
  });

  it('has a rule replaced in its place', async () => {
    expect(await edit({ op: 'replace', verdict: 'allow', rule: 'Bash(ls)', by: 'Bash(ls "a")' })).toBe(
      LAID_OUT.replace('"Bash(ls)"', '"Bash(ls \\"a\\")"'),
    );
    await expect(edit({ op: 'replace', verdict: 'allow', rule: 'gone', by: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('stays as it is when the rule is there already, or is not there to be removed', async () => {
    expect(await edit({ op: 'add', verdict: 'allow', rule: 'Edit' })).toBe(LAID_OUT);
    expect(await edit({ op: 'remove', verdict: 'ask', rule: 'Edit' })).toBe(LAID_OUT);
  });

  it('begins where there is none, keeps its line ends, and is refused when it is broken', async () => {
    expect(JSON.parse(await edit({ op: 'add', verdict: 'ask', rule: 'Edit' }, ''))).toEqual({ permissions: { ask: ['Edit'] } });
    const windows = '{\r\n  "permissions": {\r\n    "allow": [\r\n      "A"\r\n    ]\r\n  }\r\n}\r\n';
    expect(await edit({ op: 'add', verdict: 'allow', rule: 'B' }, windows)).toBe(windows.replace('"A"', '"A",\r\n      "B"'));
    for (const broken of ['{', '{"permissions":[]}', '{"permissions":{"allow":"Edit"}}', '{ // mine\n}'])
      await expect(edit({ op: 'add', verdict: 'allow', rule: 'Edit' }, broken)).rejects.toMatchObject({ code: 'conflict' });
  });
});
