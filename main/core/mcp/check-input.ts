import { z } from 'zod';
import { isRecord } from '../kernel/is-record';
import { isQuickToCheck } from './schema-work';

/** `unchecked`: the schema is none that could be looked at here. */
export type CheckedInput = { input: Readonly<Record<string, unknown>>; unchecked?: true };
export type InputCheck = ({ ok: true } & CheckedInput) | { ok: false; message: string };
export type CheckInput = (input: unknown) => InputCheck;

/** Keywords of which one alone can hold a thread for long, or that mean another thing in every library: the server looks at them. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'format', '$schema', '$id', '$anchor', '$comment']);

/**
 * Looks at inputs by a server's own schema, which may be hostile: nothing is fetched, no pattern of it runs, and a schema that this host
 * cannot read, or not within a bounded number of steps, lets every object through unchecked: the server looks at it as well.
 */
export function createInputCheck(tool: string, schema: Readonly<Record<string, unknown>>): CheckInput {
  let compiled: { plain: unknown; type: z.ZodType } | undefined;
  const parse = (input: unknown): z.ZodSafeParseResult<unknown> | undefined => {
    try {
      compiled ??= compile(schema);
      return isQuickToCheck(compiled.plain, input) ? compiled.type.safeParse(input) : undefined;
    } catch {
      return undefined;
    }
  };
  return (input) => {
    if (!isRecord(input)) return { ok: false, message: `Invalid input for ${tool}: an object is expected.` };
    const parsed = parse(input);
    if (parsed === undefined) return { ok: true, input, unchecked: true };
    if (parsed.success) return { ok: true, input };
    const said = parsed.error.issues
      .slice(0, 10)
      .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`));
    return { ok: false, message: `Invalid input for ${tool}: ${said.join('; ')}.` };
  };
}

/** Throws for a schema that the library cannot read. */
function compile(schema: Readonly<Record<string, unknown>>): { plain: unknown; type: z.ZodType } {
  const plain = withoutKeywords(schema);
  return { plain, type: isRecord(plain) ? z.fromJSONSchema(plain) : z.unknown() };
}

/** Of a schema, not of the names of its properties. */
function withoutKeywords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutKeywords);
  if (!isRecord(schema)) return schema;
  const members = Object.entries(schema)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, value]) => [
      key,
      key === 'type' ? once(value) : NAMED.has(key) && isRecord(value) ? mapMembers(value) : withoutKeywords(value),
    ]);
  return Object.fromEntries(members);
}

/** Of the same type twice, the library would read everything below twice. */
function once(type: unknown): unknown {
  return Array.isArray(type) ? [...new Set(type)] : type;
}

const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

function mapMembers(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, withoutKeywords(schema)]));
}
