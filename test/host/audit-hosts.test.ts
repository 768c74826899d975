import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram } from '../../main/adapters/sandbox/find-program';
import { createHostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

const present = process.platform === 'linux' && ['bwrap', 'socat', 'nsenter', 'curl'].every((name) => findProgram(name) !== undefined);

it.runIf(present)(
  'the record of an isolated command says which host it reached through the proxy, and which it was refused',
  async () => {
    const server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const fixture = await createHostFixture();
    const command = `curl -s --noproxy '' http://127.0.0.1:${port}/; curl -s --noproxy '' http://127.0.0.2:${port}/; true`;
    const script = `turns:\n  - id: go\n    match: go\n    rounds:\n      - calls: [{ name: Bash, input: { command: "${command}" } }]\n      - text: Done.\n`;
    await writeFile(join(fixture.ports.resources, 'scripts/hosts.yaml'), script);
    await mkdir(join(fixture.ports.personHome, '.claude'), { recursive: true });
    const settings = { sandbox: { network: { allowedDomains: [`127.0.0.1:${port}`] } } };
    await writeFile(join(fixture.ports.personHome, '.claude/settings.json'), JSON.stringify(settings));
    try {
      const client = fixture.connect();
      const sent = await client.call('session.send', {
        folder: fixture.folder,
        mode: 'bypassPermissions',
        model: 'scripted/hosts',
        input: { text: 'go' },
      });
      await (await watchSession(client, sent.session)).until(isIdle);
      const { entries } = await client.call('audit.list', { folder: fixture.folder, filter: {}, offset: 0, limit: 100 });
      expect(entries.filter(({ kind }) => kind === 'call')).toMatchObject([
        {
          tool: 'Bash',
          state: 'ok',
          grant: { isolated: true, hosts: [`127.0.0.1:${port}`] },
          hosts: [`127.0.0.1:${port}`],
          refusedHosts: [`127.0.0.2:${port}`],
        },
      ]);
    } finally {
      server.close();
      await fixture.close();
    }
  },
  60_000,
);
