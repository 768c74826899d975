import { isContainer } from '../kernel/is-container';
import { isRecord } from '../kernel/is-record';

type Schema = Record<string, unknown>;

/** Steps that a look at one value may take: some ten milliseconds. */
const MOST_STEPS = 50_000;
/** Levels of schemas in schemas, and of values in values, together. */
const DEEPEST = 500;
/** Keywords whose schemas look at the very same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'] as const;
const OF_ELEMENTS = ['items', 'additionalItems', 'contains'] as const;
const IN_PLACE = ['prefixItems', 'items'] as const;
const LOCAL = /^#\/(\$defs|definitions)\/([^/]+)$/;

/**
 * Whether a library that follows every branch of a schema looks at a value within a bounded number of steps. Counted without taking them:
 * what a schema of some lines asks for can double with each of them, or never end.
 */
export function isQuickToCheck(schema: unknown, value: unknown): boolean {
  return new StepCounter(schema).count(schema, value, 0) <= MOST_STEPS;
}

class StepCounter {
  readonly #root: unknown;
  /** Of a schema for a value; infinite while it is being counted: one that comes back to itself never ends. */
  readonly #known = new Map<Schema, Map<unknown, number>>();
  readonly #sizes = new Map<object, number>();
  #visited = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  count(schema: unknown, value: unknown, level: number): number {
    if (!isRecord(schema)) return 1;
    const ofSchema = this.#known.get(schema) ?? new Map<unknown, number>();
    this.#known.set(schema, ofSchema);
    // Plain values are alike.
    const key = isContainer(value) ? value : undefined;
    const known = ofSchema.get(key);
    if (known !== undefined) return known;
    this.#visited += 1;
    if (level > DEEPEST || this.#visited > MOST_STEPS) return Number.POSITIVE_INFINITY;
    ofSchema.set(key, Number.POSITIVE_INFINITY);
    const steps = 1 + this.#sameValue(schema, value, level + 1) + this.#parts(schema, value, level + 1);
    ofSchema.set(key, steps);
    return steps;
  }

  #sameValue(schema: Schema, value: unknown, level: number): number {
    let steps = Array.isArray(schema['enum']) ? schema['enum'].length : 0;
    const { $ref: ref } = schema;
    if (typeof ref === 'string') steps += this.count(this.#resolve(ref), value, level);
    for (const keyword of SAME_VALUE) {
      const members = schema[keyword];
      if (!Array.isArray(members)) continue;
      // What several of them give is put together, part by part.
      steps += this.#sizeOf(value) * (keyword === 'allOf' ? members.length : 1);
      for (const member of members) steps += this.count(member, value, level);
    }
    return steps;
  }

  #parts(schema: Schema, value: unknown, level: number): number {
    if (!isContainer(value)) return 0;
    if (Array.isArray(value)) return this.#elements(schema, value, level);
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    let steps = Object.keys(properties).length;
    for (const [name, member] of Object.entries(value)) {
      steps += 1 + this.count(schema['propertyNames'], name, level);
      steps += this.count(Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties'], member, level);
    }
    return steps;
  }

  #elements(schema: Schema, array: readonly unknown[], level: number): number {
    let steps = schema['uniqueItems'] === true ? this.#sizeOf(array) : 0;
    for (const [at, element] of array.entries()) {
      steps += 1;
      for (const keyword of OF_ELEMENTS) steps += this.count(schema[keyword], element, level);
      for (const keyword of IN_PLACE) {
        const list = schema[keyword];
        if (Array.isArray(list)) steps += this.count(list[at], element, level);
      }
    }
    return steps;
  }

  #resolve(ref: string): unknown {
    if (ref === '#') return this.#root;
    const [, group = '', name = ''] = LOCAL.exec(ref) ?? [];
    const groups = isRecord(this.#root) ? this.#root[group] : undefined;
    return isRecord(groups) ? groups[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }

  /** Values in a value, bounded. */
  #sizeOf(value: unknown, level = 0): number {
    if (!isContainer(value)) return 1;
    if (level > DEEPEST) return Number.POSITIVE_INFINITY;
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    const size = Object.values(value).reduce((sum: number, one) => sum + this.#sizeOf(one, level + 1), 1);
    this.#sizes.set(value, size);
    return size;
  }
}
