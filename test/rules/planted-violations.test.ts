import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './source-files';

/** One file per rule of dependency-cruiser.cjs, each breaking that rule. */
const folderRules: Record<string, [file: string, text: string]> = {
  'shared-is-a-leaf': ['shared/leaf.ts', "import { host } from '../main/host/target';\nexport const leaf = host;"],
  'shared-packages': ['shared/packages.ts', "import picomatch from 'picomatch';\nexport const packages = picomatch;"],
  'shared-has-no-platform': ['shared/platform.ts', "import { tmpdir } from 'node:os';\nexport const platform = tmpdir;"],
  'core-knows-core-and-shared': ['main/core/upward.ts', "import { adapter } from '../adapters/target';\nexport const upward = adapter;"],
  'core-packages': ['main/core/packages.ts', "import { createElement } from 'react';\nexport const packages = createElement;"],
  'core-has-no-io': ['main/core/io.ts', "import { readFileSync } from 'node:fs';\nexport const io = readFileSync;"],
  'adapters-below-host': ['main/adapters/upward.ts', "import { host } from '../host/target';\nexport const upward = host;"],
  'host-below-shells': ['main/host/upward.ts', "import { cli } from '../cli/target';\nexport const upward = cli;"],
  'shells-do-not-meet': ['main/serve/sideways.ts', "import { desktop } from '../electron/target';\nexport const sideways = desktop;"],
  'cli-never-imports-the-desktop': ['main/cli/desktop.ts', "import { desktop } from '../electron/target';\nexport const shell = desktop;"],
  'only-electron-shell-imports-electron': ['main/host/native.ts', "import { app } from 'electron';\nexport const native = app;"],
  'headless-never-reaches-electron': [
    'main/adapters/native.ts',
    "import { native } from '../host/native';\nexport const through = native;",
  ],
  'preload-types-only': ['preload/code.ts', "import { model } from '../shared/target';\nexport const code = model;"],
  'renderer-sees-shared': ['renderer/app/host.ts', "import { host } from '../../main/host/target';\nexport const seen = host;"],
  'features-do-not-meet': ['renderer/features/one/other.ts', "import { two } from '../two/target';\nexport const other = two;"],
  'ui-kit-is-generic': ['renderer/ui/store.ts', "import { two } from '../features/two/target';\nexport const store = two;"],
  'no-cycles': ['shared/ring.ts', "import { ringed } from './ringed';\nexport const ring = () => ringed;"],
  resolvable: ['shared/missing.ts', "import { gone } from './gone';\nexport const missing = gone;"],
};

/** One file per checked rule of biome.json. */
const lintRules: Record<string, [file: string, text: string]> = {
  'lint/suspicious/noExplicitAny': ['shared/any.ts', 'export let value: any;'],
  'lint/suspicious/noConsole': ['renderer/ui/console.ts', "console.log('x');\nexport const one = 1;"],
  'lint/suspicious/noDoubleEquals': ['shared/equals.ts', 'export const same = (a: string, b: string) => a == b;'],
  'lint/style/noNonNullAssertion': ['shared/non-null.ts', 'export const length = (text?: string) => text!.length;'],
  'lint/style/noDefaultExport': ['shared/default.ts', 'export default 1;'],
  'lint/style/useFilenamingConvention': ['shared/CamelCase.ts', 'export const one = 1;'],
  'lint/style/useImportType': ['shared/import-type.ts', "import { Model } from './target';\nexport type Same = Model;"],
  'lint/style/useNodejsImportProtocol': ['main/adapters/protocol.ts', "import { join } from 'path';\nexport const protocol = join;"],
  'lint/style/noRestrictedImports': [
    'main/core/restricted.ts',
    "import { readFileSync } from 'node:fs';\nexport const restricted = readFileSync;",
  ],
  'lint/style/noRestrictedGlobals': ['main/core/global.ts', 'export const later = (run: () => void) => setTimeout(run, 1);'],
  'lint/performance/noBarrelFile': ['renderer/ui/barrel.ts', "export { two } from '../features/two/target';"],
  'lint/performance/noReExportAll': ['shared/all.ts', "export * from './target';"],
  'lint/correctness/noUnusedImports': ['shared/unused.ts', "import { model } from './target';\nexport const one = 1;"],
};

const targets: Record<string, string> = {
  'main/host/target.ts': 'export const host = 1;',
  'main/adapters/target.ts': 'export const adapter = 1;',
  'main/cli/target.ts': 'export const cli = 1;',
  'main/electron/target.ts': 'export const desktop = 1;',
  'renderer/features/two/target.ts': 'export const two = 1;',
  'shared/target.ts': 'export const model = 1;\nexport type Model = number;',
  'shared/ringed.ts': "import { ring } from './ring';\nexport const ringed = () => ring;",
};

const require = createRequire(import.meta.url);
let tree = '';

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'planted-'));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const file of ['tsconfig.json', 'biome.json', '.gitignore', 'dependency-cruiser.cjs']) cpSync(join(root, file), join(tree, file));
  const planted = [...Object.values(folderRules), ...Object.values(lintRules), ...Object.entries(targets)];
  for (const [file, text] of planted) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `${text}\n`);
  }
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('a planted violation', () => {
  it('of each folder rule is found by dependency-cruiser', () => {
    const rules: unknown = require(join(root, 'dependency-cruiser.cjs'));
    const { forbidden } = z.object({ forbidden: z.array(z.object({ name: z.string() })) }).parse(rules);
    expect(Object.keys(folderRules).sort()).toEqual(forbidden.map(({ name }) => name).sort());

    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const done = run(program, ['--config', 'dependency-cruiser.cjs', '--output-type', 'json', 'main', 'preload', 'renderer', 'shared']);
    const { summary } = z
      .object({ summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }) })
      .parse(JSON.parse(done));
    const found = new Set(summary.violations.map(({ from, rule }) => `${rule.name} ${from}`));
    const missed = Object.entries(folderRules).filter(([rule, [file]]) => !found.has(`${rule} ${file}`));
    expect(missed.map(([rule]) => rule)).toEqual([]);
  });

  it('of each convention is found by Biome', () => {
    const done = run(require.resolve('@biomejs/biome/bin/biome'), ['lint', '--reporter=json', '--max-diagnostics=200', '.']);
    const report = z
      .object({ diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })) })
      .parse(JSON.parse(done));
    const found = new Set(report.diagnostics.map(({ category, location }) => `${category} ${location.path}`));
    const missed = Object.entries(lintRules).filter(
      ([rule, [file]]) => !found.has(`${rule} ${file}`) && !found.has(`${rule} ${join(tree, file)}`),
    );
    expect(missed.map(([rule]) => rule)).toEqual([]);
  });
});

function run(program: string, args: string[]): string {
  return spawnSync(process.execPath, [program, ...args], { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 }).stdout;
}
