import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expandLaunch } from '../../../main/core/mcp/expand-variables';
import { parseServers } from '../../../main/core/mcp/parse-servers';
import { parseSettings } from '../../../main/core/permission/parse-settings';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

async function parse(servers: string) {
  const text = await parseSettings(`{\n  "mcpServers": ${servers}\n}`, '/p/.mcp.json');
  if (!('lineOf' in text)) throw new Error(text.message);
  return parseServers({ text, path: ['mcpServers'], file: '/p/.mcp.json', scope: 'project', hash });
}

describe('entries of servers', () => {
  it('reads processes and remote servers', async () => {
    const { servers, diagnostics } = await parse(`{
      "files": { "command": "node", "args": ["a.js"], "env": { "A": "1" }, "timeout": 5000 },
      "web": { "type": "streamable-http", "url": "https://x.test/mcp", "headers": { "X": "y" }, "headersHelper": "token", "alwaysLoad": true },
      "old": { "type": "sse", "url": "https://x.test/sse" }
    }`);
    expect(diagnostics).toEqual([]);
    expect(servers.map(({ name, launch, timeoutMs, alwaysLoad, line }) => [name, launch, timeoutMs, alwaysLoad, line])).toEqual([
      ['files', { type: 'stdio', command: 'node', args: ['a.js'], env: { A: '1' } }, 5000, false, 3],
      ['web', { type: 'http', url: 'https://x.test/mcp', headers: { X: 'y' }, headersHelper: 'token' }, undefined, true, 4],
      ['old', { type: 'sse', url: 'https://x.test/sse', headers: {} }, undefined, false, 5],
    ]);
  });

  it.each([
    ['{ "a b": { "command": "x" } }', 'bad-server-name'],
    ['{ "workspace": { "command": "x" } }', 'bad-server-name'],
    ['{ "x": 5 }', 'invalid-server'],
    ['{ "x": { "url": "https://x.test" } }', 'invalid-server'],
    ['{ "x": { "type": "htpp", "url": "https://x.test" } }', 'invalid-server'],
    ['{ "x": { "args": ["a"] } }', 'invalid-server'],
    ['{ "x": { "command": "x", "args": "a" } }', 'invalid-server'],
    ['[]', 'invalid-servers'],
  ])('says with file and line what is wrong with %s', async (servers, code) => {
    const { diagnostics } = await parse(servers);
    expect(diagnostics).toMatchObject([{ code, severity: 'error', file: '/p/.mcp.json', line: 2 }]);
  });

  it('names the key that was probably meant, and reads on', async () => {
    const { servers, diagnostics } = await parse('{ "x": { "comand": "y", "command": "x", "timeout": 3 } }');
    expect(diagnostics.map(({ code, suggestion }) => [code, suggestion])).toEqual([
      ['unknown-key', 'command'],
      ['short-timeout', undefined],
    ]);
    expect(servers[0]?.launch).toMatchObject({ command: 'x' });
  });

  it('gives an entry the same hash whatever the order of its keys, and another for any other word', async () => {
    const hashOf = async (entry: string) => (await parse(`{ "x": ${entry} }`)).servers[0]?.hash;
    const first = await hashOf('{ "command": "x", "args": ["a", "b"] }');
    expect(await hashOf('{ "args": ["a", "b"], "command": "x" }')).toBe(first);
    expect(await hashOf('{ "args": ["b", "a"], "command": "x" }')).not.toBe(first);
    expect(await hashOf('{ "command": "x", "args": ["a", "b"], "env": {} }')).not.toBe(first);
  });
});

describe('variables in entries', () => {
  it('puts in what is set, or the default, and names what is neither', () => {
    const launch = { type: 'http' as const, url: 'https://${HOST:-x.test}/${PATH_PART}', headers: { A: 'Bearer ${KEY}' } };
    expect(expandLaunch(launch, { KEY: 'k' })).toEqual({
      launch: { type: 'http', url: 'https://x.test/${PATH_PART}', headers: { A: 'Bearer k' } },
      unset: ['PATH_PART'],
      values: ['k'],
    });
  });

  it('brings the secret of a client that was registered by hand, from a variable where it stands there', async () => {
    const { servers } = await parse(`{
      "web": { "type": "http", "url": "https://x.test/mcp", "oauth": { "clientId": "me", "clientSecret": "\${SECRET}" } }
    }`);
    const [{ launch } = {}] = servers;
    if (launch === undefined) throw new Error('there is no launch');
    expect(expandLaunch(launch, { SECRET: 's3cret' }).launch).toMatchObject({ oauth: { clientId: 'me', clientSecret: 's3cret' } });
    expect(expandLaunch(launch, {}).unset).toEqual(['SECRET']);
  });
});
