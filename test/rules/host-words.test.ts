import { describe, expect, it } from 'vitest';
import { lintFindingSchema } from '../../shared/model/call';
import { errorCodeSchema, failureKindSchema } from '../../shared/model/failure';
import { type Node, isNode, listSources, readSource, visitSource } from './source-files';

/** Functions whose first argument is the code of a diagnostic, and those whose second names a built-in reason. */
const REPORTERS = new Set(['report', 'problem', 'refuse', 'skip', 'broken']);
const REASONERS = new Set(['ask', 'asked']);
/** Codes that are put together: how they begin in the source, and what they can become. */
const COMPOSED: Record<string, readonly string[]> = {
  'skill-': ['skill-too-large', 'skill-unreadable'],
  'memory-': ['memory-too-large', 'memory-unreadable'],
  'image-': ['image-too-large', 'image-unreadable'],
};

const notices = new Set<string>();
const diagnostics = new Set<string>();
const reasons = new Set<string>();
const composed = new Set<string>();
const checks = new Set<string>();
/** Constants that hold a text, and those that stand as a built-in reason. */
const constants = new Map<string, string>();
const namedReasons = new Set<string>();

/** What tells a code from other texts. */
const CODE = /^[a-z]+(-[a-z]+)*$/;

for (const file of listSources(['main/core', 'main/adapters'])) {
  visitSource(readSource(file), false, (node) => {
    if (node.type === 'ObjectExpression') readObject(node);
    else if (node.type === 'CallExpression') readCall(node);
    else if (node.type === 'VariableDeclarator') readConstant(node);
  });
}

for (const file of listSources(['main/host']))
  visitSource(readSource(file), false, (node) => {
    if (node.type !== 'ObjectExpression') return;
    for (const property of listOf(node['properties'])) if (nameOf(property['key']) === 'builtin') noteReason(property['value']);
  });
for (const name of namedReasons) reasons.add(constants.get(name) ?? name);

visitSource(readSource('main/host/doctor.ts'), false, (node) => {
  if (node.type === 'CallExpression' && nameOf(node['callee']) === 'check') note(checks, listOf(node['arguments'])[0]?.['expression']);
});

function readObject(node: Node): void {
  const properties = listOf(node['properties']);
  const names = properties.map((property) => nameOf(property['key']) ?? nameOf(property));
  for (const property of properties) {
    const name = nameOf(property['key']);
    if (name === 'code' && names.includes('severity')) note(diagnostics, property['value']);
    if (name === 'code' && names.includes('level')) note(notices, property['value']);
    if (name === 'builtin') noteReason(property['value']);
  }
}
function readConstant(node: Node): void {
  const name = nameOf(node['id']) ?? '';
  const value = node['init'];
  if (name === 'builtin') note(reasons, value);
  else if (isNode(value) && value.type === 'StringLiteral') constants.set(name, String(value['value']));
}
function noteReason(value: unknown): void {
  note(reasons, value);
  const name = nameOf(value) ?? '';
  if (/^[A-Z_]+$/.test(name)) namedReasons.add(name);
}
function readCall(node: Node): void {
  const callee = isNode(node['callee']) ? node['callee'] : undefined;
  const name = nameOf(callee?.type === 'MemberExpression' ? callee['property'] : callee) ?? '';
  const given = listOf(node['arguments']);
  if (REPORTERS.has(name) && given.length > 1) note(diagnostics, given[0]?.['expression']);
  if (REASONERS.has(name)) note(reasons, given[1]?.['expression']);
}
/** Every literal that the expression can be: `a ?? 'b'` can be `b`. */
function note(codes: Set<string>, value: unknown): void {
  if (Array.isArray(value)) for (const inner of value) note(codes, inner);
  else if (!isNode(value)) return;
  else if (value.type === 'StringLiteral' && CODE.test(String(value['value']))) codes.add(String(value['value']));
  else if (value.type === 'TemplateLiteral') {
    const begins = String(listOf(value['quasis'])[0]?.['raw']);
    if (begins.endsWith('-')) composed.add(begins);
  } else if (value.type !== 'CallExpression') for (const inner of Object.values(value)) note(codes, inner);
}
function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.map((entry): Node => entry) : [];
}
function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'PrivateName') return typeof value['value'] === 'string' ? value['value'] : nameOf(value['id']);
  return value.type === 'Identifier' ? String(value['value']) : undefined;
}

function words(language: string, namespace: string, ...path: string[]): object {
  let at: unknown = JSON.parse(readSource(`renderer/locales/${language}/${namespace}.json`));
  for (const step of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined;
  return typeof at === 'object' && at !== null ? at : {};
}

it('the documentation of the command line lists exactly the built-in reasons of a decision', () => {
  const listed = /`builtin` is one of `([^`]+)`/.exec(readSource('docs/command-line.md'))?.[1]?.split(' ') ?? [];
  expect(listed.toSorted()).toEqual([...reasons].toSorted());
});

describe.each(['en', 'ja'])('what the host sends by a code has its words in %s:', (language) => {
  const lacks = (codes: Iterable<string>, namespace: string, ...path: string[]) => {
    const known = words(language, namespace, ...path);
    return [...codes].filter((code) => typeof Reflect.get(known, code) !== 'string').sort();
  };

  it('the notices of a turn', () => {
    expect([...notices]).toEqual(expect.arrayContaining(['input-problem', 'retrying', 'quarantined', 'price-unknown', 'answer-truncated']));
    expect(lacks(notices, 'conversation', 'notice')).toEqual([]);
  });

  it('the diagnostics of rules, settings, skills, instructions and messages', () => {
    expect([...composed].sort()).toEqual(Object.keys(COMPOSED).sort());
    expect([...diagnostics]).toEqual(expect.arrayContaining(['unknown-tool', 'invalid-json', 'mention-not-found', 'shadowed-rule']));
    // What is wrong with a payload is a closed list of its own, with its own words below.
    const findings: ReadonlySet<string> = new Set(lintFindingSchema.shape.code.options);
    const codes = [...diagnostics].filter((code) => !findings.has(code));
    expect(lacks([...codes, ...Object.values(COMPOSED).flat()], 'diagnostics', 'code')).toEqual([]);
  });

  it('the built-in reasons of a decision', () => {
    expect([...reasons]).toEqual(
      expect.arrayContaining(['plan-mode', 'sandbox-refusal', 'cd-then-git', 'bypass-permissions', 'agent-tools']),
    );
    expect(lacks(reasons, 'common', 'builtin')).toEqual([]);
  });

  it('the findings of the linter', () => {
    expect(lacks(lintFindingSchema.shape.code.options, 'inspector', 'lint', 'code')).toEqual([]);
  });

  it('the checks of the health report, and how each of them ended', () => {
    expect([...checks]).toEqual(expect.arrayContaining(['home', 'sandbox']));
    for (const part of ['check', 'works', 'fails']) expect(lacks(checks, 'settings', 'about', part)).toEqual([]);
  });

  it('the failures of a request, with which alarms and failed turns come too', () => {
    expect(lacks(errorCodeSchema.options, 'common', 'error')).toEqual([]);
    expect(lacks(failureKindSchema.options, 'common', 'failure')).toEqual([]);
  });
});
