import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type Handlers, type HookedFolder, on } from '../support/hooked-folder';

const SCRIPT = `
turns:
  - id: say
    match: say it
    rounds:
      - calls: [{ name: Bash, input: { command: 'echo "[$COLOUR|$GREETING|\${API_TOKEN-none}]"; case ":$PATH:" in *:/extra/bin:*) echo extended;; esac' } }]
      - text: Said.
  - id: move
    match: move and say it
    rounds:
      - calls: [{ name: Bash, input: { command: 'cd sub' } }]
      - calls: [{ name: Bash, input: { command: 'until [ -e ../heard ]; do sleep 0.02; done' } }]
      - calls: [{ name: Bash, input: { command: 'echo "[$PLACE]"' } }]
      - text: Moved.
`;

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
  await writeFile(join(folder.fixture.ports.resources, 'scripts/tour.yaml'), SCRIPT);
});
afterEach(() => folder.fixture.close());

const settings = (hooks: Handlers, sandbox: boolean) =>
  writeFile(join(folder.fixture.folder, '.claude/settings.json'), JSON.stringify({ hooks, sandbox: { enabled: sandbox } }));

it.each([true, false])('gives later commands what a hook of the start exports, sandboxed: %s', async (sandbox) => {
  const lines = `printf 'export COLOUR=blue GREETING="hello $USER_NAME there"\\nexport PATH="$PATH:/extra/bin"\\nAPI_TOKEN=abcdefgh\\n' >> "$CLAUDE_ENV_FILE"`;
  await settings(on('SessionStart', lines), sandbox);
  const { runs, body, notices } = await folder.run('say it');
  expect(notices).toEqual([]);
  expect(runs('SessionStart')).toMatchObject([{ outcome: 'success', sets: ['COLOUR', 'GREETING', 'PATH', 'API_TOKEN'] }]);
  expect(runs('SessionStart')[0]?.isolation === 'sandbox').toBe(sandbox);
  expect(body).toContain('[blue|hello  there|none]');
  expect(body).toContain('extended');
});

it('runs nothing of the file, says what is left out, and keeps values out of the ledger', async () => {
  const lines = 'export COLOUR=$(touch ran)\\ntouch ran\\nexport GREETING="%s"\\n';
  await settings(on('SessionStart', `printf '${lines}' "$(echo quiet words | tr a-z A-Z)" > "$CLAUDE_ENV_FILE"`), true);
  const { runs, body, events } = await folder.run('say it');
  expect(folder.has('ran')).toBe(false);
  expect(runs('SessionStart')).toMatchObject([{ sets: ['GREETING'], problem: expect.stringContaining('touch ran') }]);
  expect(body).toContain('[|QUIET WORDS|none]');
  expect(JSON.stringify(events.filter(({ type }) => type === 'hook/considered'))).not.toContain('QUIET');
});

it('gives an agent what a hook exports when its folder changes', async () => {
  await mkdir(join(folder.fixture.folder, 'sub'));
  await settings(on('CwdChanged', `echo "export PLACE='the sub folder'" > "$CLAUDE_ENV_FILE"`), true);
  const { runs, body } = await folder.run('move and say it', undefined, async (runsOf) => {
    await expect.poll(() => runsOf('CwdChanged')).toHaveLength(1);
    await writeFile(join(folder.fixture.folder, 'heard'), '');
  });
  expect(runs('CwdChanged')).toMatchObject([{ outcome: 'success', sets: ['PLACE'] }]);
  expect(body).toContain('[the sub folder]');
});
