import { basename } from 'node:path';
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listSources, type Node, productFolders, readSource, root, visitSource } from './source-files';

const parsed = listSources().map((file) => ({ file, text: readSource(file) }));

/** Says what is wrong with a node, or nothing. */
type Judge = (node: Node) => string | undefined;

function among(...kinds: string[]): Judge {
  return (node) => (kinds.includes(node.type) ? node.type : undefined);
}

const wholesaleExport = among('ExportDefaultDeclaration', 'ExportDefaultExpression', 'ExportAllDeclaration');
const typeAssertion = among('TsAsExpression', 'TsTypeAssertion', 'TsNonNullExpression');
const anyType: Judge = (node) => (node.type === 'TsKeywordType' && node['kind'] === 'any' ? 'any' : undefined);
const interfacePrefix: Judge = (node) => {
  if (node.type !== 'TsInterfaceDeclaration' && node.type !== 'TsTypeAliasDeclaration') return undefined;
  const name = nameOf(node['id']);
  return /^I[A-Z][a-z]/.test(name) ? name : undefined;
};
const portNeeded = [
  'Math.random',
  'Date.now',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'process.env',
  'process.cwd',
];
const hiddenInput: Judge = (node) => {
  const member = node.type === 'MemberExpression' ? `${nameOf(node['object'])}.${nameOf(node['property'])}` : '';
  if (portNeeded.includes(member)) return member;
  const bareDate = node.type === 'NewExpression' && nameOf(node['callee']) === 'Date' && isEmptyArray(node['arguments']);
  return bareDate ? 'new Date()' : undefined;
};

/** `file:line what` for every node that `judge` objects to. */
function findAll(judge: Judge, files = parsed): string[] {
  const found: string[] = [];
  for (const { file, text } of files) {
    visitSource(text, file.endsWith('.tsx'), (node, line) => {
      const objection = judge(node);
      if (objection !== undefined) found.push(`${file}:${line()} ${objection}`);
    });
  }
  return found;
}

function nameOf(node: unknown): string {
  return typeof node === 'object' && node !== null && 'value' in node ? String(node.value) : '';
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Files that only hand on what others export. */
function findBarrels(files = parsed): string[] {
  return files.filter(({ text }) => isBarrel(text)).map(({ file }) => file);
}

function isBarrel(text: string): boolean {
  const statements = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);
  return statements.length > 0 && statements.every((one) => /^export\s[\s\S]*\sfrom\s/.test(one));
}

describe('conventions of the product code', () => {
  it('has no default exports and re-exports nothing wholesale', () => {
    expect(findAll(wholesaleExport)).toEqual([]);
  });

  it('has no barrels: a file exports something of its own', () => {
    expect(findBarrels()).toEqual([]);
  });

  it('has no any', () => {
    expect(findAll(anyType)).toEqual([]);
  });

  it('asserts no type: data from outside is parsed, `as const` alone is allowed', () => {
    expect(findAll(typeAssertion)).toEqual([]);
  });

  it('gives no type an I prefix', () => {
    expect(findAll(interfacePrefix)).toEqual([]);
  });

  it('silences neither the compiler nor a check without a reason', () => {
    const silenced = parsed.flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /@ts-(ignore|nocheck|expect-error)|biome-ignore [^:]*:?\s*$/.test(line) ? [`${file}:${index + 1}`] : [],
        ),
    );
    expect(silenced).toEqual([]);
  });

  it('takes time, chance and the process through ports in the core and in shared', () => {
    expect(
      findAll(
        hiddenInput,
        parsed.filter(({ file }) => /^(main\/core|shared)\//.test(file)),
      ),
    ).toEqual([]);
  });

  it('is judged by rules that find a planted violation, with its line', () => {
    const planted: [Judge, string, string][] = [
      [wholesaleExport, 'export default 1;', 'ExportDefaultExpression'],
      [wholesaleExport, "export * from './other';", 'ExportAllDeclaration'],
      [anyType, 'export let value: any;', 'any'],
      [typeAssertion, 'export const value = JSON.parse(text) as string;', 'TsAsExpression'],
      [typeAssertion, 'export const value = text!;', 'TsNonNullExpression'],
      [interfacePrefix, 'export interface IThing {}', 'IThing'],
      [hiddenInput, 'export const value = Math.random();', 'Math.random'],
      [hiddenInput, 'export const value = new Date();', 'new Date()'],
    ];
    for (const [judge, line, objection] of planted) {
      expect(findAll(judge, [{ file: 'planted.ts', text: `// first line\nconst fine = [1] as const;\n${line}\n` }])).toEqual([
        `planted.ts:3 ${objection}`,
      ]);
    }
    expect(findBarrels([{ file: 'planted.ts', text: "export { one } from './one';\nexport type { Two } from './two';\n" }])).toEqual([
      'planted.ts',
    ]);
  });
});

describe('conventions of every file', () => {
  const folders = [...productFolders, 'test', 'scripts', 'bin'];
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/[\\/](fixtures|sample|node_modules)([\\/]|$)/.test(entry.parentPath))
    .map((entry) => ({ name: entry.name, path: `${entry.parentPath.slice(root.length + 1)}/${entry.name}` }));

  it('is named in lower case with dashes', () => {
    const code = files.filter(({ name }) => /\.(ts|tsx|mts|mjs|cjs|css)$/.test(name));
    const named = /^[a-z0-9]+(-[a-z0-9]+)*(\.(worker|test|spec|d))?\.(ts|tsx|mts|mjs|cjs|css)$/;
    expect(code.filter(({ path }) => !named.test(basename(path))).map(({ path }) => path)).toEqual([]);
    expect(code.length).toBeGreaterThan(20);
  });

  it('leaves nothing for later', () => {
    const marks = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
    const left = files
      .filter(({ name }) => /\.(ts|tsx|mts|mjs|cjs|css|html)$/.test(name))
      .flatMap(({ path }) =>
        readSource(path)
          .split('\n')
          .flatMap((line, index) => (marks.test(line) ? [`${path}:${index + 1}`] : [])),
      );
    expect(left).toEqual([]);
  });
});
