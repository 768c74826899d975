import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { HostClient } from '../../renderer/transport/host-client';
import type { Mode } from '../../shared/model/mode';
import type { SessionState } from '../../shared/model/session';
import { createRandom, makeSecret, SECRET_FORMATS } from '../fixtures/secrets/secret-formats';
import { createHostFixture, type HostFixture } from '../support/host-fixture';
import { isIdle, watchSession } from '../support/host-watch';

let fixture: HostFixture;
let client: HostClient;
beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  await client.call('folder.trust', { folder: fixture.folder, trusted: true });
});
afterEach(() => fixture.close());

const file = (name: string) => join(fixture.folder, name);
const skillFile = (name: string) => file(`.claude/skills/${name}/SKILL.md`);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function allow(...rules: string[]): Promise<void> {
  await write(file('.claude/settings.json'), JSON.stringify({ permissions: { allow: rules } }));
}

type Round = Record<string, unknown>;
const loads = (skill: string, args?: string): Round => ({
  calls: [{ name: 'Skill', input: { skill, ...(args === undefined ? {} : { args }) } }],
});
const says = (text: string): Round => ({ text });

/** One message and its turn; the model answers with these rounds. */
async function say(text: string, rounds: Round[], { session, mode = 'default' }: { session?: string; mode?: Mode } = {}) {
  await writeFile(join(fixture.ports.resources, 'scripts/tour.yaml'), stringify({ turns: [{ id: 'turn', matches: '.', rounds }] }));
  const before = session === undefined ? 0 : (await client.call('session.open', { session })).state.turns.length;
  const to = session === undefined ? { folder: fixture.folder } : { session };
  const sent = await client.call('session.send', { ...to, mode, input: { text } });
  const watched = await watchSession(client, sent.session);
  const state = await watched.until((now) => isIdle(now) && now.turns.length > before && now.turns.every((turn) => turn.state === 'done'));
  return { session: sent.session, state, bodies: await bodiesOf(sent.session, state) };
}

/** The requests of a session as they were sent, without cache marks. */
async function bodiesOf(session: string, state: SessionState) {
  const raw = await Promise.all(
    state.calls.map(({ call }) => client.call('call.raw', { session, call, form: 'json', offset: 0, limit: 1_000_000 })),
  );
  return raw.map(({ text }) => {
    const body = JSON.parse(text, (key, value) => (key === 'cache_control' ? undefined : value));
    const blocks: Array<{ text?: string; type: string; content?: unknown }> = body.messages.flatMap(
      (message: { content: unknown[] }) => message.content,
    );
    return {
      messages: body.messages,
      texts: blocks.map((block) => block.text ?? ''),
      results: blocks.filter((block) => block.type === 'tool_result').map((block) => block.content),
    };
  });
}

const usesOf = (state: SessionState) => (state.skillUses ?? []).map(({ skill, by, outcome, calls }) => [skill, by, outcome, calls]);

describe('the two ways into a skill', () => {
  beforeEach(() =>
    write(skillFile('deploy'), '---\ndescription: Deploys\narguments: [target]\n---\nDeploy to $target, all of: $ARGUMENTS.\n'),
  );

  it('typed: its text is in the first call, no call more', async () => {
    const { state, bodies } = await say('/deploy stg now', [says('Done.')]);
    expect(state.calls).toHaveLength(1);
    expect(bodies[0]?.texts.at(-1)).toMatch(/^The skill deploy \(folder: .*\)\. Follow it:\n\nDeploy to stg, all of: stg now\.\n$/);
    expect(usesOf(state)).toEqual([['deploy', 'person', 'loaded', 0]]);
  });

  it('by the model: one call more, a short result, and its text after it', async () => {
    await allow('Skill');
    const { state, bodies } = await say('Ship it', [loads('deploy', 'prd'), says('Done.')]);
    expect(state.calls).toHaveLength(2);
    expect(bodies[0]?.texts.join('\n')).toContain('- deploy: Deploys');
    expect(bodies[1]?.results).toEqual(['The skill deploy is loaded. Its text follows: do what it says.']);
    expect(bodies[1]?.texts.at(-1)).toContain('Deploy to prd, all of: prd.');
    expect(usesOf(state)).toEqual([['deploy', 'model', 'loaded', 1]]);
    const segments = (await client.call('call.anatomy', { session: state.id, call: state.calls[1]?.call ?? '' })).segments;
    expect(segments.filter(({ kind }) => kind === 'skill-body')).toMatchObject([
      { origin: 8, why: { trigger: 'model-invoked' }, trust: 'project' },
    ]);
  });

  it('a second time the same: a note; another argument: the text again', async () => {
    await allow('Skill');
    const { state, bodies } = await say('Ship it', [loads('deploy', 'a'), loads('deploy', 'a'), loads('deploy', 'b'), says('Done.')]);
    expect(usesOf(state).map(([, , outcome]) => outcome)).toEqual(['loaded', 'already-loaded', 'loaded']);
    expect(bodies[2]?.texts.at(-1)).toMatch(/was loaded above, and its text is the same/);
    expect(bodies[3]?.texts.at(-1)).toContain('Deploy to b');
  });
});

describe('a skill that may not run', () => {
  it('says why to the model, and the log keeps it', async () => {
    await allow('Skill');
    await write(skillFile('mine'), '---\ndescription: For people\ndisable-model-invocation: true\n---\nText\n');
    await write(skillFile('gone'), 'Gone\n');
    await write(file('.claude/settings.local.json'), '{"skillOverrides": {"gone": "off"}, "permissions": {"deny": ["Skill(taboo)"]}}');
    await write(skillFile('taboo'), 'Taboo\n');
    const { state, bodies } = await say('Go', [loads('mine'), loads('gone'), loads('taboo'), loads('tabo'), says('Done.')]);
    expect(bodies.at(-1)?.results).toEqual([
      expect.stringContaining('Only the person may run mine'),
      expect.stringContaining('switched off by skillOverrides'),
      expect.stringContaining('Skill(taboo)'),
      expect.stringContaining('Did you mean taboo?'),
    ]);
    const settled = await (await watchSession(client, state.id)).until((now) => now.skillUses?.length === 4);
    expect(settled.skillUses?.map(({ skill, outcome }) => [skill, outcome])).toEqual([
      ['mine', 'refused'],
      ['gone', 'refused'],
      ['taboo', 'refused'],
      ['tabo', 'refused'],
    ]);
    expect(bodies[0]?.texts.join('\n')).not.toMatch(/- (mine|gone)/);
  });
});

describe('commands in a skill', () => {
  const BODY = 'First: !`mkdir first`\nThen: !`mkdir second`\n';

  it('that no rule allows: nothing runs, nothing is sent, and it says why', async () => {
    await write(skillFile('make'), `---\nallowed-tools: Bash(mkdir first)\n---\n${BODY}`);
    const { state } = await say('/make', [says('Done.')]);
    expect(state.calls).toHaveLength(0);
    expect(state.turns[0]).toMatchObject({ reason: 'denied', errorCode: 'denied' });
    expect(state.turns[0]?.error).toMatch(/SKILL\.md:5\): the command `mkdir second` is not allowed.*Nothing was run\./s);
    expect(state.skillUses).toMatchObject([{ skill: 'make', outcome: 'refused', by: 'person' }]);
    await expect(access(file('first'))).rejects.toThrow();
    expect((await say('hello', [says('Hi.')], { session: state.id })).bodies[0]?.texts.join('\n')).not.toContain('/make');
  });

  it('are on record, and one that cannot be taken back is not run where there can be no record', async () => {
    await write(skillFile('tidy'), '---\nallowed-tools: Bash(echo *), Bash(rm *)\n---\n!`echo hi`\n!`rm notes.txt`\n');
    const { file: log } = await client.call('audit.verify', { folder: fixture.folder });
    await rename(log, `${log}.kept`);
    await mkdir(log);
    const { state } = await say('/tidy', [says('Done.')]);
    expect(state.turns[0]?.error).toMatch(/`rm notes\.txt` was not run: .* the audit log cannot be written/);
    await access(file('notes.txt'));
    await rm(log, { recursive: true });
    await rename(`${log}.kept`, log);
    await say('/tidy', [says('Done.')]);
    await expect(access(file('notes.txt'))).rejects.toThrow();
    const page = { folder: fixture.folder, filter: { tool: 'Bash' }, offset: 0, limit: 10 };
    await expect
      .poll(async () => (await client.call('audit.list', page)).entries)
      .toMatchObject([
        { input: { command: 'rm notes.txt' }, state: 'ok', exitCode: 0, decision: { decision: 'allow' } },
        { input: { command: 'echo hi' }, state: 'ok' },
      ]);
  });

  it('run before the model reads the text, when allowed-tools or a rule allows them; what they print is a segment of its own', async () => {
    await write(skillFile('state'), '---\nallowed-tools: Bash(echo *)\n---\nState: !`echo $0` end\n');
    const { state, bodies } = await say('/state hi', [says('Done.')]);
    expect(bodies[0]?.texts.at(-1)).toContain('State: hi end');
    expect(state.skillUses?.[0]?.commands).toMatchObject([{ command: 'echo hi', exitCode: 0 }]);
    const { segments } = await client.call('call.anatomy', { session: state.id, call: state.calls[0]?.call ?? '' });
    expect(segments.filter(({ kind }) => kind === 'skill-body').map(({ source, trust }) => [source.type, trust])).toEqual([
      ['skill', 'project'],
      ['command', 'untrusted'],
      ['skill', 'project'],
    ]);
  });

  it('that fail end the invocation; that only found nothing do not', async () => {
    await write(skillFile('find'), '---\nallowed-tools: Bash(grep *)\n---\nFound: !`grep nothing notes.txt`\n');
    expect((await say('/find', [says('Done.')])).bodies[0]?.texts.at(-1)).toContain('Found: (no output)');
    await write(skillFile('fail'), '---\nallowed-tools: Bash(cat *)\n---\n!`cat missing.txt`\n');
    const failed = await say('/fail', [says('Done.')]);
    expect(failed.state.turns[0]?.error).toMatch(/`cat missing\.txt` ended with exit code 1\.\n.*No such file/);
  });

  it('can be refused by a hook, before any of them ran', async () => {
    await write(skillFile('make'), '---\nallowed-tools: Bash(mkdir *)\n---\n!`mkdir first`\n!`mkdir second`\n');
    const command = 'grep -q second && { echo not that one >&2; exit 2; }; exit 0';
    const hooks = { PreSkillShellCommand: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
    await write(file('.claude/settings.json'), JSON.stringify({ hooks }));
    const { state } = await say('/make', [says('Done.')]);
    expect(state.turns[0]?.error).toMatch(/a hook refused the command `mkdir second`: .*not that one/s);
    await expect(access(file('first'))).rejects.toThrow();
  });

  it('are pre-approved by nobody in a folder that is not trusted', async () => {
    await client.call('folder.trust', { folder: fixture.folder, trusted: false });
    await write(skillFile('make'), '---\nallowed-tools: Bash(mkdir first)\n---\n!`mkdir first`\n');
    expect((await say('/make', [says('Done.')])).state.turns[0]?.reason).toBe('denied');
  });
});

describe('what a skill allows', () => {
  it('holds for the turn that runs it and is gone with the next message', async () => {
    await write(skillFile('make'), '---\nallowed-tools: Bash(mkdir made)\ndisallowed-tools: Write\n---\nMake the folder.\n');
    const calls: Round = {
      calls: [
        { name: 'Bash', input: { command: 'mkdir made' } },
        { name: 'Write', input: { file_path: file('x'), content: 'x' } },
      ],
    };
    const { state } = await say('/make', [calls, says('Done.')]);
    const { views } = await client.call('session.open', { session: state.id });
    const decisions = views.flatMap(({ item }) =>
      item.kind === 'tool-call' ? [[item.decision?.decision, item.decision?.rule?.file, item.decision?.rule?.line]] : [],
    );
    expect(decisions).toEqual([
      ['allow', skillFile('make'), 2],
      ['deny', skillFile('make'), 3],
    ]);
    await writeFile(
      join(fixture.ports.resources, 'scripts/tour.yaml'),
      stringify({
        turns: [{ id: 'turn', matches: '.', rounds: [{ calls: [{ name: 'Bash', input: { command: 'mkdir made' } }] }, says('Done.')] }],
      }),
    );
    await client.call('session.send', { session: state.id, input: { text: 'again' } });
    const watched = await watchSession(client, state.id);
    const asked = await watched.until((now) => now.pending.length > 0);
    expect(asked.pending[0]?.type).toBe('permission');
  });
});

describe('a skill that is edited while the session runs', () => {
  it('is used as it is now from the next call on, and nothing that was sent changes', async () => {
    await write(skillFile('deploy'), '---\ndescription: Old words\n---\nOld text\n');
    const input = { file_path: skillFile('deploy') };
    const edits: Round[] = [
      { calls: [{ name: 'Read', input }] },
      { calls: [{ name: 'Write', input: { ...input, content: '---\ndescription: New words\n---\nNew text\n' } }] },
    ];
    const { bodies, state } = await say('Ship it', [loads('deploy'), ...edits, loads('deploy'), says('Done.')], {
      mode: 'bypassPermissions',
    });
    expect(state.calls).toHaveLength(5);
    expect(bodies[1]?.texts.at(-1)).toContain('Old text');
    expect(bodies[4]?.texts.at(-1)).toContain('New text');
    const lists = bodies[4]?.texts.filter((text) => text.includes('- deploy:')) ?? [];
    expect(lists.map((text) => /- deploy: (.*)/.exec(text)?.[1])).toEqual(['Old words', 'New words']);
    for (const [index, body] of bodies.entries()) {
      const before = bodies[index - 1];
      if (before !== undefined) expect(body.messages.slice(0, before.messages.length)).toEqual(before.messages);
    }
    expect(await readFile(skillFile('deploy'), 'utf8')).toContain('New text');
    expect(state.calls.every(({ brokenBy }) => brokenBy === undefined || brokenBy === 'first-call')).toBe(true);
  });
});

describe('the skills that ship with the product', () => {
  const SHIPPED = ['code-review', 'commit', 'debug', 'explain-payload', 'write-hook', 'write-skill'];

  it.each(SHIPPED)('%s is typed by a person', async (name) => {
    const typed = await say(`/${name} the parser`, [says('Done.')]);
    expect(typed.bodies[0]?.texts.at(-1)).toMatch(new RegExp(`^The skill ${name} .*the parser`, 's'));
    expect(typed.state.skillUses).toMatchObject([{ skill: name, by: 'person', outcome: 'loaded', source: 'bundled' }]);
  });

  it('are these, with nothing to find fault with, and prompts to test each', async () => {
    const { skills } = await client.call('skills.tree', { folder: fixture.folder });
    expect(skills.filter(({ scope }) => scope === 'bundled').map(({ name }) => name)).toEqual(SHIPPED);
    for (const { name, path } of skills) {
      const preview = await client.call('skills.preview', { folder: fixture.folder, path });
      expect([name, preview.diagnostics.filter(({ severity }) => severity !== 'info')]).toEqual([name, []]);
      expect(preview.bodyTokens).toBeLessThan(800);
      const { should, shouldNot, diagnostics } = await client.call('skills.triggers', { folder: fixture.folder, name });
      expect([should.length, shouldNot.length, diagnostics]).toEqual([3, 3, []]);
    }
  });

  it.each(SHIPPED)('%s is loaded by the model', async (name) => {
    await allow('Skill');
    const loaded = await say('Go on', [loads(name, 'the menu'), says('Done.')]);
    expect(loaded.bodies[1]?.texts.at(-1)).toMatch(new RegExp(`^The skill ${name} .*the menu`, 's'));
    expect(loaded.state.skillUses).toMatchObject([{ skill: name, by: 'model', outcome: 'loaded', source: 'bundled' }]);
  });
});

describe('what the host tells of skills', () => {
  it('keeps a ledger per turn: offered, called, refused, with the layers that the model saw of each', async () => {
    await allow('Skill');
    await write(
      skillFile('tool'),
      '---\ndescription: Has a script\nallowed-tools: Bash(sh *), Bash(echo *)\n---\nNow: !`echo ready`\nRun it.\n',
    );
    await write(file('.claude/skills/tool/scripts/run.sh'), 'echo from the script\n');
    const script = '.claude/skills/tool/scripts/run.sh';
    const { session } = await say('Go', [
      loads('tool'),
      { calls: [{ name: 'Bash', input: { command: `sh ${script}` } }] },
      { calls: [{ name: 'Read', input: { file_path: file(script) } }] },
      { calls: [{ name: 'Read', input: { file_path: file('notes.txt') } }] },
      loads('none'),
      says('Done.'),
    ]);
    const { turns } = await client.call('skills.ledger', { session });
    expect(turns).toHaveLength(1);
    expect(turns[0]?.offered).toContainEqual({ name: 'tool', cut: false });
    expect(turns[0]?.lists[0]?.text).toContain('- tool: Has a script');
    expect(turns[0]?.uses.map(({ skill, outcome }) => [skill, outcome])).toEqual([
      ['tool', 'loaded'],
      ['none', 'refused'],
    ]);
    const [use] = turns[0]?.uses ?? [];
    expect(use?.extra?.tokens).toBeGreaterThan(0);
    expect(use?.layers?.map(({ items }) => items.map(({ what }) => what))).toEqual([
      [skillFile('tool')],
      ['echo ready', `sh ${script}`],
      [file(script)],
      [file('notes.txt')],
    ]);
  });

  it('previews a text that is not saved: its line, its body, what its commands would be decided, what is wrong', async () => {
    await write(skillFile('deploy'), '---\ndescription: Deploys\n---\nOld\n');
    const text = '---\nname: deploy\ndescription: Ships it\ntols: Read\n---\nRun `scripts/go.sh`, then git push, for $0.\n!`rm -rf out`\n';
    const preview = await client.call('skills.preview', { folder: fixture.folder, path: skillFile('deploy'), text, args: 'stg' });
    expect(preview).toMatchObject({
      line: '- deploy: Ships it',
      body: 'Run `scripts/go.sh`, then git push, for stg.\n!`rm -rf out`\n',
      commands: [{ command: 'rm -rf out', line: 7, decision: 'ask' }],
    });
    expect(preview.diagnostics.map(({ code, line }) => [code, line])).toEqual(
      expect.arrayContaining([
        ['skill-unknown-key', 4],
        ['skill-dead-reference', 6],
        ['skill-side-effects', 6],
      ]),
    );
    expect(await readFile(skillFile('deploy'), 'utf8')).toContain('Old');
    expect(preview).toMatchObject({ files: [], filesCut: false });
    await write(file('.claude/skills/deploy/scripts/go.sh'), 'echo\n');
    const mended = await client.call('skills.preview', { folder: fixture.folder, path: skillFile('deploy'), text });
    expect(mended.files).toEqual([{ path: 'scripts/go.sh', size: 5 }]);
    expect(mended.diagnostics.map(({ code }) => code)).not.toContain('skill-dead-reference');
  });

  it('tries a prompt by the assembly of a real turn, and runs nothing', async () => {
    const turns = [
      { id: 'yes', match: 'Commit this', rounds: [loads('commit')] },
      { id: 'no', matches: '.', rounds: [{ calls: [{ name: 'Bash', input: { command: 'mkdir made' } }] }] },
    ];
    await writeFile(join(fixture.ports.resources, 'scripts/tour.yaml'), stringify({ turns }));
    const attempt = (prompt: string) => client.call('skills.tryTrigger', { folder: fixture.folder, name: 'commit', prompt });
    expect(await attempt('Commit this')).toMatchObject({ fired: true, called: ['commit'], listed: true });
    expect(await attempt('What is a commit?')).toMatchObject({ fired: false, called: [], listed: true });
    await expect(access(file('made'))).rejects.toThrow();
    expect((await client.call('session.list', {})).total).toBe(0);
  });

  it('tries a prompt without a secret of it or of the instructions, and without a file that a rule denies', async () => {
    const secret = makeSecret(SECRET_FORMATS.find(({ name }) => name === 'AWS key id')?.pieces ?? [], createRandom(5));
    const turns = [
      { id: 'leak', matches: `${secret}|kept apart`, rounds: [says('seen')] },
      { id: 'hidden', matches: String.raw`\[\[secret:`, rounds: [loads('commit')] },
    ];
    await writeFile(join(fixture.ports.resources, 'scripts/tour.yaml'), stringify({ turns }));
    await write(file('.claude/settings.json'), JSON.stringify({ permissions: { deny: ['Read(./own.txt)'] } }));
    await write(file('own.txt'), 'kept apart');
    const prompt = `Commit with ${secret} and @own.txt`;
    expect(await client.call('skills.tryTrigger', { folder: fixture.folder, name: 'commit', prompt })).toMatchObject({
      called: ['commit'],
    });
  });
});
