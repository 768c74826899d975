import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerEntry } from '../../../shared/model/mcp';
import type { HostFixture } from '../../support/host-fixture';
import { createServedFolder } from '../../support/mcp-folder';

const FILE = `{
    "mcpServers": {
        "first": { "command": "no-such-program" },
        "p": {
            "command": "no-such-program",
            "args": [],
            "env": { "A_TOKEN": "\${A_TOKEN:-none}" },
            "timeout": 5000,
            "x-note": "of the team"
        },
        "web": { "type": "streamable-http", "url": "\${BASE:-https://a.test}/mcp", "oauth": { "clientId": "c", "more": 1 } }
    },
    "else": [1, 2]
}
`;

let fixture: HostFixture;
let client: ReturnType<HostFixture['connect']>;
let path: string;
beforeEach(async () => {
  fixture = await createServedFolder({}, 'turns: []\n', { trust: true, approve: false });
  path = join(fixture.folder, '.mcp.json');
  await writeFile(path, FILE);
  client = fixture.connect();
});
afterEach(() => fixture.close());

const read = (server: string) => client.call('mcp.entry', { folder: fixture.folder, server });
const plan = (server: string, hash: string, entry: ServerEntry) =>
  client.call('mcp.planEdit', { folder: fixture.folder, server, scope: 'project', entry, hash });
const view = async (server: string) =>
  (await client.call('mcp.list', { folder: fixture.folder })).servers.find(({ name }) => name === server);
const write = ({ text, base = '' }: { text: string; base?: string | undefined }) =>
  client.call('mcp.write', { folder: fixture.folder, path, text, base });

describe('the entry of a server', () => {
  it('is read as it is written, and changed in its place, and all else of the file stays', async () => {
    const { entry, hash } = await read('p');
    expect(entry).toMatchObject({ env: { A_TOKEN: '${A_TOKEN:-none}' }, 'x-note': 'of the team' });
    await write(await plan('p', hash, { type: 'stdio', command: 'node', args: ['s.mjs'], env: { A_TOKEN: '${A_TOKEN:-none}' } }));
    expect(await readFile(path, 'utf8')).toBe(
      FILE.replace(/("p": \{\n\s+"command": )"no-such-program"/, '$1"node"').replace(
        '"args": []',
        '"args": [\n                "s.mjs"\n            ]',
      ),
    );
  });

  it('keeps the word that it has for its kind, and what its form has no field for', async () => {
    const { hash } = await read('web');
    const { text } = await plan('web', hash, { type: 'http', url: '${BASE:-https://a.test}/v2' });
    expect(text).toBe(FILE.replace('}/mcp"', '}/v2"'));
  });

  it('loses the keys of the other kind of connection, and what was emptied', async () => {
    const { hash } = await read('p');
    const remote = JSON.parse((await plan('p', hash, { type: 'http', url: 'https://b.test/' })).text);
    expect(remote.mcpServers.p).toEqual({ timeout: 5000, 'x-note': 'of the team', type: 'http', url: 'https://b.test/' });
    const bare = JSON.parse((await plan('p', hash, { type: 'stdio', command: 'no-such-program' })).text);
    expect(bare.mcpServers.p).toEqual({ command: 'no-such-program', args: [], timeout: 5000, 'x-note': 'of the team' });
  });

  it('of a project is asked about again once it says something else', async () => {
    const { hash } = await read('p');
    await client.call('mcp.approve', { folder: fixture.folder, server: 'p', hash, approve: true });
    await write(await plan('p', hash, { type: 'stdio', command: 'other' }));
    expect(await view('p')).toMatchObject({ state: 'pending-approval', reason: { code: 'changed' } });
  });

  it('is left alone where somebody changed it after it was read, or the file after the change was seen', async () => {
    const { hash } = await read('p');
    const planned = await plan('p', hash, { type: 'stdio', command: 'mine' });
    await writeFile(path, FILE.replace('of the team', 'of another'));
    await expect(plan('p', hash, { type: 'stdio', command: 'mine' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(write(planned)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(path, 'utf8')).toContain('of another');
  });

  it('that is none can be put right', async () => {
    await writeFile(path, '{ "mcpServers": { "p": 7 } }\n');
    const { entry, hash } = await read('p');
    expect(entry).toEqual({});
    await write(await plan('p', hash, { type: 'stdio', command: 'x' }));
    expect(JSON.parse(await readFile(path, 'utf8')).mcpServers.p).toEqual({ type: 'stdio', command: 'x' });
  });

  it('of a file that is only read is not changed', async () => {
    await writeFile(join(fixture.ports.personHome, '.claude.json'), JSON.stringify({ mcpServers: { theirs: { command: 'x' } } }));
    await expect(read('theirs')).rejects.toMatchObject({ code: 'read-only' });
  });

  it('comes back as it was when its removal is taken back, and only while nobody else wrote', async () => {
    const remove = () => client.call('mcp.planRemove', { folder: fixture.folder, server: 'p', scope: 'project' });
    const { base } = await write(await remove());
    expect(await view('p')).toBeUndefined();
    await write({ text: FILE, base });
    expect(await readFile(path, 'utf8')).toBe(FILE);
    expect(await view('p')).toMatchObject({ state: 'pending-approval', reason: { code: 'new' } });
    const again = await write(await remove());
    await writeFile(path, '{}\n');
    await expect(write({ text: FILE, base: again.base })).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(path, 'utf8')).toBe('{}\n');
  });
});
