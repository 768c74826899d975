import type { Diagnostic, Verdict } from '../../../shared/model/permission';
import { parseCommandPattern } from './command-pattern';
import { EXACT_ONLY } from './exact-only';
import { canonicalToolName, KNOWN_TOOLS, suggestTool } from './known-tools';
import type { ParsedRule, RuleMatcher } from './rule';

/** A problem of one rule; the loader adds file and line. */
export type RuleProblem = Pick<Diagnostic, 'code' | 'message' | 'severity' | 'suggestion'>;

export interface RuleReading {
  /** Absent when the rule can never do anything. */
  rule?: ParsedRule;
  problems: RuleProblem[];
}

/** Reads `Tool` or `Tool(specifier)`. Never throws: whatever is wrong, or can never match, is a problem with a suggestion. */
export function parseRule(text: string, verdict: Verdict): RuleReading {
  const trimmed = text.trim();
  const open = trimmed.indexOf('(');
  if (trimmed === '') return refuse('empty-rule', 'The rule is empty.');
  if (open === -1) {
    if (trimmed.includes(')'))
      return refuse('unbalanced-parentheses', `"${trimmed}" closes a parenthesis that it never opens.`, trimmed.replace(/\)/g, ''));
    return withTool(trimmed, undefined, verdict);
  }
  if (!trimmed.endsWith(')')) {
    const inside = trimmed.lastIndexOf(')');
    const suggestion = inside > open ? trimmed.slice(0, inside + 1) : `${trimmed})`;
    return refuse('unbalanced-parentheses', `"${trimmed}" does not end with the parenthesis that closes its specifier.`, suggestion);
  }
  return withTool(trimmed.slice(0, open).trim(), trimmed.slice(open + 1, -1), verdict);
}

function withTool(rawName: string, specifier: string | undefined, verdict: Verdict): RuleReading {
  const tool = canonicalToolName(rawName);
  // Servers may call their tools by paths.
  if (tool === '' || (tool.startsWith('mcp__') ? /[^\w*./-]/ : /[^\w*.-]/).test(tool))
    return refuse('bad-tool-name', `"${rawName}" is not a tool name.`, suggestTool(tool));
  const problems: RuleProblem[] = [];
  const toolPattern = tool.includes('*');
  if (toolPattern) {
    if (verdict === 'allow' && !/^mcp__[^*]+__[^*]*\*/.test(tool)) {
      return refuse(
        'allow-tool-pattern',
        `An allow rule may hold * in the tool name only after a literal mcp__<server>__: "${rawName}" is skipped.`,
        'mcp__<server>__*',
      );
    }
    if (specifier !== undefined && specifier.trim() !== '*')
      return refuse('pattern-with-specifier', `"${rawName}" names several tools and cannot take a specifier.`, rawName);
    return { rule: { tool, toolPattern, matcher: { kind: 'bare' } }, problems };
  }
  if (!KNOWN_TOOLS.has(tool) && !tool.includes('_')) {
    const suggestion = suggestTool(tool);
    problems.push({
      code: 'unknown-tool',
      severity: 'warning',
      message: `No tool is called "${rawName}": the rule never matches.`,
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
  if (content === '') return skip('empty-specifier', `The parentheses of "${tool}()" are empty: the rule never matches.`, tool);
  const known = KNOWN_TOOLS.get(tool);
  const kind = known?.specifier;
  const param = /^([A-Za-z_-][\w-]*)\s*:\s*([\s\S]+)$/.exec(content);
  const [, name = '', value = ''] = param ?? [];
  if (param !== null && !(kind === 'command' && content.endsWith(':*'))) {
    if (known === undefined || known.params.includes(name)) return readParam(tool, name, value, verdict);
    if (known.main === name) {
      return skip(
        'main-field-rule',
        `"${name}" is the main field of ${tool} and cannot be tested as a parameter: the rule is ignored.`,
        mainFieldSuggestion(tool, value),
      );
    }
  }
  if (kind === 'command') return readCommand(tool, content, verdict);
  if (kind === 'path') return readPath(tool, content, known?.governedBy);
  if (kind === 'domain') return readDomain(tool, content);
  if (kind === 'name') {
    const withArgs = content.endsWith(' *') || content.endsWith(':*');
    return { matcher: { kind: 'name', name: withArgs ? content.slice(0, -2).trim() : content, withArgs }, problems: [] };
  }
  return skip('no-specifier', `${tool} takes no specifier: "${tool}(${content})" never matches.`, tool);
}

function readParam(tool: string, name: string, value: string, verdict: Verdict): SpecifierReading {
  if (verdict === 'allow')
    return skip('allow-parameter', `Parameter rules work for deny and ask only: "${tool}(${name}:${value})" is skipped.`);
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
      message: `":*" means a prefix only at the end of a rule; inside "${tool}(${content})" the colon is literal, so the rule hardly ever matches.`,
    });
  }
  const pattern = parseCommandPattern(content);
  if (verdict === 'allow' && pattern.kind !== 'exact') {
    const never = whyNeverAllows(content);
    if (never !== undefined)
      problems.push({ code: 'never-allows', severity: 'warning', message: `"${tool}(${content})" never allows anything: ${never}` });
  }
  return { matcher: { kind: 'command', pattern }, problems };
}

/** Each part of a command is matched by itself, and some programs only by their whole text. */
function whyNeverAllows(content: string): string | undefined {
  const bare = content.replace(/\\.|'[^']*'|"[^"]*"/g, '');
  if (/&&|\|\||[;|]/.test(bare)) return 'a command is taken apart at its operators, and each part needs a rule of its own.';
  const program = /^[\w.-]+(?=\s|:|$)/.exec(content)?.[0] ?? '';
  if (EXACT_ONLY.has(program)) return `what ${program} runs is out of sight, so only a rule for the exact command allows it.`;
  return undefined;
}

function readPath(tool: string, content: string, governedBy: 'Read' | 'Edit' | undefined): SpecifierReading {
  if (governedBy !== undefined) {
    return skip(
      'never-consulted',
      `${tool} paths are governed by ${governedBy} rules: "${tool}(${content})" is never consulted.`,
      `${governedBy}(${content})`,
    );
  }
  if (/^[A-Za-z]:[\\/]/.test(content)) {
    const suggestion = `${tool}(//${content.slice(0, 1).toLowerCase()}/${content.slice(3).replace(/\\/g, '/')})`;
    return skip(
      'windows-path',
      `"${content}" is not matched as written: a path rule starts with // for the root of the file system.`,
      suggestion,
    );
  }
  return { matcher: { kind: 'path', pattern: content }, problems: [] };
}

function readDomain(tool: string, content: string): SpecifierReading {
  const domain = /^domain\s*:\s*(\S+)$/.exec(content)?.[1];
  if (domain === undefined) {
    const host = content.replace(/^\w+:\/\//, '').replace(/[/:].*$/s, '');
    return skip(
      'bad-domain-rule',
      `${tool} rules name a host as domain:<host>: "${tool}(${content})" never matches.`,
      `${tool}(domain:${host})`,
    );
  }
  return { matcher: { kind: 'domain', domain }, problems: [] };
}

function problem(code: string, message: string, severity: RuleProblem['severity'], suggestion?: string): RuleProblem {
  return suggestion === undefined ? { code, message, severity } : { code, message, severity, suggestion };
}
function refuse(code: string, message: string, suggestion?: string): RuleReading {
  return { problems: [problem(code, message, 'error', suggestion)] };
}
function skip(code: string, message: string, suggestion?: string): SpecifierReading {
  return { problems: [problem(code, message, 'warning', suggestion)] };
}
