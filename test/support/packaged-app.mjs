// Packages the built app for tests with whatever Electron this machine has, and gives the executable's path.
//
//   node test/support/packaged-app.mjs      package, print the path of the executable
//
// The test package differs from the shipped one in two ways: fuses that an older Electron does not have are left out, and the
// Node inspector stays available after the shipped fuses were read back, because Playwright drives the app through it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { parse } from 'yaml';
import { findElectron } from './electron-runtime.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const output = join(root, 'dist/for-tests');

/** Fuse names of electron-builder.yml, each with its place in Electron's fuse wire. */
const fuses = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
};

/** Builds the package, reads its fuses back, and gives its executable. Throws when a fuse is not as configured. */
export async function packageForTests() {
  const electron = findElectron();
  const wire = await getCurrentFuseWire(electron);
  const config = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
  config.electronDist = dirname(electron);
  config.directories = { ...config.directories, output };
  for (const [name, place] of Object.entries(fuses)) if (wire[place] === undefined) delete config.electronFuses[name];

  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const configFile = join(output, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js');
  const run = spawnSync(process.execPath, [builder, '--linux', 'dir', '--publish', 'never', '--config', configFile], {
    cwd: root,
    encoding: 'utf8',
  });
  const executable = packagedExecutable();
  if (run.status !== 0 || !existsSync(executable)) throw new Error(`electron-builder failed:\n${run.stdout}\n${run.stderr}`);

  rmSync(join(dirname(executable), 'resources/app'), { recursive: true, force: true });
  const shipped = await getCurrentFuseWire(executable);
  const read = Object.fromEntries(Object.entries(fuses).map(([name, place]) => [name, asBoolean(shipped[place])]));
  const wrong = Object.entries(config.electronFuses).filter(([name, state]) => read[name] !== state);
  if (wrong.length > 0) throw new Error(`fuses of the package differ from electron-builder.yml: ${wrong.map(([name]) => name).join(', ')}`);
  await flipFuses(executable, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true });
  return executable;
}

/** Where `packageForTests` puts the executable. */
export function packagedExecutable() {
  return join(output, 'linux-unpacked/vitrine');
}

function asBoolean(state) {
  return state === undefined ? undefined : state === FuseState.ENABLE;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await packageForTests()}\n`);
}
