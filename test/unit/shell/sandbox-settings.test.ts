import { describe, expect, it } from 'vitest';
import { DEFAULT_SANDBOX, readSandboxSettings, type SandboxSource } from '../../../main/core/shell/sandbox-settings';

const context = { folder: '/home/ann/shop', home: '/home/ann', trusted: true };
const source = (value: unknown, scope: SandboxSource['scope'] = 'project'): SandboxSource => ({
  value,
  scope,
  file: `/${scope}.json`,
  line: 3,
});
const read = (sources: SandboxSource[], trusted = true) => readSandboxSettings(sources, { ...context, trusted });

describe('sandbox settings', () => {
  it('are on without anybody having asked, and let checks alone run by themselves', () => {
    expect(read([])).toEqual({ settings: DEFAULT_SANDBOX, diagnostics: [] });
    expect(DEFAULT_SANDBOX).toMatchObject({ enabled: true, autoAllow: undefined, unixSockets: false });
  });

  it('take a flag from the highest source, and add lists up', () => {
    const { settings } = read([
      source({ autoAllowBashIfSandboxed: false, network: { allowedDomains: ['a.example'] } }, 'local'),
      source({ autoAllowBashIfSandboxed: true, network: { allowedDomains: ['b.example'], deniedDomains: ['c.example'] } }, 'user'),
    ]);
    expect(settings).toMatchObject({ autoAllow: false, allowedDomains: ['a.example', 'b.example'], deniedDomains: ['c.example'] });
  });

  it('let commands run unisolated only where the person says so, and a refusal of theirs wins', () => {
    const says = (allowUnsandboxedCommands: boolean, scope: SandboxSource['scope']) => source({ allowUnsandboxedCommands }, scope);
    expect(read([]).settings.unisolated).toBe(false);
    for (const scope of ['local', 'user', 'managed'] as const) expect(read([says(true, scope)]).settings.unisolated).toBe(true);
    const shared = read([says(true, 'project')]);
    expect(shared.settings.unisolated).toBe(false);
    expect(shared.diagnostics).toMatchObject([{ code: 'not-from-project', file: '/project.json', line: 3 }]);
    expect(read([says(true, 'local'), says(false, 'project')]).settings.unisolated).toBe(false);
    expect(read([says(true, 'local'), says(false, 'user')]).settings.unisolated).toBe(false);
    expect(read([says(false, 'managed'), says(true, 'user')]).settings.unisolated).toBe(false);
    expect(read([says(true, 'local')], false).settings.unisolated).toBe(false);
  });

  it('read paths by their own grammar', () => {
    const lists = { filesystem: { allowWrite: ['/data/', '~/cache/**', './out', '//srv/x'], denyRead: ['private'] } };
    expect(read([source(lists)]).settings).toMatchObject({
      allowWrite: ['/data', '/home/ann/cache', '/home/ann/shop/out', '/srv/x'],
      denyRead: ['/home/ann/shop/private'],
    });
    expect(read([source(lists, 'user')]).settings.denyRead).toEqual(['/home/ann/.claude/private']);
  });

  it('only tighten in a folder that is not trusted', () => {
    const { settings, diagnostics } = read(
      [
        source({
          enabled: false,
          failIfUnavailable: true,
          autoAllowBashIfSandboxed: true,
          excludedCommands: ['docker *'],
          filesystem: { allowWrite: ['/'], denyRead: ['/srv'] },
          network: { allowedDomains: ['*'], deniedDomains: ['x.example'], allowAllUnixSockets: true },
        }),
      ],
      false,
    );
    expect(settings).toEqual({ ...DEFAULT_SANDBOX, failIfUnavailable: true, denyRead: ['/srv'], deniedDomains: ['x.example'] });
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(6).fill('untrusted-folder'));
    expect(diagnostics[0]).toMatchObject({ file: '/project.json', line: 3 });
  });

  it.each([
    [['x'], 'invalid-settings'],
    [{ enabled: 'yes' }, 'invalid-settings'],
    [{ network: { allowedDomains: 'x' } }, 'invalid-settings'],
    [{ filesystem: { allowWrite: ['/srv/*/x'] } }, 'unsupported-setting'],
    [{ credentials: { files: [] } }, 'unsupported-setting'],
    [{ enabeld: true }, 'unsupported-setting'],
  ])('say what is wrong with %j', (value, code) => {
    const { settings, diagnostics } = read([source(value)]);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(settings).toEqual(DEFAULT_SANDBOX);
  });
});
