import type { Diagnostic, Verdict } from '../../../shared/model/permission';
import { parseCommandPattern } from './command-pattern';
import { EXACT_ONLY } from './exact-only';
import type { SaidByKey } from '../kernel/say-words';
import { canonicalToolName, KNOWN_TOOLS, suggestTool } from './known-tools';
import type { ParsedRule, RuleMatcher } from './rule';
import { sayRule } from './rule-words';

/** A problem of one rule; the loader adds file and line. */
export type RuleProblem = Pick<Diagnostic, 'code' | 'message' | 'detail' | 'severity' | 'suggestion'>;

export interface RuleReading {
  /** Absent when the rule can never do anything. */
  rule?: ParsedRule;
  problems: RuleProblem[];
}

/** Reads `Tool` or `Tool(specifier)`. Never throws: whatever is wrong, or can never match, is a problem with a suggestion. */
export function parseRule(text: string, verdict: Verdict): RuleReading {
  const trimmed = text.trim();
  const open = trimmed.indexOf('(');
  if (trimmed === '') return refuse('empty-rule', sayRule('empty'));
  if (open === -1) {
    if (trimmed.includes(')'))
      return refuse('unbalanced-parentheses', sayRule('never-opens', { rule: trimmed }), trimmed.replace(/\)/g, ''));
    return withTool(trimmed, undefined, verdict);
  }
  if (!trimmed.endsWith(')')) {
    const inside = trimmed.lastIndexOf(')');
    const suggestion = inside > open ? trimmed.slice(0, inside + 1) : `${trimmed})`;
    return refuse('unbalanced-parentheses', sayRule('never-closes', { rule: trimmed }), suggestion);
  }
  return withTool(trimmed.slice(0, open).trim(), trimmed.slice(open + 1, -1), verdict);
}

function withTool(rawName: string, specifier: string | undefined, verdict: Verdict): RuleReading {
  const tool = canonicalToolName(rawName);
  // Servers may call their tools by paths.
  if (tool === '' || (tool.startsWith('mcp__') ? /[^\w*./-]/ : /[^\w*.-]/).test(tool))
    return refuse('bad-tool-name', sayRule('bad-name', { tool: rawName }), suggestTool(tool));
  const problems: RuleProblem[] = [];
  const toolPattern = tool.includes('*');
  if (toolPattern) {
    if (verdict === 'allow' && !/^mcp__[^*]+__[^*]*\*/.test(tool)) {
      return refuse('allow-tool-pattern', sayRule('allow-pattern', { tool: rawName }), 'mcp__<server>__*');
    }
    if (specifier !== undefined && specifier.trim() !== '*')
      return refuse('pattern-with-specifier', sayRule('several-tools', { tool: rawName }), rawName);
    return { rule: { tool, toolPattern, matcher: { kind: 'bare' } }, problems };
  }
  if (!KNOWN_TOOLS.has(tool) && !tool.includes('_')) {
    const suggestion = suggestTool(tool);
    problems.push({
      code: 'unknown-tool',
      severity: 'warning',
      ...sayRule('unknown-tool', { tool: rawName }),
      ...(suggestion === undefined ? {} : { suggestion: specifier === undefined ? suggestion : `${suggestion}(${specifier})` }),
    });
    if (specifier !== undefined) return { problems };
  }
  if (specifier === undefined || specifier.trim() === '*') return { rule: { tool, toolPattern, matcher: { kind: 'bare' } }, problems };
  const read = readSpecifier(tool, specifier, verdict);
  problems.push(...read.problems);
  return read.matcher === undefined ? { problems } : { rule: { tool, toolPattern, matcher: read.matcher }, problems };
}

interface SpecifierReading {
  matcher?: RuleMatcher;
  problems: RuleProblem[];
}

function readSpecifier(tool: string, specifier: string, verdict: Verdict): SpecifierReading {
  const content = specifier.trim();
  if (content === '') return skip('empty-specifier', sayRule('empty-specifier', { tool }), tool);
  const known = KNOWN_TOOLS.get(tool);
  const kind = known?.specifier;
  const param = /^([A-Za-z_-][\w-]*)\s*:\s*([\s\S]+)$/.exec(content);
  const [, name = '', value = ''] = param ?? [];
  if (param !== null && !(kind === 'command' && content.endsWith(':*'))) {
    if (known === undefined || known.params.includes(name)) return readParam(tool, name, value, verdict);
    if (known.main === name) {
      return skip('main-field-rule', sayRule('main-field', { field: name, tool }), mainFieldSuggestion(tool, value));
    }
  }
  if (kind === 'command') return readCommand(tool, content, verdict);
  if (kind === 'path') return readPath(tool, content, known?.governedBy);
  if (kind === 'domain') return readDomain(tool, content);
  if (kind === 'name') {
    const withArgs = content.endsWith(' *') || content.endsWith(':*');
    return { matcher: { kind: 'name', name: withArgs ? content.slice(0, -2).trim() : content, withArgs }, problems: [] };
  }
  return skip('no-specifier', sayRule('no-specifier', { tool, rule: `${tool}(${content})` }), tool);
}

function readParam(tool: string, name: string, value: string, verdict: Verdict): SpecifierReading {
  if (verdict === 'allow') return skip('allow-parameter', sayRule('allow-parameter', { rule: `${tool}(${name}:${value})` }));
  return { matcher: { kind: 'param', name, value }, problems: [] };
}

function mainFieldSuggestion(tool: string, value: string): string {
  if (tool === 'WebFetch') return `WebFetch(domain:${value.replace(/^\w+:\/\//, '').replace(/[/:].*$/s, '')})`;
  const governed = KNOWN_TOOLS.get(tool)?.governedBy;
  return `${governed ?? tool}(${value})`;
}

function readCommand(tool: string, content: string, verdict: Verdict): SpecifierReading {
  const problems: RuleProblem[] = [];
  const middle = content.indexOf(':*');
  if (middle !== -1 && middle !== content.length - 2) {
    const suggestion = `${tool}(${content.replace(/:\*/g, ' *')})`;
    problems.push({
      code: 'prefix-mark-inside',
      severity: verdict === 'allow' ? 'warning' : 'error',
      suggestion,
      ...sayRule('prefix-inside', { rule: `${tool}(${content})` }),
    });
  }
  const pattern = parseCommandPattern(content);
  if (verdict === 'allow' && pattern.kind !== 'exact') {
    const never = whyNeverAllows(content, `${tool}(${content})`);
    if (never !== undefined) problems.push({ code: 'never-allows', severity: 'warning', ...never });
  }
  return { matcher: { kind: 'command', pattern }, problems };
}

/** Each part of a command is matched by itself, and some programs only by their whole text. */
function whyNeverAllows(content: string, rule: string): SaidByKey | undefined {
  const bare = content.replace(/\\.|'[^']*'|"[^"]*"/g, '');
  if (/&&|\|\||[;|]/.test(bare)) return sayRule('never-parts', { rule });
  const program = /^[\w.-]+(?=\s|:|$)/.exec(content)?.[0] ?? '';
  if (EXACT_ONLY.has(program)) return sayRule('never-program', { rule, program });
  return undefined;
}

function readPath(tool: string, content: string, governedBy: 'Read' | 'Edit' | undefined): SpecifierReading {
  if (governedBy !== undefined) {
    return skip('never-consulted', sayRule('governed', { tool, by: governedBy, rule: `${tool}(${content})` }), `${governedBy}(${content})`);
  }
  if (/^[A-Za-z]:[\\/]/.test(content)) {
    const suggestion = `${tool}(//${content.slice(0, 1).toLowerCase()}/${content.slice(3).replace(/\\/g, '/')})`;
    return skip('windows-path', sayRule('windows-path', { path: content }), suggestion);
  }
  return { matcher: { kind: 'path', pattern: content }, problems: [] };
}

function readDomain(tool: string, content: string): SpecifierReading {
  const domain = /^domain\s*:\s*(\S+)$/.exec(content)?.[1];
  if (domain === undefined) {
    const host = content.replace(/^\w+:\/\//, '').replace(/[/:].*$/s, '');
    return skip('bad-domain-rule', sayRule('host', { tool, rule: `${tool}(${content})` }), `${tool}(domain:${host})`);
  }
  return { matcher: { kind: 'domain', domain }, problems: [] };
}

function problem(code: string, said: SaidByKey, severity: RuleProblem['severity'], suggestion?: string): RuleProblem {
  return { code, severity, ...said, ...(suggestion === undefined ? {} : { suggestion }) };
}
function refuse(code: string, said: SaidByKey, suggestion?: string): RuleReading {
  return { problems: [problem(code, said, 'error', suggestion)] };
}
function skip(code: string, said: SaidByKey, suggestion?: string): SpecifierReading {
  return { problems: [problem(code, said, 'warning', suggestion)] };
}
