import { describe, expect, it } from 'vitest';
import { createPolicy, type PolicyOptions } from '../../../main/core/permission/create-policy';
import { KeyedQueue } from '../../../main/core/kernel/keyed-queue';
import { action, FOLDER, HOME, memoryFiles, shellParser } from './support';

const LOCAL = `${FOLDER}/.claude/settings.local.json`;

async function policyOf(initial: Record<string, string> = {}, options: Partial<PolicyOptions> = {}) {
  const files = memoryFiles(initial);
  const policy = await createPolicy({
    files,
    folder: FOLDER,
    home: HOME,
    ignoreCase: false,
    isTrusted: async () => true,
    shellParser,
    ...options,
  });
  const verdict = (call: string) => policy.decide({ action: action(call), mode: 'default', agent: 'main' }).decision;
  return { files, policy, verdict };
}

describe('"allow always"', () => {
  it.each([
    ['Bash npm run build -- --watch', ['Bash(npm run build -- --watch)', 'Bash(npm run build *)'], LOCAL],
    ['Bash git commit -m "a * b"', ['Bash(git commit -m "a \\* b")', 'Bash(git commit *)'], LOCAL],
    ['Bash git gc && ls', ['Bash(git gc)', 'Bash(git gc *)'], LOCAL],
    ['Bash git gc && npm test', ['Bash(git gc) Bash(npm test)', 'Bash(git gc *) Bash(npm test *)'], LOCAL],
    ['Bash a; b; c; d; e; f', ['Bash(a; b; c; d; e; f)'], LOCAL],
    ['Bash cd src && npm run build | tail', ['Bash(npm run build)', 'Bash(npm run build *)'], LOCAL],
    ['Bash cd /opt/x && ls /home/ann/code/shop', ['Read(//opt/x/**)'], LOCAL],
    ['Bash $X', ['Bash($X)'], LOCAL],
    ['Bash git gc > out', ['Bash(git gc > out)'], LOCAL],
    ['Bash python x.py', ['Bash(python x.py)'], LOCAL],
    ['Bash prettier -w a.ts', ['Bash(prettier -w a.ts)', 'Bash(prettier *)'], LOCAL],
    ['Bash rm -rf /', [], undefined],
    ['Bash echo x > .git/hooks/a', [], undefined],
    ['Edit src/a.ts', ['Edit(/src/a.ts)', 'Edit(/src/**)'], undefined],
    ['Edit a [1].ts', ['Edit(/a\\ \\[1\\].ts)', 'Edit(/**)'], undefined],
    ['Edit .git/config', [], undefined],
    ['Read /etc/hosts', ['Read(//etc/hosts)', 'Read(//etc/**)'], undefined],
    ['WebFetch https://example.org/a?b', ['WebFetch(domain:example.org)'], LOCAL],
    ['mcp__git__push', ['mcp__git__push', 'mcp__git'], LOCAL],
  ])('offers for %s the narrowest rule first', async (call, rules, file) => {
    const { policy } = await policyOf();
    const offers = policy.offers(action(call));
    expect(offers.map(({ rule, also = [] }) => [rule, ...also].join(' '))).toEqual(rules);
    expect(offers.every((offer) => offer.file === file)).toBe(true);
  });

  it('offers nothing that a deny or ask rule would beat', async () => {
    const { policy } = await policyOf({ [`${FOLDER}/.claude/settings.json`]: '{"permissions":{"ask":["Bash(git *)"]}}' });
    expect(policy.offers(action('Bash git gc'))).toEqual([]);
  });

  it('offers only the session where saved rules would be off', async () => {
    const { policy } = await policyOf({}, { isTrusted: async () => false });
    expect(policy.offers(action('Bash npm test')).map(({ scope, file }) => [scope, file])).toEqual([
      ['session', undefined],
      ['session', undefined],
    ]);
  });

  it('writes the rule, takes effect at once, and leaves the rest of the file as it was', async () => {
    const text =
      '{\n    "env": {"A": "1"},\n    "permissions": {\n        "allow": [\n            "Bash(ls)"\n        ],\n        "deny": []\n    }\n}\n';
    const { files, policy, verdict } = await policyOf({ [LOCAL]: text });
    expect(verdict('Bash npm test')).toBe('ask');
    const [offer] = policy.offers(action('Bash npm test'));
    await policy.grant(offer!);
    expect(verdict('Bash npm test')).toBe('allow');
    expect(files.text(LOCAL)).toBe(text.replace('"Bash(ls)"', '"Bash(ls)",\n            "Bash(npm test)"'));
    await policy.grant(offer!);
    expect(files.text(LOCAL)?.match(/npm test/g)).toHaveLength(1);
  });

  it('saves a rule for each part of a command', async () => {
    const { files, policy, verdict } = await policyOf();
    const [offer] = policy.offers(action('Bash git gc && npm test'));
    await policy.grant(offer!);
    expect(JSON.parse(files.text(LOCAL) ?? '')).toEqual({ permissions: { allow: ['Bash(git gc)', 'Bash(npm test)'] } });
    expect(['Bash git gc && npm test', 'Bash git gc', 'Bash npm test && npm run x'].map(verdict)).toEqual(['allow', 'allow', 'ask']);
  });

  it('makes the file, and fills one that has no allow list', async () => {
    const first = await policyOf();
    await first.policy.grant({ rule: 'Bash(npm test)', scope: 'local', file: LOCAL });
    expect(first.files.text(LOCAL)).toBe('{\n  "permissions": {\n    "allow": [\n      "Bash(npm test)"\n    ]\n  }\n}\n');
    const second = await policyOf({ [LOCAL]: '{\n\t"model": "x"\n}' });
    await second.policy.grant({ rule: 'Bash(npm test)', scope: 'local', file: LOCAL });
    expect(second.files.text(LOCAL)).toBe('{\n\t"model": "x",\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(npm test)"\n\t\t]\n\t}\n}');
  });

  it('keeps the rules of grants that come together', async () => {
    const files = memoryFiles({});
    const queue = new KeyedQueue();
    const options: Partial<PolicyOptions> = { files, alone: (path, change) => queue.run(path, change) };
    const [one, other] = await Promise.all([policyOf({}, options), policyOf({}, options)]);
    await Promise.all([
      one.policy.grant({ rule: 'Bash(a)', scope: 'local', file: LOCAL }),
      other.policy.grant({ rule: 'Bash(b)', scope: 'local', file: LOCAL }),
    ]);
    expect(JSON.parse(files.text(LOCAL) ?? '')).toEqual({ permissions: { allow: ['Bash(a)', 'Bash(b)'] } });
  });

  it('never overwrites a file that is not JSON', async () => {
    const { files, policy } = await policyOf({ [LOCAL]: '{ // mine\n}' });
    await expect(policy.grant({ rule: 'Bash(npm test)', scope: 'local', file: LOCAL })).rejects.toMatchObject({ code: 'conflict' });
    expect(files.text(LOCAL)).toBe('{ // mine\n}');
  });

  it('writes to no other file than the local settings', async () => {
    const { policy } = await policyOf();
    await expect(policy.grant({ rule: 'Bash', scope: 'user', file: `${HOME}/.claude/settings.json` })).rejects.toMatchObject({
      code: 'bad-request',
    });
    await expect(policy.grant({ rule: 'Bash', scope: 'local', file: '/etc/x' })).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('tells the session of a grant that lasts as long as it', async () => {
    const granted: string[] = [];
    const { policy, verdict } = await policyOf({}, { session: () => granted, onSessionGrant: async (rule) => void granted.push(rule) });
    await policy.grant({ rule: 'Edit(/src/a.ts)', scope: 'session' });
    expect([granted, verdict('Edit src/a.ts'), verdict('Edit src/b.ts')]).toEqual([['Edit(/src/a.ts)'], 'allow', 'ask']);
  });
});

describe('a policy', () => {
  it('follows the folder becoming trusted, and says before what is off', async () => {
    let trusted = false;
    const { policy, verdict } = await policyOf(
      { [`${FOLDER}/.claude/settings.json`]: '{"permissions":{"allow":["Bash(npm test)"]}}' },
      { isTrusted: async () => trusted },
    );
    const before = policy.decide({ action: action('Bash npm test'), mode: 'default', agent: 'main' });
    expect(before).toMatchObject({
      decision: 'ask',
      reason: 'No rule allows this command. The rule Bash(npm test) would allow it, but the folder is not trusted.',
      off: { text: 'Bash(npm test)', scope: 'project', line: 1 },
      diagnostics: [{ code: 'untrusted-folder', line: 1 }],
    });
    trusted = true;
    await policy.reload();
    expect(verdict('Bash npm test')).toBe('allow');
  });

  it('names the tools that are gone', async () => {
    const { policy } = await policyOf({ [`${FOLDER}/.claude/settings.json`]: '{"permissions":{"deny":["WebFetch","Bash(x)"]}}' });
    expect(['WebFetch', 'Bash', 'Read'].map((tool) => policy.isRemoved(tool))).toEqual([true, false, false]);
  });
});

describe('commands that are prepared beside each other', () => {
  const walks = action('Bash grep -r KEY .');
  const search: PolicyOptions['search'] = {
    grep: async () => ({ lines: [], truncated: false }),
    glob: async () => ({ paths: [], truncated: false }),
    listFiles: async () => ({ paths: [], truncated: false }),
    findNames: async () => [`${FOLDER}/.env`],
  };

  it('are each decided by what was found for it', async () => {
    const { policy } = await policyOf(
      { [`${FOLDER}/package.json`]: '{"scripts":{"check":"sh scripts/check.sh"}}', [`${FOLDER}/scripts/check.sh`]: '' },
      { search },
    );
    const checks = action('Bash sh scripts/check.sh');
    for (const prepared of [walks, checks, action('Bash ls')]) await policy.prepare?.(prepared);
    expect(policy.decide({ action: walks, mode: 'bypassPermissions', agent: 'main' })).toMatchObject({
      decision: 'deny',
      builtin: 'secret-path',
    });
    expect(policy.decide({ action: checks, mode: 'default', agent: 'main' }).capabilities).toEqual([{ capability: 'run-checks' }]);
  });

  it('stay isolated where the rules are read anew before the decision', async () => {
    const { policy } = await policyOf({}, { findSandbox: async () => ({ available: true, network: true, detail: 'bubblewrap' }) });
    await policy.prepare?.(action('Bash ls'));
    const reading = policy.reload();
    const sandbox = () => policy.decide({ action: action('Bash ls'), mode: 'default', agent: 'main' }).sandbox;
    expect(sandbox()).toMatchObject({ isolated: true });
    await reading;
    expect(sandbox()).toMatchObject({ isolated: true });
  });
});

describe('the sandbox of a policy', () => {
  const isolationOf = async (policy: Awaited<ReturnType<typeof createPolicy>>) => {
    await policy.prepare?.(action('Bash ls'));
    return policy.decide({ action: action('Bash ls'), mode: 'default', agent: 'main' }).sandbox;
  };

  it('is looked for again at the next command where there was none', async () => {
    const answers = [false, true, false];
    const findSandbox = async () => ({ available: answers.shift() ?? false, network: true, detail: 'not yet' });
    const { policy } = await policyOf({}, { findSandbox });
    expect(await isolationOf(policy)).toEqual({ isolated: false, why: 'unavailable', detail: 'not yet' });
    expect(await isolationOf(policy)).toMatchObject({ isolated: true });
    expect(await isolationOf(policy)).toMatchObject({ isolated: true });
  });

  it('holds no project that is the whole home: its commands are asked for, with the reason', async () => {
    const findSandbox = async () => ({ available: true, network: true, detail: 'bubblewrap' });
    const { policy } = await policyOf({}, { findSandbox, folder: HOME });
    const detail = `the sandbox cannot hold a project that is your whole home: ${HOME}`;
    expect(await isolationOf(policy)).toEqual({ isolated: false, why: 'unavailable', detail });
    const { decision } = policy.decide({ action: action('Bash npm test'), mode: 'default', agent: 'main' });
    expect(decision).toBe('ask');
  });
});
