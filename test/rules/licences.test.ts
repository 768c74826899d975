import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listSources, readSource, root } from './source-files';

const allowed = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'CC0-1.0', 'Unlicense', 'BlueOak-1.0.0']);

const entry = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  resolved: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
const lock = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(readSource('package-lock.json')));

/** Packages that the product's own sources name. */
function listImportedPackages(): string[] {
  const sources = [...listSources(), ...globSync('renderer/**/*.css', { cwd: root })];
  const specifiers = sources.flatMap((file) =>
    [...readSource(file).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|@import\s+)['"]([^'".\s][^'"\s]*)['"]/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  const names = specifiers
    .filter((one) => !one.startsWith('node:'))
    .map((one) =>
      one
        .split('/')
        .slice(0, one.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].filter((name) => name !== 'electron').sort();
}

/** Where `name` is found from the package at `from`, as Node looks for it. */
function locate(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in lock.packages) return path;
    if (at === '') return undefined;
  }
}

function collect(names: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (name: string, from: string): void => {
    const path = locate(name, from);
    if (path === undefined || found.has(path)) return;
    const { license, dependencies, optionalDependencies, peerDependencies } = entry.parse(lock.packages[path]);
    found.set(path, license ?? 'none given');
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) visit(one, path);
  };
  for (const name of names) visit(name, '');
  return found;
}

/** True when some choice that an SPDX expression offers is allowed. */
function isAllowed(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => allowed.has(id.trim())));
}

describe('licences', () => {
  const own = entry.parse(lock.packages['']);
  const shipped = collect([...listImportedPackages(), ...Object.keys(own.dependencies ?? {})]);

  it('of everything that is bundled or shipped are on the list', () => {
    expect([...shipped].filter(([, licence]) => !isAllowed(licence))).toEqual([]);
    expect(shipped.size).toBeGreaterThan(50);
  });

  it('of the product is MIT', () => {
    expect(own.license).toBe('MIT');
  });
});

describe('dependencies', () => {
  const manifest = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
      optionalDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(readSource('package.json')));

  it('are named by one exact version', () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });
    expect(all.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('that the sources import are named in package.json', () => {
    const named = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
    expect(listImportedPackages().filter((name) => !named.has(name))).toEqual([]);
  });

  it('are locked without addresses', () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
