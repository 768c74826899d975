import { expect, it } from 'vitest';
import { createServedFolder, scriptedCommand, writeTools } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const SECRET = 'plain"looking\\value-of-a-variable';
const WRITTEN = 'written-into-the-entry';

it('shows nothing of what it put in from the environment: in the trace, the log, the error output, processes, reasons and failures', async () => {
  const log = { level: 'error', logger: `of ${SECRET}`, data: { given: SECRET } };
  const tools = await writeTools([{ name: 'says', inputSchema: { type: 'object' }, result: { log } }]);
  const { command, args } = scriptedCommand(tools);
  const shout = `console.error(process.argv.at(-1)); setTimeout(() => 0, 1000)`;
  const { folder, connect } = await createServedFolder(
    {
      runs: { command, args: [...args, '${GIVEN}'], env: { OWN_TOKEN: WRITTEN } },
      shouts: { command: process.execPath, args: ['-e', shout, '${GIVEN}'] },
      gone: { command: '/nowhere/${GIVEN}' },
      odd: { type: 'http', url: 'ftp://x/${GIVEN}' },
    },
    'turns: []',
    { env: { PATH: process.env['PATH'], GIVEN: SECRET } },
  );
  const client = connect();
  const { until } = await watchServers(client, folder);
  await until('runs', is('connected'));
  for (const server of ['shouts', 'gone', 'odd']) await until(server, is('failed'));
  const called = await client.call('mcp.call', {
    folder,
    server: 'runs',
    tool: 'says',
    input: { given: SECRET, own: WRITTEN },
    call: 'one',
    confirmed: true,
  });
  expect(called.isError).toBe(false);
  const shown = async (server: string) => ({
    ...(await client.call('mcp.server', { folder, server })),
    trace: await client.call('mcp.trace', { folder, server, limit: 100 }),
    logged: await client.call('mcp.logged', { folder, server }),
    stderr: await client.call('mcp.stderr', { folder, server }),
  });
  for (const server of ['runs', 'shouts', 'gone', 'odd']) {
    const text = JSON.stringify(await shown(server));
    expect([server, text.includes('value-of-a-variable')]).toEqual([server, false]);
  }
  expect(JSON.stringify((await shown('runs')).trace)).not.toContain(WRITTEN);
  expect((await shown('runs')).logged.entries).toMatchObject([{ logger: 'of [redacted]', text: expect.stringContaining('[redacted]') }]);
  expect(JSON.stringify((await shown('runs')).processes)).toContain('[redacted]');
  expect((await shown('shouts')).stderr.text).toContain('[redacted]');
  expect((await shown('gone')).server.reason?.detail).toContain('/nowhere/[redacted] was not found');
});
