import { execFileSync } from 'node:child_process';
import { readdir, readFile, symlink, writeFile, mkdir, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { makeBundle } from '../../main/cli/doctor-bundle';
import { createHost } from '../../main/host/create-host';
import { createChannelPair } from '../../main/host/memory-channel';
import { createHostClient, type HostClient } from '../../renderer/transport/host-client';
import { createRandom, makePrivateKey, makeSecret, SECRET_FORMATS } from '../fixtures/secrets/secret-formats';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

const random = createRandom(17);
const secretNamed = (name: string) => makeSecret(SECRET_FORMATS.find((one) => one.name === name)?.pieces ?? [], random);
/** Of no format: only the path guard can keep it. */
const PLAIN = 'correct-horse-battery';
const AWS = secretNamed('AWS key id');
const GITHUB = secretNamed('GitHub personal token');
const KEY = makePrivateKey('RSA PRIVATE KEY', random);
const KEY_LINES = KEY.split('\n').slice(1, -1);
const PLACEHOLDER = /\[\[secret:[a-z-]+:[0-9a-f]{8}\]\]/;

let fixture: HostFixture;
let client: HostClient;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  await client.call('folder.trust', { folder: fixture.folder, trusted: true });
});
afterEach(() => fixture.close());

type Calls = Array<{ name: string; input: Record<string, unknown> }>;
const file = (name: string) => join(fixture.folder, name);

/** Lets the model make these calls, all at once or round by round, and gives their results in order. */
async function runCalls(rounds: Calls[], text = 'go on', session?: string) {
  const turn = { id: 'turn', matches: '.', rounds: [...rounds.map((calls) => ({ calls })), { text: 'Done.' }] };
  await writeFile(join(fixture.ports.resources, 'scripts/tour.yaml'), stringify({ turns: [turn] }));
  const sent = await client.call('session.send', {
    ...(session === undefined ? { folder: fixture.folder } : { session }),
    mode: 'bypassPermissions',
    input: { text },
  });
  const watched = await watchSession(client, sent.session);
  const before = watched.state().turns.length;
  await watched.until((state) => isIdle(state) && state.turns.length >= before);
  const { views } = await client.call('session.open', { session: sent.session });
  const tools = views.filter((view) => view.item.kind === 'tool-call');
  return { session: sent.session, views, tools, results: tools.map((view) => view.result?.text ?? '') };
}

/** Whether a text is in anything that this home keeps, or in a request as it was sent; the exact copies for undo apart. */
async function isKept(session: string, text: string): Promise<boolean> {
  const { state } = await client.call('session.open', { session });
  const raw = await Promise.all(
    state.calls.map(({ call }) => client.call('call.raw', { session, call, form: 'json', offset: 0, limit: 1_000_000 })),
  );
  const entries = await readdir(join(fixture.home, 'projects'), { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('blobs'))
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8').catch(() => '')),
  );
  return [...raw.map((slice) => slice.text), ...files].some((one) => one.includes(text));
}

describe('a guarded file', () => {
  beforeEach(async () => {
    await writeFile(file('.env'), `PASSWORD=${PLAIN}\n`);
    await writeFile(file('.env.example'), 'PASSWORD=example-value\n');
    await symlink('.env', file('settings.txt'));
  });

  it('gives no byte to any tool, in the mode that asks nothing', async () => {
    const bash = (command: string) => ({ name: 'Bash', input: { command } });
    const calls: Calls = [
      { name: 'Read', input: { file_path: file('.env') } },
      { name: 'Read', input: { file_path: file('settings.txt') } },
      { name: 'Read', input: { file_path: file('sub/../.env') } },
      { name: 'Grep', input: { pattern: 'PASSWORD', path: file('.env'), output_mode: 'content' } },
      { name: 'Grep', input: { pattern: 'PASSWORD', output_mode: 'content', '-C': 3 } },
      { name: 'Grep', input: { pattern: 'PASSWORD', output_mode: 'content', '-n': false } },
      { name: 'Grep', input: { pattern: 'bat.ery', output_mode: 'count' } },
      { name: 'Edit', input: { file_path: file('.env'), old_string: 'x', new_string: 'y' } },
      { name: 'Write', input: { file_path: file('.env'), content: 'A=1\n' } },
      ...[
        'cat .env',
        'grep -E "A|B" .env',
        'head < .env',
        'source .env; echo $PASSWORD',
        'cat settings.txt',
        'cat .*',
        'grep -rh PASSWORD .',
      ].map(bash),
      ...['tar cf - .env', 'cp .env copy.txt', 'bash -c "cat .env"'].map(bash),
    ];
    const { session, tools, results } = await runCalls([calls]);
    expect(results).toHaveLength(calls.length);
    expect(await isKept(session, 'horse')).toBe(false);
    const states = tools.map((view) => (view.item.kind === 'tool-call' ? [view.item.state, view.item.decision?.builtin] : []));
    const searches = states.splice(4, 3);
    expect(states).toEqual(states.map(() => ['denied', 'secret-path']));
    expect(searches.map(([state]) => state)).toEqual(['success', 'success', 'success']);
    expect(results[4]).toContain('.env.example:1:PASSWORD=example-value');
    expect(results[6]).toBe('No matches found.');
    expect(results[0]).toContain('secrets.except in config.json');
    expect(await readFile(file('.env'), 'utf8')).toBe(`PASSWORD=${PLAIN}\n`);
  });

  it('that git tracks is shown by no command which does not name it', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', fixture.folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
    git('init', '-q');
    git('add', '.env', '.env.example');
    git('commit', '-qm', 'all of it');
    const commands = ['git log -p', 'git show', 'git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD | cat', 'git show HEAD:.env'];
    const { session, results } = await runCalls([commands.map((command) => ({ name: 'Bash', input: { command } }))]);
    expect(results.slice(0, 3).map((result) => [result.includes('[[secret:guarded-file:'), result.includes('example-value')])).toEqual(
      Array(3).fill([true, true]),
    );
    expect(results[3]).toContain('guarded');
    for (const result of results) expect(result).not.toContain(PLAIN);
    expect(await isKept(session, PLAIN)).toBe(false);
  });

  it('gives none to what runs in the background, to a mention, an import, or a skill', async () => {
    await writeFile(file('CLAUDE.md'), 'Be brief.\n@.env\n@settings.txt\n');
    await mkdir(file('.claude/skills/leak'), { recursive: true });
    await symlink(file('.env'), file('.claude/skills/leak/SKILL.md'));
    const { session, views, results } = await runCalls(
      [[{ name: 'Bash', input: { command: 'cat .env', run_in_background: true } }], [{ name: 'Glob', input: { pattern: '**/*' } }]],
      'look at @.env and @settings.txt and @.env.example',
    );
    expect(await isKept(session, 'horse')).toBe(false);
    expect(await isKept(session, 'example-value')).toBe(true);
    expect(results[1]).toContain('.env.example');
    expect(views.flatMap(({ item }) => (item.kind === 'notice' ? [String(item.params['message'])] : [])).join('\n')).toMatch(
      /\.env is guarded/,
    );
  });

  it('is read once the person has taken it out, in the settings of the home alone', async () => {
    await mkdir(file('.claude'), { recursive: true });
    await writeFile(file('.claude/settings.json'), JSON.stringify({ permissions: { allow: ['Read', 'Bash', 'Read(.env)'] } }));
    const calls = ['.env', 'notes.txt'].map((name) => ({ name: 'Read', input: { file_path: file(name) } }));
    const before = (await runCalls([calls])).results;
    expect([before[0]?.includes('is guarded'), before[1]?.includes('two')]).toEqual([true, true]);
    await client.call('config.set', { change: { secrets: { guard: ['notes.txt'], except: ['.env'] } } });
    const { results } = await runCalls([calls]);
    expect(results[0]).toContain(PLAIN);
    expect(results[1]).toContain('on your list of guarded files');
  });

  it('is named by a check of the permissions', async () => {
    for (const [tool, input] of [
      ['Bash', { command: 'cat .env' }],
      ['Bash', { command: 'grep -r x .' }],
      ['Read', { file_path: '.env' }],
      ['Write', { file_path: '.env', content: 'x' }],
      ['mcp__files__read', { path: '.env' }],
      ['mcp__files__read', { uri: 'x', file_path: 'settings.txt' }],
    ] as const) {
      const decision = await client.call('permission.check', { folder: fixture.folder, tool, input });
      expect(decision).toMatchObject({ decision: 'deny', builtin: 'secret-path' });
      expect(decision.reason).toContain('.env is guarded: it is an environment file');
    }
  });
});

describe('a secret in any other text', () => {
  const code = () => `const id = '${AWS}';\nconst size = 1;\n`;

  it('is a placeholder wherever the model would read it, and in all that is kept', async () => {
    await writeFile(file('app.ts'), code());
    await writeFile(file('deploy.txt'), `before\n${KEY}\nafter\n`);
    await writeFile(file('CLAUDE.md'), `The token is ${GITHUB}.\n`);
    const { session, results, views } = await runCalls(
      [
        [
          { name: 'Read', input: { file_path: file('app.ts') } },
          { name: 'Read', input: { file_path: file('deploy.txt'), offset: 4, limit: 3 } },
          { name: 'Grep', input: { pattern: 'id =', output_mode: 'content' } },
          { name: 'Grep', input: { pattern: '^[A-Za-z0-9+/]{60,}$', output_mode: 'content' } },
          { name: 'Grep', input: { pattern: '[A-Za-z0-9+/]{30}', output_mode: 'content', '-o': true, '-n': false } },
          { name: 'Bash', input: { command: 'cat app.ts deploy.txt; echo oops >&2; exit 3' } },
        ],
        [{ name: 'Edit', input: { file_path: file('app.ts'), old_string: 'size = 1', new_string: 'size = 2' } }],
      ],
      `use ${GITHUB} with @app.ts`,
    );
    for (const secret of [AWS, GITHUB, ...KEY_LINES, ...KEY_LINES.map((line) => line.slice(0, 30))])
      expect(await isKept(session, secret)).toBe(false);
    expect(results[0]).toMatch(/^ *1\tconst id = '\[\[secret:aws-key-id:[0-9a-f]{8}\]\]';\n *2\tconst size = 1;/);
    expect(results[1]).toMatch(/^ *4\t\[\[secret:private-key/);
    expect(new Set(results.flatMap((text) => text.match(/\[\[secret:aws-key-id:[0-9a-f]{8}\]\]/g) ?? [])).size).toBe(1);
    expect(
      views.filter(({ hidden }) => hidden !== undefined).map(({ item, hidden }) => [item.kind, hidden?.map(({ kind }) => kind)]),
    ).toEqual([
      ['user-text', ['github-token']],
      ['reminder', ['github-token']],
      ['tool-call', ['aws-key-id']],
      ['tool-call', ['private-key']],
      ['tool-call', ['aws-key-id']],
      ['tool-call', ['private-key']],
      ['tool-call', ['private-key']],
      ['tool-call', ['aws-key-id', 'private-key']],
      ['tool-call', ['aws-key-id']],
    ]);
    expect(await readFile(file('app.ts'), 'utf8')).toBe(code().replace('size = 1', 'size = 2'));
    const [first] = (await client.call('session.open', { session })).state.calls;
    const anatomy = await client.call('call.anatomy', { session, call: first?.call ?? '' });
    const segments = anatomy.segments.map(({ id }) => id);
    const { beginnings } = await client.call('call.beginnings', { session, call: first?.call ?? '', segments });
    const withSecrets = beginnings.flatMap(({ segment, hidden }) => (hidden === undefined ? [] : [[segment, hidden[0]?.kind]]));
    const kinds = new Map(anatomy.segments.map(({ id, kind }) => [id, kind]));
    expect(withSecrets.map(([segment = '', kind]) => [kinds.get(segment), kind])).toEqual([
      ['instructions', 'github-token'],
      ['user-text', 'github-token'],
      ['mention', 'aws-key-id'],
    ]);
  });

  it('keeps its placeholder over a restart, and has another one in another session', async () => {
    await writeFile(file('app.ts'), code());
    const read: Calls[] = [[{ name: 'Read', input: { file_path: file('app.ts') } }]];
    const first = await runCalls(read);
    const other = await runCalls(read);
    await fixture.host.close();
    const host = createHost({ ...fixture.ports });
    client = createHostClient({
      name: 'again',
      delays: [1],
      open: async () => {
        const [near, far] = createChannelPair();
        host.connect(far, { name: 'again' });
        return near;
      },
    });
    const again = await runCalls(read, 'once more', first.session);
    const placeholders = [first, again, other].map(({ results }) => PLACEHOLDER.exec(results.at(-1) ?? '')?.[0]);
    expect(placeholders[0]).toBeDefined();
    expect(placeholders[1]).toBe(placeholders[0]);
    expect(placeholders[2]).not.toBe(placeholders[0]);
    client.close();
    await host.close();
  });

  it('is never written from a placeholder, nor handed to a command', async () => {
    await writeFile(file('app.ts'), code());
    const placeholder = '[[secret:aws-key-id:0123abcd]]';
    const { results } = await runCalls([
      [{ name: 'Read', input: { file_path: file('app.ts') } }],
      [
        { name: 'Edit', input: { file_path: file('app.ts'), old_string: placeholder, new_string: 'x' } },
        { name: 'Write', input: { file_path: file('new.ts'), content: `a ${placeholder}` } },
        { name: 'Bash', input: { command: `echo '${placeholder}' > out.txt` } },
      ],
    ]);
    for (const result of results.slice(1))
      expect(result).toContain(`contains ${placeholder}, which stands for a secret that is kept from you`);
    expect((await readdir(fixture.folder)).sort()).toEqual(['app.ts', 'notes.txt']);
  });

  it('is hidden in a message that waits, in an answer and in the words of a refusal', async () => {
    await writeFile(
      join(fixture.ports.resources, 'scripts/tour.yaml'),
      stringify({
        turns: [
          {
            id: 'ask',
            match: 'ask',
            rounds: [
              {
                calls: [
                  {
                    name: 'AskUserQuestion',
                    input: {
                      questions: [
                        {
                          question: 'Which?',
                          header: 'W',
                          multiSelect: false,
                          options: [
                            { label: 'a', description: 'a' },
                            { label: 'b', description: 'b' },
                          ],
                        },
                      ],
                    },
                  },
                ],
              },
              { calls: [{ name: 'Bash', input: { command: 'mkdir x' } }] },
              { text: 'Done.' },
            ],
          },
        ],
      }),
    );
    const { session } = await client.call('session.send', { folder: fixture.folder, input: { text: 'ask' } });
    const watched = await watchSession(client, session);
    const waitFor = async (type: 'question' | 'permission') => {
      const { pending } = await watched.until((state) => state.pending.some((one) => one.type === type));
      return pending.find((one) => one.type === type)?.request ?? '';
    };
    const asked = await waitFor('question');
    await client.call('question.answer', { session, request: asked, answers: [[`use ${AWS}`]] });
    const request = await waitFor('permission');
    await client.call('session.send', { session, input: { text: `later ${GITHUB}` } });
    await client.call('permission.answer', { session, request, answer: { type: 'reject-with-words', words: `no, ${AWS}` } });
    await watched.until(({ turns }) => turns[0]?.state === 'done');
    for (const words of ['use [[secret:aws-key-id', 'no, [[secret:aws-key-id', 'later [[secret:github-token'])
      expect(await isKept(session, words)).toBe(true);
    for (const secret of [AWS, GITHUB]) expect(await isKept(session, secret)).toBe(false);
  });
});

describe('every way out', () => {
  // The model's own words are kept as they came: what an older log may hold, too.
  it('redacts once more', async () => {
    const { session } = await runCalls([[{ name: 'Bash', input: { command: `echo ${AWS}` } }]]);
    expect(await isKept(session, AWS)).toBe(true);
    for (const format of ['md', 'json', 'html'] as const)
      expect((await client.call('session.export', { session, format })).text.includes(AWS)).toBe(false);
    const last = (await client.call('session.open', { session })).state.calls.at(-1)?.call ?? '';
    for (const as of ['curl', 'typescript'] as const) {
      const { text } = await client.call('call.copy', { session, call: last, as });
      expect([text.includes('[redacted: aws-key-id]'), text.includes(AWS)]).toEqual([true, false]);
    }
    fixture.ports.logger.log('warn', `the log of the program ${AWS}`, { deep: [{ text: AWS }] });
    await fixture.ports.logger.flush?.();
    const log = join(fixture.home, 'logs/serve.jsonl');
    expect(await readFile(log, 'utf8')).not.toContain(AWS);
    await appendFile(log, `{"old":"${AWS}"}\n`);
    const { text, redacted } = await makeBundle(fixture.ports, []);
    expect(redacted).toBeGreaterThan(0);
    expect(text.includes(AWS)).toBe(false);
  });
});
