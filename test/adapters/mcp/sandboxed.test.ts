import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../main/adapters/sandbox/create-sandbox';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { LIMIT, newConnector, newHome, recordHandlers } from '../../support/mcp-connector';
import { referenceServer } from '../../support/mcp-servers';
import { grantOf } from '../../support/sandbox-grant';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;

describe.runIf(present)('a server in a sandbox', () => {
  const home = newHome();
  const project = join(home, 'project');
  const sandbox = createSandbox(process.platform, { home, path: process.env['PATH'] ?? '', leases: join(home, 'leases') });
  const connector = newConnector({ sandbox });
  const { handlers } = recordHandlers();
  mkdirSync(project);
  writeFileSync(join(project, 'note.txt'), 'a note');
  writeFileSync(join(home, 'private.txt'), 'not for servers');
  const grant = grantOf(project, { readable: [join(import.meta.dirname, '../../../node_modules')] });
  const isolation = { grant, session: 'servers', isGuarded: () => false };
  afterAll(async () => {
    await connector.closeAll();
    await sandbox.stop();
  });

  it('has what it is granted and nothing more, and ends as a whole', async () => {
    const launch = referenceServer('filesystem', [project, home], { cwd: project, sandbox: isolation });
    const files = await connector.connect('files', launch, handlers, LIMIT);
    const read = (path: string) => files.callTool('read_text_file', { path }, LIMIT);
    expect(await read(join(project, 'note.txt'))).toMatchObject({ isError: false, structured: { content: 'a note' } });
    expect(await read(join(home, 'private.txt'))).toMatchObject({ isError: true });
    expect((await connector.inspect(files.pid ?? 0)).length).toBeGreaterThan(1);
    await files.close();
    expect(await connector.inspect(files.pid ?? 0)).toEqual([]);
  });

  it('says that a program is not there as without one', async () => {
    const launch = referenceServer('filesystem', [project], { command: 'no-such-program', cwd: project, sandbox: isolation });
    await expect(connector.connect('missing', launch, handlers, LIMIT)).rejects.toMatchObject({ kind: 'cannot-start' });
  });

  it('does not start where there is none', async () => {
    const plain = newConnector();
    const launch = referenceServer('filesystem', [project], { cwd: project, sandbox: isolation });
    await expect(plain.connect('files', launch, handlers, LIMIT)).rejects.toMatchObject({
      kind: 'cannot-start',
      message: 'there is no sandbox here',
    });
  });
});
