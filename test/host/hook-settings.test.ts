import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHookedFolder, type HookedFolder, on } from '../support/hooked-folder';

const SCRIPT = `
turns:
  - id: twice
    match: work twice
    rounds:
      - calls:
          - { name: TodoWrite, input: { todos: [] } }
          - { name: Bash, input: { command: 'true' } }
      - calls: [{ name: Bash, input: { command: 'true' } }]
      - text: Done.
`;

let folder: HookedFolder;
beforeEach(async () => {
  folder = await createHookedFolder();
  await writeFile(join(folder.fixture.ports.resources, 'scripts/tour.yaml'), SCRIPT);
});
afterEach(() => folder.fixture.close());

const swap = (hooks: unknown) => `printf %s '${JSON.stringify({ hooks }).replaceAll("'", "'\\''")}' > .claude/settings.json`;

it('takes settings that a hook itself changed from the model’s next answer on, and tells hooks of the change', async () => {
  const later = { ...on('PreToolUse', 'echo later'), ...on('ConfigChange', 'cat > changed.json') };
  const settings = { sandbox: { enabled: false }, hooks: on('PreToolUse', swap(later)) };
  await writeFile(join(folder.fixture.folder, '.claude/settings.json'), JSON.stringify(settings));
  const { reason, runs, call } = await folder.run('work twice');
  expect([reason, call?.state]).toEqual(['end_turn', 'success']);
  expect(runs('PreToolUse').map(({ label }) => label.split(' ')[0])).toEqual(['printf', 'printf', 'echo']);
  expect(runs('ConfigChange')).toMatchObject([{ matched: true }]);
});
