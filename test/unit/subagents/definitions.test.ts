import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { type DefinitionCache, loadDefinitions } from '../../../main/core/subagents/load-definitions';
import { parseDefinition } from '../../../main/core/subagents/parse-definition';

const HEAD = '---\nname: reviewer\ndescription: Reviews changes\n';

async function parse(text: string) {
  const { definition, diagnostics } = await parseDefinition(text, '/p/.claude/agents/a.md', 'project');
  return { definition, found: diagnostics.map(({ code, line }) => `${code}:${line}`) };
}

describe('a definition', () => {
  it('is read with a byte order mark and with carriage returns', async () => {
    const { definition, found } = await parse(`\uFEFF${HEAD}tools: Read, Grep\n---\nYou review.\n`.replace(/\n/g, '\r\n'));
    expect(definition).toMatchObject({ name: 'reviewer', tools: ['Read', 'Grep'], prompt: 'You review.' });
    expect(found).toEqual([]);
  });

  it.each([
    ['right below its head', '---\nYou review.\n', 4 + 1],
    ['below blank lines', '---\n\n \nYou review.\n', 4 + 3],
    ['after a blank line with a carriage return', '---\r\n\r\nYou review.\r\n', 4 + 2],
  ])('knows where its text begins: %s', async (_where, rest, line) => {
    const { definition } = await parse(`${HEAD}${rest}`);
    expect(definition).toMatchObject({ prompt: 'You review.', source: { bodyLine: line } });
  });

  it('takes every documented key', async () => {
    const { definition, found } = await parse(
      `${HEAD}tools: [Read, "Agent(planner, helper)"]\ndisallowedTools: Bash, mcp__srv\nmodel: haiku\npermissionMode: manual\nmaxTurns: 7\nskills: [commit]\nmemory: project\nbackground: yes\neffort: high\nisolation: worktree\ncolor: cyan\ninitialPrompt: Go\nomitClaudeMd: on\nhooks:\n  Stop: []\nmcpServers: [files]\nexperimental: { cacheTtl: 1h }\n---\nYou review.\n`,
    );
    expect(found).toEqual(['agent-initial-prompt:15']);
    expect(definition).toMatchObject({
      spawns: ['planner', 'helper'],
      disallowedTools: ['Bash', 'mcp__srv'],
      model: 'haiku',
      mode: 'default',
      maxTurns: 7,
      skills: ['commit'],
      memory: 'project',
      background: true,
      effort: { level: 'high', line: 12 },
      isolation: 'worktree',
      color: 'cyan',
      mcpServers: [{ name: 'files', line: 19 }],
      omits: { memory: true, vcs: false },
    });
  });

  it.each([
    ['names in a line', 'mcpServers: files, web\n', ['files:4', 'web:4'], []],
    ['a list', 'mcpServers:\n  - files\n  - web\n', ['files:5', 'web:6'], []],
    ['names and servers of its own', 'mcpServers:\n  - files\n  - own: { command: serve }\n', ['files:5'], ['agent-server-inline:6']],
    ['servers of its own', 'mcpServers: { own: { url: "https://example.com" } }\n', undefined, ['agent-server-inline:4']],
    ['an empty list', 'mcpServers: []\n', [], []],
  ])('takes MCP servers as %s', async (_what, line, expected, reported) => {
    const { definition, found } = await parse(`${HEAD}${line}---\nx\n`);
    expect(found).toEqual(reported);
    expect(definition?.mcpServers?.map(({ name, line: at }) => `${name}:${at}`)).toEqual(expected);
  });

  it.each([
    ['an effort that there is not', `${HEAD}effort: heroic\n---\nx\n`, ['agent-value:4']],
    ['servers that are none', `${HEAD}mcpServers: [7]\n---\nx\n`, ['agent-value:4']],
    ['an unknown key', `${HEAD}tool: Read\n---\nx\n`, ['agent-key:4']],
    ['a value of the wrong type', `${HEAD}maxTurns: often\ntools: 7\n---\nx\n`, ['agent-value:5', 'agent-value:4']],
    ['an emoji for a name', '---\nname: 🦊\ndescription: A fox\n---\nx\n', ['agent-name:2']],
    ['no text below its head', `${HEAD}---\n`, ['agent-prompt:5']],
    ['its own type among those that it may start', `${HEAD}tools: Agent(reviewer)\n---\nx\n`, ['agent-starts-itself:4']],
  ])('with %s is loaded, and the line is named', async (_what, text, expected) => {
    const { definition, found } = await parse(text);
    expect(definition).toBeDefined();
    expect(found).toEqual(expected);
  });

  it.each([
    ['no head', 'You review.\n', 1],
    ['a head that begins later', `\n${HEAD}---\nx\n`, 2],
    ['no name', '---\ndescription: Reviews\n---\nx\n', 1],
    ['a name that is no text', '---\ndescription: Reviews\nname: [a]\n---\nx\n', 3],
    ['a name that begins with a hyphen', '---\nname: -a\ndescription: Reviews\n---\nx\n', 2],
    ['a colon in its name', '---\nname: a:b\ndescription: Reviews\n---\nx\n', 2],
    ['a name that is a path', '---\nname: ../..\ndescription: Reviews\n---\nx\n', 2],
    ['a name of dots', '---\nname: ..\ndescription: Reviews\n---\nx\n', 2],
    ['no description', '---\nname: reviewer\n---\nx\n', 1],
    ['a tab in its YAML', '---\nname: reviewer\ndescription: d\ntools:\n\t- Read\n---\nx\n', 5],
  ])('with %s defines nothing, and says so with the line', async (_what, text, line) => {
    const { definition, found } = await parse(text);
    expect(definition).toBeUndefined();
    expect(found).toEqual([`invalid-agent:${line}`]);
  });
});

describe('definitions of a folder', () => {
  async function place(files: Record<string, string>) {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'definitions-')));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(base, path)), { recursive: true });
      await writeFile(join(base, path), text);
    }
    return {
      base,
      place: { folder: join(base, 'repo/app'), home: join(base, 'home'), files: createNodeFileSystem(), readUserFiles: true },
    };
  }
  const define = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\nx\n`;

  it('come from the nearest folder first, then the person, then the product; the rest is shadowed', async () => {
    const { place: where } = await place({
      'repo/.git/HEAD': 'ref: refs/heads/main\n',
      'repo/app/.claude/agents/deep/a.md': define('worker', 'nearest'),
      'repo/.claude/agents/a.md': define('worker', 'root'),
      'repo/.claude/agents/plan.md': define('Plan', 'own plan'),
      'home/.claude/agents/a.md': define('worker', 'person'),
      'home/.claude/agents/b.md': define('helper', 'person'),
    });
    const { byName, all } = await loadDefinitions(where);
    expect(byName.get('worker')?.description).toBe('nearest');
    expect(byName.get('helper')?.source.scope).toBe('user');
    expect(byName.get('Plan')?.description).toBe('own plan');
    const shadowed = all.flatMap(({ definition, shadowedBy }) => (shadowedBy === undefined ? [] : [definition.description]));
    expect(shadowed).toEqual(expect.arrayContaining(['root', 'person']));
    expect(all.filter(({ definition, shadowedBy }) => definition.source.scope === 'built-in' && shadowedBy !== undefined)).toHaveLength(1);
  });

  it('keep working beside a file that is too large, and one that is no definition', async () => {
    const { base, place: where } = await place({
      'repo/app/.claude/agents/big.md': `${define('big', 'too big')}${'x'.repeat(1024 * 1024)}`,
      'repo/app/.claude/agents/bad.md': 'no head\n',
      'repo/app/.claude/agents/good.md': define('good', 'works'),
    });
    const { byName, unusable, diagnostics } = await loadDefinitions(where);
    expect(unusable.map(({ scope, file }) => [scope, file.slice(base.length)])).toEqual([
      ['project', '/repo/app/.claude/agents/bad.md'],
      ['project', '/repo/app/.claude/agents/big.md'],
    ]);
    expect(byName.get('good')?.description).toBe('works');
    expect(byName.has('big')).toBe(false);
    expect(diagnostics.map(({ code, file }) => [code, file?.slice(base.length)])).toEqual([
      ['invalid-agent', '/repo/app/.claude/agents/bad.md'],
      ['agent-unread', '/repo/app/.claude/agents/big.md'],
    ]);
  });

  it('cannot be started, nor take the place of another, while their description is still the sample', async () => {
    const { place: where } = await place({
      'repo/app/.claude/agents/new.md': define('Plan', 'Say here when this agent is worth starting.'),
      'repo/app/.claude/agents/other.md': define('new', 'Say here when this agent is worth starting.'),
    });
    const { all, byName, diagnostics } = await loadDefinitions(where);
    expect([byName.has('new'), byName.get('Plan')?.source.scope]).toEqual([false, 'built-in']);
    expect(all.filter(({ definition }) => definition.source.scope === 'project')).toHaveLength(2);
    expect(diagnostics.map(({ code }) => code)).toEqual(['agent-sample', 'agent-sample']);
  });

  it('are read again where a file changed, and only there', async () => {
    const { place: where } = await place({
      'repo/app/.claude/agents/a.md': define('a', 'one'),
      'repo/app/.claude/agents/b.md': define('b', 'one'),
    });
    const cache: DefinitionCache = new Map();
    const first = await loadDefinitions(where, cache);
    await writeFile(join(where.folder, '.claude/agents/a.md'), define('a', 'changed'));
    const second = await loadDefinitions(where, cache);
    expect(second.byName.get('a')?.description).toBe('changed');
    expect(second.byName.get('b')).toBe(first.byName.get('b'));
  });
});
