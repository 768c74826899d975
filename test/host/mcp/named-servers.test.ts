import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sayServersOff } from '../../../main/cli/say-servers-off';
import { createHostFixture } from '../../support/host-fixture';

it('warns of variables that a named file of servers uses and that are not set, which the folder of the project is not', async () => {
  const fixture = await createHostFixture();
  onTestFinished(() => fixture.close());
  const file = join(fixture.folder, 'named.json');
  const servers = { own: { command: '${CLAUDE_PROJECT_DIR}/serve' }, other: { command: '${SET_BY_NOBODY_HERE}/serve' } };
  await writeFile(file, JSON.stringify({ mcpServers: servers }));
  const said: string[] = [];
  const rules = { allow: [], ask: [], deny: [] };
  const invocation = { rules, trust: false, interactive: false, servers: { files: [file], strict: false } };
  await sayServersOff({ ports: { ...fixture.ports, invocation } }, fixture.folder, { note: (text) => void said.push(text) });
  const warnings = said.filter((text) => text.includes('is not set'));
  expect(warnings).toEqual([expect.stringContaining('the variable SET_BY_NOBODY_HERE is not set')]);
});
