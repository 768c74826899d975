import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { type LoadServersOptions, loadServers } from '../../../main/core/mcp/load-servers';
import { NO_STATE } from '../../../main/core/mcp/server-state';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
let base: string;
let folder: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'load-servers-')));
  folder = join(base, 'project');
  await mkdir(folder);
});

async function write(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(join(base, path)), { recursive: true });
  await writeFile(join(base, path), JSON.stringify(value, undefined, 2));
}

const load = (more: Partial<LoadServersOptions> = {}) =>
  loadServers({
    files: createNodeFileSystem(),
    folder,
    home: base,
    productHome: join(base, 'product'),
    managedDir: join(base, 'managed'),
    trusted: true,
    approveAll: false,
    state: NO_STATE,
    variables: {},
    hash,
    isUntracked: async () => true,
    ...more,
  });
const entry = (command: string) => ({ command });
const states = async (more?: Partial<LoadServersOptions>) =>
  (await load(more)).servers.map(({ name, scope, off }) => [name, scope, off?.reason.code ?? 'starts']);

describe('the servers of a folder', () => {
  it('take what an invocation names before all others, or alone, and say that a named file is missing', async () => {
    await write('product/mcp.json', { mcpServers: { a: entry('user'), u: entry('u') } });
    await write('named.json', { mcpServers: { a: entry('named'), n: entry('n') } });
    const files = [join(base, 'named.json'), join(base, 'gone.json')];
    expect(await states({ named: { files, strict: false } })).toEqual([
      ['a', 'local', 'starts'],
      ['n', 'local', 'starts'],
      ['u', 'user', 'starts'],
    ]);
    const { servers, diagnostics } = await load({ named: { files, strict: true } });
    expect(servers.map(({ name, file }) => [name, file])).toEqual([
      ['a', files[0]],
      ['n', files[0]],
    ]);
    expect(diagnostics).toMatchObject([{ code: 'missing-servers-file', severity: 'error', file: files[1], line: 1 }]);
    expect((await load({ named: { files: [], strict: true } })).servers).toEqual([]);
  });

  it('take the person’s own entry before the project’s, and the folder’s before that of every folder, whole', async () => {
    await write('product/mcp.json', {
      mcpServers: { a: entry('own-user'), u: entry('u') },
      projects: { [folder]: { mcpServers: { a: entry('own-local') } } },
    });
    await write('.claude.json', {
      mcpServers: { a: entry('user'), v: entry('v') },
      projects: { [folder]: { mcpServers: { b: entry('local') } } },
    });
    await write('project/.mcp.json', { mcpServers: { a: entry('project'), b: entry('project'), c: entry('c') } });
    const { servers } = await load();
    expect(
      servers.map(({ name, scope, launch, shadows }) => [name, scope, launch?.type === 'stdio' ? launch.command : '', shadows.length]),
    ).toEqual([
      ['a', 'local', 'own-local', 3],
      ['b', 'local', 'local', 1],
      ['c', 'project', 'c', 0],
      ['u', 'user', 'u', 0],
      ['v', 'user', 'v', 0],
    ]);
    expect((await load({ readUserFiles: false })).servers.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'u']);
  });

  it('start by default only where the person has said so', async () => {
    await write('product/mcp.json', { mcpServers: { mine: entry('mine') } });
    await write('project/.mcp.json', { mcpServers: { a: entry('a'), b: entry('b') } });
    const [a] = (await load()).servers;
    expect(await states()).toEqual([
      ['a', 'project', 'new'],
      ['b', 'project', 'new'],
      ['mine', 'user', 'starts'],
    ]);
    expect(await states({ trusted: false })).toEqual([
      ['a', 'project', 'untrusted-folder'],
      ['b', 'project', 'untrusted-folder'],
      ['mine', 'user', 'untrusted-folder'],
    ]);
    const approved = { ...NO_STATE, approved: { a: a?.hash ?? '', b: 'an earlier entry' } };
    expect(await states({ state: approved })).toEqual([
      ['a', 'project', 'starts'],
      ['b', 'project', 'changed'],
      ['mine', 'user', 'starts'],
    ]);
    expect((await states({ state: { ...approved, disabled: ['a', 'mine'] } })).map(([, , why]) => why)).toEqual([
      'disabled-here',
      'changed',
      'disabled-here',
    ]);
  });

  it('are enabled by lists of the person, never by the project’s own, and disabled by any', async () => {
    await write('project/.mcp.json', { mcpServers: { a: entry('a'), b: entry('b'), c: entry('c') } });
    await write('project/.claude/settings.json', { enableAllProjectMcpServers: true, disabledMcpjsonServers: ['b'] });
    const unapproved = await load();
    expect(unapproved.servers.map(({ off }) => off?.reason.code)).toEqual(['new', 'disabled-by-settings', 'new']);
    expect(unapproved.diagnostics).toMatchObject([{ code: 'self-approval', line: 2 }]);
    await write('.claude/settings.json', { enabledMcpjsonServers: ['a', 'b'] });
    const { servers, toApprove } = await load();
    expect(servers.map(({ off }) => off?.reason.code)).toEqual([undefined, 'disabled-by-settings', 'new']);
    expect(toApprove.map(({ name }) => name)).toEqual(['a']);
    // The list named another entry: what is on record counts.
    expect((await states({ state: { ...NO_STATE, approved: { a: 'an earlier entry' } } }))[0]).toEqual(['a', 'project', 'changed']);
  });

  it('obey lists that deny, and the managed list of what is allowed', async () => {
    await write('product/mcp.json', {
      mcpServers: {
        cmd: { command: 'npx', args: ['good'] },
        other: { command: 'npx', args: ['bad'] },
        web: { type: 'http', url: 'https://api.x.test/mcp' },
      },
    });
    await write('managed/managed-settings.json', {
      allowedMcpServers: [{ serverName: 'other' }, { serverCommand: ['npx', 'good'] }, { serverUrl: 'https://*.x.test/*' }],
    });
    expect(await states()).toEqual([
      ['cmd', 'user', 'starts'],
      ['other', 'user', 'not-allowed-by-policy'],
      ['web', 'user', 'starts'],
    ]);
    await write('project/.claude/settings.json', { deniedMcpServers: [{ serverUrl: 'https://api.*' }, 5] });
    const { servers, diagnostics } = await load();
    expect(servers.find(({ name }) => name === 'web')?.off?.reason.code).toBe('denied-by-policy');
    expect(diagnostics).toMatchObject([{ code: 'bad-server-matcher' }]);
    await write('managed/managed-settings.json', { allowedMcpServers: 'everything' });
    expect((await states()).every(([, , why]) => why !== 'starts')).toBe(true);
  });

  it('keep off what a list denies that is not written as a list, and say what means nothing', async () => {
    await write('product/mcp.json', { mcpServers: { evil: entry('a'), pj: entry('b') } });
    for (const deniedMcpServers of ['evil', { serverName: 'evil' }, ['evil', 5]]) {
      await write('project/.claude/settings.json', { deniedMcpServers });
      expect(await states()).toEqual([
        ['evil', 'user', 'denied-by-policy'],
        ['pj', 'user', 'starts'],
      ]);
    }
    await write('project/.claude/settings.json', { deniedMcpServers: { serverUrl: 'evil.example' }, disabledMcpjsonServers: ['pj', 5] });
    const { diagnostics } = await load();
    expect(diagnostics.map(({ code, detail }) => [code, detail?.params])).toEqual([
      ['bad-server-matcher', expect.objectContaining({ key: 'disabledMcpjsonServers' })],
      ['bad-server-matcher', expect.objectContaining({ url: 'evil.example' })],
    ]);
    await rm(join(base, 'product'), { recursive: true });
    await write('project/.mcp.json', { mcpServers: { pj: entry('b') } });
    for (const disabledMcpjsonServers of ['pj', ['pj', 5]]) {
      await write('project/.claude/settings.json', { disabledMcpjsonServers });
      expect(await states()).toEqual([['pj', 'project', 'disabled-by-settings']]);
    }
  });

  it('say with their line what is wrong, and go on with the rest', async () => {
    await writeFile(join(folder, '.mcp.json'), '{\n  "mcpServers": {\n    "a": { "command": "x" },\n    "b": {{\n  }\n}');
    await write('product/mcp.json', { mcpServers: { ok: entry('${NOT_SET}') } });
    const { servers, diagnostics } = await load();
    expect(servers.map(({ name }) => name)).toEqual(['ok']);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual(
      expect.arrayContaining([
        ['invalid-json', 4],
        ['unset-variable', 3],
      ]),
    );
  });

  it('are approved by local settings only where these did not come with the repository', async () => {
    await write('project/.mcp.json', { mcpServers: { a: entry('a') } });
    await write('project/.claude/settings.local.json', { enableAllProjectMcpServers: true });
    expect(await states()).toEqual([['a', 'project', 'starts']]);
    const committed = { isUntracked: async () => false };
    expect(await states(committed)).toEqual([['a', 'project', 'new']]);
    expect((await load(committed)).diagnostics).toMatchObject([
      { code: 'self-approval', file: join(folder, '.claude/settings.local.json'), line: 2 },
    ]);
  });

  it('may be called like what every object has', async () => {
    await write('project/.mcp.json', { mcpServers: { constructor: entry('${toString}'), valueOf: entry('b'), ['__proto__']: entry('c') } });
    const { diagnostics } = await load();
    expect(await states()).toEqual([
      ['constructor', 'project', 'new'],
      ['valueOf', 'project', 'new'],
    ]);
    expect(diagnostics.map(({ code, about }) => [code, about])).toEqual([
      ['bad-server-name', '__proto__'],
      ['unset-variable', 'constructor'],
    ]);
  });
});
