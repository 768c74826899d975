import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { steersPrograms } from '../../../main/core/mcp/steering-variables';
import { createServedFolder } from '../../support/mcp-folder';

const KEY = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}-AAAAAA`;

it('shows what an entry of the project sets as its file has it, without secrets, and of a person’s own entry the names alone', async () => {
  const env = { NODE_OPTIONS: '--require ./x.cjs', TOKEN: '${TOKEN:-none}', KEY };
  const servers = { runs: { command: 'true', env }, far: { type: 'http', url: 'https://x.test/', headers: { 'X-Team': 'core' } } };
  const { folder, connect, ports } = await createServedFolder(servers, 'turns: []', {
    approve: false,
    env: { PATH: '', TOKEN: 'not-shown' },
  });
  await mkdir(ports.home, { recursive: true });
  await writeFile(join(ports.home, 'mcp.json'), JSON.stringify({ mcpServers: { own: { command: 'true', env: { A: 'of the person' } } } }));
  const listed = await connect().call('mcp.list', { folder });
  const launches = Object.fromEntries(listed.servers.map(({ name, launch }) => [name, launch]));
  expect(launches['runs']).toMatchObject({
    envNames: ['NODE_OPTIONS', 'TOKEN', 'KEY'],
    written: [
      { name: 'NODE_OPTIONS', value: '--require ./x.cjs', steers: true },
      { name: 'TOKEN', value: '${TOKEN:-none}', steers: false },
      { name: 'KEY', value: expect.stringContaining('[redacted'), steers: false },
    ],
  });
  expect(launches['far']).toMatchObject({ written: [{ name: 'X-Team', value: 'core', steers: false }] });
  expect(launches['own']).not.toHaveProperty('written');
  expect(JSON.stringify(listed)).not.toMatch(/not-shown|of the person|sk-ant/);
});

it.each([
  ...[
    'PATH',
    'Path',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'PYTHONPATH',
    'BASH_ENV',
    'HTTPS_PROXY',
  ],
  ...[
    'npm_config_registry',
    'UV_INDEX_URL',
    'GIT_SSH_COMMAND',
    'JAVA_TOOL_OPTIONS',
    'SSL_CERT_FILE',
    'RUBYOPT',
    'http_proxy',
    'EDITOR',
    'GOPROXY',
  ],
])('marks the variable %s', (name) => expect(steersPrograms(name)).toBe(true));

it.each(['GITHUB_TOKEN', 'GOOGLE_API_KEY', 'API_KEY', 'LOG_LEVEL', 'TEAM', 'DATABASE_URL', 'PORT'])('leaves the variable %s', (name) =>
  expect(steersPrograms(name)).toBe(false),
);
