import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sayRuleProblems } from '../../../main/cli/say-rule-problems';
import { serverPart } from '../../../main/core/mcp/tool-names';
import type { HostFixture } from '../../support/host-fixture';
import { createServedFolder } from '../../support/mcp-folder';

const ENTRY = { command: 'no-such-program' };
const PART = serverPart('a__b', (text) => createHash('sha256').update(text).digest('hex'));

let fixture: HostFixture;
afterEach(() => fixture.close());

async function start(allow: string[]) {
  fixture = await createServedFolder({ a__b: ENTRY, plain: ENTRY }, 'turns: []\n', { approve: false });
  const file = join(fixture.folder, '.claude/settings.json');
  await mkdir(join(fixture.folder, '.claude'));
  await writeFile(file, JSON.stringify({ permissions: { allow, deny: ['mcp__a__b__drop'] } }, undefined, 1));
  return { file, client: fixture.connect(), folder: fixture.folder };
}

describe('an allow rule for a server by a name that could be read as that of another', () => {
  it('is named at its line, with the name that counts, and no other rule is', async () => {
    const { file, client, folder } = await start(['mcp__plain', 'mcp__a__b__read', `mcp__${PART}__write`, 'mcp__a__bc']);
    const found = [
      {
        code: 'unclear-server',
        severity: 'warning',
        file,
        line: 5,
        suggestion: `mcp__${PART}__read`,
        detail: { key: 'rule.unclear-server' },
      },
    ];
    const { diagnostics } = await client.call('permission.rules', { folder });
    expect(diagnostics.filter(({ code }) => code === 'unclear-server')).toMatchObject(found);
    const matrix = await client.call('permission.matrix', { folder });
    expect(matrix.diagnostics.filter(({ code }) => code === 'unclear-server')).toMatchObject(found);
  });

  it('is named by a run', async () => {
    const { folder } = await start(['mcp__a__b']);
    const said: string[] = [];
    const { ports } = fixture;
    const output = { note: (text: string) => void said.push(text) };
    await sayRuleProblems({ ports }, folder, { rules: { allow: [], ask: [], deny: [] }, trust: false }, output);
    expect(said.join('\n')).toContain('The allow rule mcp__a__b does not count for the server "a__b"');
  });
});
