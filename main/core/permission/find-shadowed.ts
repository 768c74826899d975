import type { Diagnostic } from '../../../shared/model/permission';
import type { CommandPattern } from './command-pattern';
import type { Rule } from './rule';

/** Most rules that are compared with each other; beyond that a settings file is generated, and nobody reads its diagnostics. */
const MOST_RULES = 2_000;

/** Allow rules that another rule leaves nothing to allow, and rules that another of the same verdict already covers. */
export function findShadowed(rules: readonly Rule[]): Diagnostic[] {
  const active = rules.filter((rule) => rule.off === undefined && !rule.toolPattern);
  if (active.length > MOST_RULES) return [];
  const byVerdict = new Map<string, Rule[]>();
  for (const rule of active) {
    const key = `${rule.ref.verdict} ${rule.tool}`;
    const known = byVerdict.get(key);
    if (known === undefined) byVerdict.set(key, [rule]);
    else known.push(rule);
  }
  return active.flatMap((rule) => {
    if (rule.ref.verdict === 'deny' || rule.ref.file === undefined) return [];
    const stronger = rule.ref.verdict === 'allow' ? ['deny', 'ask'] : ['deny'];
    const by = stronger.flatMap((verdict) => byVerdict.get(`${verdict} ${rule.tool}`) ?? []).find((other) => covers(other, rule));
    if (by === undefined) return [];
    const place = by.ref.file === undefined ? `of scope ${by.ref.scope}` : `in ${by.ref.file}:${by.ref.line ?? 1}`;
    return [
      {
        code: 'shadowed-rule',
        severity: 'warning' as const,
        message: `The ${rule.ref.verdict} rule ${rule.ref.text} never decides: the ${by.ref.verdict} rule ${by.ref.text} ${place} comes first.`,
        file: rule.ref.file,
        ...(rule.ref.line === undefined ? {} : { line: rule.ref.line }),
      },
    ];
  });
}

/** Whether `wide` matches everything that `narrow` does, where that can be told from the texts. */
function covers(wide: Rule, narrow: Rule): boolean {
  if (wide.matcher.kind === 'bare') return true;
  if (wide.matcher.kind === 'command' && narrow.matcher.kind === 'command')
    return coversCommand(wide.matcher.pattern, narrow.matcher.pattern);
  if (wide.matcher.kind === 'path' && narrow.matcher.kind === 'path')
    return wide.matcher.pattern === narrow.matcher.pattern && wide.sourceBase === narrow.sourceBase;
  return wide.matcher.kind === 'domain' && narrow.matcher.kind === 'domain' && wide.matcher.domain === narrow.matcher.domain;
}

function coversCommand(wide: CommandPattern, narrow: CommandPattern): boolean {
  if (narrow.kind === 'exact') return wide.test(narrow.literal);
  if (wide.kind === 'prefix') return narrow.literal === wide.literal || narrow.literal.startsWith(`${wide.literal} `);
  return wide.kind === narrow.kind && wide.source.trim() === narrow.source.trim();
}
