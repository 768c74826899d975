import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editHooks } from '../../../main/core/hooks/edit-hooks';
import { putJson, removeJson } from '../../../main/core/kernel/edit-json';

const handler = { type: 'command', command: 'true' };
const SETTINGS = `{
    "model": "x",
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "a" }] }
        ]
    },   "env": {}
}
`;

describe('a settings file after a change of its hooks', () => {
  it('keeps all else as it was laid out', async () => {
    const added = await editHooks(SETTINGS, [{ op: 'add', event: 'PreToolUse', matcher: 'Bash', handler }]);
    expect(added).toContain('[{ "type": "command", "command": "a" }, {');
    expect(added.startsWith('{\n    "model": "x",\n')).toBe(true);
    expect(added.endsWith('},   "env": {}\n}\n')).toBe(true);
    const removed = await editHooks(added, [{ op: 'remove', path: ['PreToolUse', 0, 'hooks', 1] }]);
    expect(removed).toBe(SETTINGS);
  });

  it('makes what is missing, and takes away what would be empty', async () => {
    const made = await editHooks('', [{ op: 'add', event: 'Stop', matcher: '', handler }]);
    expect(JSON.parse(made)).toEqual({ hooks: { Stop: [{ hooks: [handler] }] } });
    expect(JSON.parse(await editHooks(made, [{ op: 'remove', path: ['Stop', 0, 'hooks', 0] }]))).toEqual({ hooks: {} });
  });

  it('moves a handler to another event or matcher', async () => {
    const path = ['PreToolUse', 0, 'hooks', 0];
    const moved = await editHooks(SETTINGS, [{ op: 'replace', path, event: 'Stop', matcher: '', handler }]);
    expect(JSON.parse(moved).hooks).toEqual({ Stop: [{ hooks: [handler] }] });
    const rematched = await editHooks(SETTINGS, [{ op: 'replace', path, event: 'PreToolUse', matcher: 'Edit', handler }]);
    expect(JSON.parse(rematched).hooks).toEqual({ PreToolUse: [{ matcher: 'Edit', hooks: [handler] }] });
  });

  it('lists a command that the sandbox cannot hold, once', async () => {
    const change = { op: 'exclude' as const, command: 'notify-send *' };
    expect(JSON.parse(await editHooks('{}', [change, change]))).toEqual({ sandbox: { excludedCommands: ['notify-send *'] } });
  });

  it('refuses a text that is not JSON', async () => {
    await expect(editHooks('{ "hooks": ', [{ op: 'add', event: 'Stop', matcher: '', handler }])).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

it('puts and removes values of any JSON as a change of the value would', async () => {
  const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value === 'object' && value !== null);
  await fc.assert(
    fc.asyncProperty(
      json,
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(0, 2, '\t'),
      async (value, key, put, indent) => {
        const text = JSON.stringify(Array.isArray(value) ? { list: value } : value, undefined, indent);
        const plain: Record<string, unknown> = JSON.parse(text);
        const path = ['made', key];
        const before = plain['made'];
        const made = typeof before === 'object' && before !== null && !Array.isArray(before) ? { ...before, [key]: put } : { [key]: put };
        if (Array.isArray(before)) return;
        const after = await putJson(text, path, put);
        expect(JSON.parse(after)).toEqual(JSON.parse(JSON.stringify({ ...plain, made })));
        const { made: _made, ...rest } = plain;
        expect(JSON.parse(await removeJson(after, ['made']))).toEqual(rest);
      },
    ),
    { numRuns: 60 },
  );
});
