import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from '@swc/core';

export const root = resolve(__dirname, '../..');

export const productFolders = ['main', 'preload', 'renderer', 'shared'];

/** Paths from the root, of every TypeScript file in the given folders. */
export function listSources(folders = productFolders): string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mts}`, { cwd: root }))
    .filter((file) => !file.endsWith('.d.ts'))
    .sort();
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Any node of the syntax tree: a type, an offset, and whatever else the parser gives. */
export type Node = { type: string; span?: { start: number } } & Record<string, unknown>;

/** Calls `visit` for every node of the file. `line` gives the line a node begins on. */
export function visitSource(text: string, tsx: boolean, visit: (node: Node, line: () => number) => void): void {
  const module = parseSync(text, { syntax: 'typescript', tsx, target: 'esnext' });
  const bytes = Buffer.from(text);
  // The parser counts bytes over all files of the process, from the first token of this one.
  const origin = module.span.end - bytes.length;
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (isNode(value)) {
      visit(
        value,
        () =>
          bytes
            .subarray(0, (value.span?.start ?? origin) - origin)
            .toString()
            .split('\n').length,
      );
      Object.values(value).forEach(walk);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(module.body);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What a file loads as soon as it is loaded itself: neither types nor what is imported later. */
export function listStaticImports(file: string): string[] {
  const found: string[] = [];
  visitSource(readSource(file), file.endsWith('.tsx'), (node) => {
    if (!['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type) || node['typeOnly'] === true) return;
    const specifiers: unknown = node['specifiers'];
    const typesAlone =
      Array.isArray(specifiers) && specifiers.length > 0 && specifiers.every((one: unknown) => isNode(one) && one['isTypeOnly'] === true);
    const from: unknown = node['source'];
    if (!typesAlone && isNode(from)) found.push(String(from['value']));
  });
  return found;
}

/** Every product file and package that the entries load at once. */
export function listStaticClosure(...entries: string[]): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const specifier of listStaticImports(file)) {
      if (!specifier.startsWith('.')) packages.add(specifier);
      else if (!specifier.endsWith('.css')) follow(resolveSource(join(file, '..', specifier.replace(/\?.*$/, ''))));
    }
  };
  for (const entry of entries) follow(entry);
  return { files: [...files].sort(), packages: [...packages].sort() };
}

function resolveSource(path: string): string {
  const found = [`${path}.ts`, `${path}.tsx`, path].find((one) => existsSync(join(root, one)));
  if (found === undefined) throw new Error(`no file for ${path}`);
  return found;
}
