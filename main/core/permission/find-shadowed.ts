import type { Diagnostic } from '../../../shared/model/permission';
import type { CommandPattern } from './command-pattern';
import type { Rule } from './rule';
import { sayRule } from './rule-words';

/** Rules with stars in the middle that one rule is compared with: a file with more is generated, and nobody reads its diagnostics. */
const MOST_COMPARED = 500;

/** Allow and ask rules that another rule leaves nothing to decide. Takes time in proportion to the rules. */
export function findShadowed(rules: readonly Rule[]): Diagnostic[] {
  const active = rules.filter((rule) => rule.off === undefined && !rule.toolPattern);
  const covers = new Map<string, Cover>();
  for (const [order, rule] of active.entries()) {
    const key = `${rule.ref.verdict} ${rule.tool}`;
    const cover = covers.get(key) ?? new Cover();
    covers.set(key, cover);
    cover.add({ rule, order });
  }
  return active.flatMap((rule) => {
    if (rule.ref.verdict === 'deny' || rule.ref.file === undefined) return [];
    const stronger = rule.ref.verdict === 'allow' ? ['deny', 'ask'] : ['deny'];
    const by = stronger.map((verdict) => covers.get(`${verdict} ${rule.tool}`)?.find(rule)).find((found) => found !== undefined);
    return by === undefined ? [] : [shadowed(rule, by)];
  });
}

function shadowed({ ref }: Rule, { ref: by }: Rule): Diagnostic {
  const rules = { verdict: ref.verdict, rule: ref.text, byVerdict: by.verdict, by: by.text };
  return {
    code: 'shadowed-rule',
    severity: 'warning',
    ...(by.file === undefined
      ? sayRule('shadowed-scope', { ...rules, scope: by.scope })
      : sayRule('shadowed', { ...rules, place: `${by.file}:${by.line ?? 1}` })),
    ...(ref.file === undefined ? {} : { file: ref.file }),
    ...(ref.line === undefined ? {} : { line: ref.line }),
  };
}

interface Placed {
  rule: Rule;
  order: number;
}

/** The rules of one verdict for one tool, by what they match. */
class Cover {
  #bare: Placed | undefined;
  readonly #byText = new Map<string, Placed>();
  /** With stars in the middle, by their first word; those without one under ''. */
  readonly #wildcards = new Map<string, Placed[]>();

  add(placed: Placed): void {
    const { matcher } = placed.rule;
    if (matcher.kind === 'bare') this.#bare ??= placed;
    for (const text of ownTexts(placed.rule)) if (!this.#byText.has(text)) this.#byText.set(text, placed);
    if (matcher.kind !== 'command' || matcher.pattern.kind !== 'wildcard') return;
    const word = matcher.pattern.firstWord ?? '';
    const known = this.#wildcards.get(word);
    if (known === undefined) this.#wildcards.set(word, [placed]);
    else if (known.length < MOST_COMPARED) known.push(placed);
  }

  /** The first rule that matches everything that the other does, where that can be told from the texts. */
  find(narrow: Rule): Rule | undefined {
    const found = [this.#bare, ...coveringTexts(narrow).map((text) => this.#byText.get(text)), this.#findWildcard(narrow)];
    return found.reduce((first, one) => (one !== undefined && (first === undefined || one.order < first.order) ? one : first), undefined)
      ?.rule;
  }

  #findWildcard({ matcher }: Rule): Placed | undefined {
    if (matcher.kind !== 'command' || matcher.pattern.kind !== 'exact') return undefined;
    const { literal, firstWord = '' } = matcher.pattern;
    const candidates = [...(this.#wildcards.get(firstWord) ?? []), ...(firstWord === '' ? [] : (this.#wildcards.get('') ?? []))];
    return candidates.find(({ rule }) => rule.matcher.kind === 'command' && rule.matcher.pattern.test(literal));
  }
}

/** The texts under which a rule is found by those that it covers. */
function ownTexts({ matcher, sourceBase }: Rule): string[] {
  if (matcher.kind === 'path') return [`path ${sourceBase} ${matcher.pattern}`];
  if (matcher.kind === 'domain') return [`domain ${matcher.domain}`];
  if (matcher.kind !== 'command') return [];
  const { kind, literal, source } = matcher.pattern;
  return kind === 'wildcard'
    ? [`wildcard ${source.trim()}`]
    : kind === 'exact'
      ? [`exact ${literal}`, `exact ${source.trim()}`]
      : [`prefix ${literal}`];
}

function coveringTexts(rule: Rule): string[] {
  const { matcher } = rule;
  return matcher.kind === 'command' ? coveringCommands(matcher.pattern) : ownTexts(rule);
}

function coveringCommands({ kind, literal, source }: CommandPattern): string[] {
  const beginnings = [...literal.matchAll(/ /g)].map(({ index }) => `prefix ${literal.slice(0, index)}`);
  if (kind === 'wildcard') return [...beginnings, `wildcard ${source.trim()}`];
  return [...beginnings, `prefix ${literal}`, ...(kind === 'exact' ? [`exact ${literal}`] : [])];
}
