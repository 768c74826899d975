import { describe, expect, it } from 'vitest';
import { findHindrance, grantSandbox, isolateCommand, type SandboxFacts } from '../../../main/core/shell/sandbox-policy';
import { DEFAULT_SANDBOX } from '../../../main/core/shell/sandbox-settings';
import { parseRule } from '../../../main/core/permission/parse-rule';
import type { Rule } from '../../../main/core/permission/rule';
import type { Verdict } from '../../../shared/model/permission';
import { shellParser } from '../permission/support';

const { parse } = shellParser;
const rule = (text: string, verdict: Verdict): Rule => {
  const parsed = parseRule(text, verdict).rule;
  if (parsed === undefined) throw new Error(text);
  return { ...parsed, ref: { text, verdict, scope: 'project' }, sourceBase: '/home/ann/shop' };
};
const facts: SandboxFacts = {
  folder: '/home/ann/shop',
  home: '/home/ann',
  ignoreCase: false,
  directories: ['/home/ann/shop'],
  repository: { root: '/home/ann/shop', gitFolder: '/home/ann/shop/.git' },
  rules: [],
  settings: DEFAULT_SANDBOX,
  protect: ['/home/ann/.vitrine'],
};

describe('the grant of a session', () => {
  it('is the project to write, no host, and what makes other programs run code kept as it is', () => {
    const grant = grantSandbox(facts);
    expect(grant).toMatchObject({ writable: ['/home/ann/shop'], readable: [], hosts: [], unixSockets: false, nestedNamespaces: false });
    expect(grant.neverWritable).toEqual(
      expect.arrayContaining(['.git/hooks/', '.git/config', '.claude/', '.vitrine/', '.mcp.json', '.bashrc', '/home/ann/.vitrine/']),
    );
    expect(grant.neverWritable).not.toContain('.git/');
  });

  it('shows nothing of the product where it lies in what is shown, unless the project lies there itself', () => {
    const repository = { root: '/home/ann', gitFolder: '/home/ann/.git' };
    expect(grantSandbox(facts).unreadable).toEqual([]);
    expect(grantSandbox({ ...facts, repository }).unreadable).toEqual(['/home/ann/.vitrine']);
    const folder = '/home/ann/.vitrine/sample';
    expect(grantSandbox({ ...facts, repository, folder, directories: [folder] }).unreadable).toEqual([]);
  });

  it('names each place once, and none that lies in another', () => {
    const paths = ['//srv/out/**', '//srv/out/a/b/**', '//srv/out/**', '//srv/outer/**', '//SRV/out/c/**'];
    const granted = (ignoreCase: boolean) =>
      grantSandbox({
        ...facts,
        ignoreCase,
        rules: paths.flatMap((path) => [rule(`Edit(${path})`, 'allow'), rule(`Read(${path})`, 'allow')]),
      });
    expect(granted(false).writable).toEqual(['/home/ann/shop', '/srv/out', '/srv/outer', '/SRV/out/c']);
    expect(granted(true).writable).toEqual(['/home/ann/shop', '/srv/out', '/srv/outer']);
    expect(granted(false).readable).toEqual([]);
    expect(grantSandbox({ ...facts, rules: [rule('Edit(///**)', 'allow')] }).writable).toEqual(['/']);
  });

  it('follows rules for editing, reading and fetching, where they name a place or a host', () => {
    const grant = grantSandbox({
      ...facts,
      rules: [
        rule('Edit(//srv/out/**)', 'allow'),
        rule('Edit(~/cache)', 'allow'),
        rule('Edit(//srv/*/x)', 'allow'),
        rule('Edit(/dist/**)', 'deny'),
        rule('Read(//data/**)', 'allow'),
        rule('Read(/private/**)', 'deny'),
        rule('WebFetch(domain:*.example.com)', 'allow'),
        rule('WebFetch(domain:bad.example.com)', 'deny'),
        { ...rule('WebFetch(domain:off.example)', 'allow'), off: 'untrusted' },
      ],
    });
    expect(grant).toMatchObject({
      writable: ['/home/ann/shop', '/srv/out', '/home/ann/cache'],
      readable: ['/data'],
      unreadable: ['/home/ann/shop/private'],
      hosts: ['*.example.com'],
      deniedHosts: ['bad.example.com'],
    });
    expect(grant.neverWritable).toContain('/home/ann/shop/dist');
  });

  it.each([
    ...['private', 'private/', 'private/**', './private', './private/**', '/private/**', '//home/ann/shop/private', '~/shop/private/**'],
    ...['**/private/**', '**/private'],
  ])('hides and keeps as it is what is denied as %s', (pattern) => {
    const grant = grantSandbox({ ...facts, rules: [rule(`Read(${pattern})`, 'deny'), rule(`Edit(${pattern})`, 'deny')] });
    expect(grant.unreadable).toEqual(['/home/ann/shop/private']);
    expect(grant.neverWritable).toContain('/home/ann/shop/private');
  });

  it.each(['**', '/**', '*.key', 'private/*', '!private', '.'])('takes nothing for a place that is denied as %s', (pattern) => {
    expect(grantSandbox({ ...facts, rules: [rule(`Read(${pattern})`, 'deny')] }).unreadable).toEqual([]);
  });

  it('hides a single file in a folder', () => {
    expect(grantSandbox({ ...facts, rules: [rule('Read(private/k)', 'deny')] }).unreadable).toEqual(['/home/ann/shop/private/k']);
  });

  it('shows the whole repository around a folder, and lets git write its own part', () => {
    const grant = grantSandbox({ ...facts, repository: { root: '/home/ann', gitFolder: '/home/ann/.git' } });
    expect(grant).toMatchObject({ writable: ['/home/ann/shop', '/home/ann/.git'], readable: ['/home/ann'] });
  });
});

describe('the isolation of a command', () => {
  const grant = grantSandbox(facts);
  const support = { available: true, network: true, detail: 'bubblewrap' };
  const isolate = (command: string, settings = {}, here = support) =>
    isolateCommand(parse(command), { support: here, grant, settings: { ...DEFAULT_SANDBOX, ...settings } });

  it('is the grant, unless it is switched off or cannot be had', () => {
    expect(isolate('ls')).toEqual({ isolated: true, grant });
    expect(isolate('ls', { enabled: false })).toMatchObject({ isolated: false, why: 'off' });
    const none = { available: false, network: false, detail: 'bubblewrap is not installed' };
    expect(isolate('ls', {}, none)).toEqual({ isolated: false, why: 'unavailable', detail: 'bubblewrap is not installed' });
  });

  it.each([
    ['docker ps', 'excluded'],
    ['docker ps && docker images', 'excluded'],
    ['docker ps; ls', 'isolated'],
    ['cd x && docker ps', 'isolated'],
    ['docker run $(cat x)', 'isolated'],
    ['docker ps > /etc/x', 'isolated'],
    ['docker ps "', 'isolated'],
  ])('of %s with docker excluded: %s', (command, expected) => {
    const found = isolate(command, { excludedCommands: ['docker *'] });
    expect(found.isolated ? 'isolated' : found.why).toBe(expected);
  });
});

describe('a grant that cannot be held', () => {
  it.each([
    ['/', 'the sandbox cannot hold a project that is / as a whole'],
    ['/Library', 'the sandbox cannot hold a project that is /Library as a whole'],
    ['/home/ann', 'the sandbox cannot hold a project that is your whole home: /home/ann'],
    ['/home', 'the sandbox cannot hold a project that is your whole home: /home'],
    ['/home/an', undefined],
    ['/home/ann/shop', undefined],
  ])('%s', (folder, words) => {
    expect(findHindrance(grantSandbox({ ...facts, folder, directories: [folder], repository: undefined }), facts.home)).toBe(words);
  });
});
