import { isRecord } from '../kernel/is-record';

type Schema = Record<string, unknown>;

/** Most characters of a schema that goes into every request. */
const LARGEST = 64 * 1024;
const DEEPEST = 64;
const CHOICES = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * The input schema of a server's tool as a provider takes it: an object at its root, without a choice there. The properties of all members
 * of a choice are put side by side; what is required of every member, or of one of `allOf`, stays required. Undefined for what is no
 * schema, or too large for one.
 */
export function tameSchema(given: unknown): { schema: Schema; flattened: boolean } | undefined {
  if (!isRecord(given) || isDeeper(given, DEEPEST) || JSON.stringify(given).length > LARGEST) return undefined;
  const { $schema: _, ...root } = given;
  if (root['type'] !== undefined && root['type'] !== 'object') return undefined;
  const chosen = CHOICES.filter((name) => Array.isArray(root[name]));
  if (chosen.length === 0) return { schema: { ...root, type: 'object', properties: propertiesOf(root) }, flattened: false };
  const properties = new Map(Object.entries(propertiesOf(root)));
  const required = new Set(requiredOf(root));
  const plain: Schema = { ...root };
  for (const name of chosen) {
    delete plain[name];
    const members = [root[name]].flat().flatMap((member) => resolveMember(member, root));
    for (const member of members)
      for (const [property, schema] of Object.entries(propertiesOf(member)))
        if (!properties.has(property)) properties.set(property, schema);
    for (const property of members.flatMap(requiredOf))
      if (name === 'allOf' || members.every((member) => requiredOf(member).includes(property))) required.add(property);
  }
  // A member may have allowed what the root did not name.
  delete plain['additionalProperties'];
  const schema = {
    ...plain,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
  return { schema, flattened: true };
}

function propertiesOf(schema: Schema): Schema {
  return isRecord(schema['properties']) ? schema['properties'] : {};
}

function requiredOf(schema: Schema): string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** A member of a choice; one that only points into the schema itself is looked up there. */
function resolveMember(member: unknown, root: Schema): Schema[] {
  if (!isRecord(member)) return [];
  const [, group, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(member['$ref'] ?? '')) ?? [];
  const groups = group === undefined ? undefined : root[group];
  const found = isRecord(groups) && name !== undefined ? groups[name] : undefined;
  return [isRecord(found) ? found : member];
}

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1));
}
