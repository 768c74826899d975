import { z } from 'zod';
import { isRecord } from '../kernel/is-record';

export type InputCheck = { ok: true; input: Readonly<Record<string, unknown>> } | { ok: false; message: string };
export type CheckInput = (input: unknown) => InputCheck;

/** Keywords of which one alone can hold a thread for long, or that mean another thing in every library: the server looks at them. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'format', '$schema', '$id', '$anchor', '$comment']);

/**
 * Looks at inputs by a server's own schema, which may be hostile: nothing is fetched, no pattern of it runs, and a schema that this host
 * cannot read lets every object through: the server looks at it as well.
 */
export function createInputCheck(tool: string, schema: Readonly<Record<string, unknown>>): CheckInput {
  let compiled: z.ZodType | undefined;
  const compile = (): z.ZodType => {
    try {
      const plain = withoutKeywords(schema);
      return isRecord(plain) ? z.fromJSONSchema(plain) : z.unknown();
    } catch {
      return z.unknown();
    }
  };
  return (input) => {
    if (!isRecord(input)) return { ok: false, message: `Invalid input for ${tool}: an object is expected.` };
    compiled ??= compile();
    const parsed = compiled.safeParse(input);
    if (parsed.success) return { ok: true, input };
    const said = parsed.error.issues
      .slice(0, 10)
      .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`));
    return { ok: false, message: `Invalid input for ${tool}: ${said.join('; ')}.` };
  };
}

/** Of a schema, not of the names of its properties. */
function withoutKeywords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutKeywords);
  if (!isRecord(schema)) return schema;
  const members = Object.entries(schema)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, value]) => [key, NAMED.has(key) && isRecord(value) ? mapMembers(value) : withoutKeywords(value)]);
  return Object.fromEntries(members);
}

const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

function mapMembers(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, withoutKeywords(schema)]));
}
