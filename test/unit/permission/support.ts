import { createBashParser } from '../../../main/adapters/parsers/bash-parser';
import type { Mode } from '../../../shared/model/mode';
import type { Action, Decision, Verdict } from '../../../shared/model/permission';
import { decide } from '../../../main/core/permission/decide';
import type { Reach } from '../../../main/core/permission/find-reach';
import { parseRule } from '../../../main/core/permission/parse-rule';
import type { Rule } from '../../../main/core/permission/rule';
import { createRuleSet, type RuleSet, type RuleSetOptions } from '../../../main/core/permission/rule-set';
import { FileError, type FileSystem } from '../../../main/core/ports';

export const FOLDER = '/home/ann/code/shop';
export const HOME = '/home/ann';

/** The real parser, loaded. */
export const shellParser = createBashParser();
await shellParser.ready();

/** `deny Bash(rm *)`, `local:allow Read(x)`: scope is project unless named. */
export function rule(line: string, number = 1): Rule {
  const [, scope = 'project', verdict = 'allow', text = ''] =
    /^(?:(user|project|local|session|cli|managed):)?(deny|ask|allow) (.*)$/s.exec(line) ?? [];
  const reading = parseRule(text, verdict as Verdict);
  if (reading.rule === undefined) throw new Error(`${line}: ${reading.problems.map((problem) => problem.message).join(' ')}`);
  const file = {
    user: `${HOME}/.claude/settings.json`,
    project: `${FOLDER}/.claude/settings.json`,
    local: `${FOLDER}/.claude/settings.local.json`,
  }[scope];
  return {
    ...reading.rule,
    ref: { text, verdict: verdict as Verdict, scope: scope as Rule['ref']['scope'], ...(file === undefined ? {} : { file, line: number }) },
    sourceBase: scope === 'user' ? `${HOME}/.claude` : FOLDER,
  };
}

export function ruleSet(lines: readonly string[], options: Partial<RuleSetOptions> = {}): RuleSet {
  return createRuleSet(
    lines.map((line, index) => rule(line, index + 1)),
    { folder: FOLDER, home: HOME, directories: [], ignoreCase: false, parse: shellParser.parse, ...options },
  );
}

const inFolder = (path: string) => (path.startsWith('/') ? path : `${FOLDER}/${path}`);

/** `Bash git status`, `Read src/a.ts`, `Edit link -> real`, `WebFetch https://…`, `mcp__a__b`. */
export function action(call: string): Action {
  const [tool = ''] = call.split(' ');
  const rest = call.slice(tool.length + 1);
  const base = { tool, params: {}, summary: call };
  if (tool === 'Bash') return { ...base, capability: 'execute', paths: [], command: rest, params: { command: rest } };
  if (tool === 'WebFetch') return { ...base, capability: 'network', paths: [], url: rest, params: { url: rest } };
  if (tool.startsWith('mcp__')) return { ...base, capability: 'mcp', paths: [] };
  if (tool === 'AskUserQuestion') return { ...base, capability: 'ask-user', paths: [] };
  if (tool === 'TodoWrite') return { ...base, capability: 'plan', paths: [] };
  if (tool === 'Agent')
    return {
      ...base,
      capability: 'agent',
      paths: [],
      params: Object.fromEntries(rest.split(' ').map((pair) => pair.split('=') as [string, string])),
    };
  if (tool === 'Skill')
    return {
      ...base,
      capability: 'skill',
      paths: [],
      params: { skill: rest.split(' ')[0] ?? '', ...(rest.includes(' ') ? { args: rest.slice(rest.indexOf(' ') + 1) } : {}) },
    };
  const capability = tool === 'Read' ? 'read' : tool === 'Grep' || tool === 'Glob' ? 'search' : 'write';
  const [asked = '', real] = rest.split(' -> ');
  return { ...base, capability, paths: [inFolder(real ?? asked)], ...(real === undefined ? {} : { asked: [inFolder(asked)] }) };
}

/** What was found on the disk for a command that leads nowhere else. */
export const NOTHING_FOUND: Omit<Reach, 'command'> = {
  cwd: FOLDER,
  links: [],
  targets: new Map(),
  written: [],
  read: [],
  restricted: [],
  commits: new Set(),
  complete: true,
  allNamed: true,
};

export function decided(
  lines: readonly string[],
  call: string | Action,
  mode: Mode = 'default',
  options: Partial<RuleSetOptions> = {},
): Decision {
  return decide({ action: typeof call === 'string' ? action(call) : call, mode, agent: 'main' }, ruleSet(lines, options));
}

/** Files in memory: the port's contract and nothing more. */
export function memoryFiles(initial: Record<string, string>): FileSystem & { text(path: string): string | undefined } {
  const files = new Map<string, Uint8Array>(Object.entries(initial).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return {
    text: (path) => (files.has(path) ? new TextDecoder().decode(files.get(path)) : undefined),
    readFile: async (path, most = Number.POSITIVE_INFINITY) => {
      const bytes = files.get(path);
      if (bytes === undefined) throw new FileError('not-found', path, 'no such file');
      if (bytes.length > most) throw new FileError('too-large', path, `${path} has ${bytes.length} bytes`);
      return bytes;
    },
    readRange: async (path, offset, length) => (files.get(path) ?? new Uint8Array()).slice(offset, offset + length),
    writeFile: async (path, bytes) => {
      files.set(path, bytes);
    },
    stat: async (path) => {
      const inside = [...files.keys()].some((file) => file.startsWith(`${path}/`));
      return files.has(path) || inside ? { kind: inside ? 'directory' : 'file', size: 0, modifiedMs: 0, mode: 0o644 } : undefined;
    },
    list: async () => [],
    realpath: async (path) => path,
    remove: async (path) => {
      files.delete(path);
    },
  };
}
