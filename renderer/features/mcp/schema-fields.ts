import { isObject, type JsonObject } from '../../ui/json-object';

/** A property of a JSON Schema as a form shows it. `json`: what no other field can hold, written as JSON. */
export type SchemaField = {
  key: string;
  label: string;
  note?: string;
  required: boolean;
  /** What holds where nothing is written, as the schema says. */
  byDefault?: unknown;
} & (
  | { kind: 'text'; isLong: boolean; least?: number; most?: number; format?: string }
  | { kind: 'number'; isWhole: boolean; least?: number; most?: number }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'many'; options: readonly Option[] }
  | { kind: 'lines' }
  | { kind: 'json' }
);
export interface Option {
  value: string;
  label: string;
}

/** Larger schemas are edited as JSON. */
const MOST_FIELDS = 60;
/** Keywords that say more of the whole than its properties do. */
const BEYOND = ['anyOf', 'oneOf', 'allOf', '$ref', 'if', 'patternProperties', 'not'];

/** The fields for an object of a schema; `isWhole` is false where the schema says more than they can hold. */
export function fieldsOf(schema: JsonObject): { fields: SchemaField[]; isWhole: boolean } {
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const extra = schema['additionalProperties'];
  const isWhole =
    BEYOND.every((key) => schema[key] === undefined) && (extra === undefined || extra === false) && properties.length <= MOST_FIELDS;
  return {
    fields: properties.slice(0, MOST_FIELDS).map(([key, value]) => fieldOf(key, isObject(value) ? value : {}, required.includes(key))),
    isWhole: isWhole && properties.length > 0,
  };
}

function fieldOf(key: string, schema: JsonObject, required: boolean): SchemaField {
  const { title, description, default: byDefault } = schema;
  const shared = {
    key,
    label: typeof title === 'string' && title !== '' ? title : key,
    required,
    ...(typeof description === 'string' ? { note: description } : {}),
    ...(byDefault === undefined ? {} : { byDefault }),
  };
  const options = optionsOf(schema);
  if (options) return { ...shared, kind: 'choice', options };
  switch (schema['type']) {
    case 'string':
      return { ...shared, kind: 'text', isLong: isLongText(schema), ...bounds(schema, 'minLength', 'maxLength'), ...formatOf(schema) };
    case 'number':
    case 'integer':
      return { ...shared, kind: 'number', isWhole: schema['type'] === 'integer', ...bounds(schema, 'minimum', 'maximum') };
    case 'boolean':
      return { ...shared, kind: 'switch' };
    case 'array':
      return { ...shared, ...listOf(isObject(schema['items']) ? schema['items'] : {}) };
    default:
      return { ...shared, kind: 'json' };
  }
}

function listOf(items: JsonObject): { kind: 'many'; options: Option[] } | { kind: 'lines' } | { kind: 'json' } {
  const options = optionsOf(items);
  if (options) return { kind: 'many', options };
  return { kind: items['type'] === 'string' ? 'lines' : 'json' };
}

/** Texts to choose from: bare ones with optional names, or each with its title. */
function optionsOf(schema: JsonObject): Option[] | undefined {
  const { enum: values, enumNames: names } = schema;
  if (Array.isArray(values) && values.every((value) => typeof value === 'string'))
    return values.map((value, index) => ({ value, label: labelAt(names, index) ?? value }));
  const titled = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(titled) || titled.length === 0) return undefined;
  const options = titled.flatMap((one) =>
    isObject(one) && typeof one['const'] === 'string' ? [{ value: one['const'], label: String(one['title'] ?? one['const']) }] : [],
  );
  return options.length === titled.length ? options : undefined;
}

function labelAt(names: unknown, index: number): string | undefined {
  const name: unknown = Array.isArray(names) ? names[index] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isLongText({ maxLength, format }: JsonObject): boolean {
  return format === undefined && (typeof maxLength !== 'number' || maxLength > 200);
}

function formatOf({ format }: JsonObject): { format?: string } {
  return typeof format === 'string' ? { format } : {};
}

function bounds(schema: JsonObject, least: string, most: string): { least?: number; most?: number } {
  const from = schema[least];
  const to = schema[most];
  return { ...(typeof from === 'number' ? { least: from } : {}), ...(typeof to === 'number' ? { most: to } : {}) };
}

/** What a form begins with: the defaults of the schema; a switch that must say something says no. */
export function defaultsOf(fields: readonly SchemaField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, byDefault, kind, required }) => {
      const value = byDefault ?? (kind === 'switch' && required ? false : undefined);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

export type FieldProblem = 'missing' | 'number' | 'whole' | 'least' | 'most' | 'short' | 'long';

/** What a person can see wrong with the value of a field. The host looks at the whole of it again. */
export function problemOf(field: SchemaField, value: unknown): FieldProblem | undefined {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0 && field.kind === 'many'))
    return field.required && !(field.kind === 'text' && value === '' && field.least === 0) ? 'missing' : undefined;
  if (field.kind === 'number') {
    if (typeof value !== 'number') return 'number';
    if (field.isWhole && !Number.isInteger(value)) return 'whole';
    if (field.least !== undefined && value < field.least) return 'least';
    return field.most !== undefined && value > field.most ? 'most' : undefined;
  }
  if (field.kind === 'text' && typeof value === 'string') {
    const { length } = [...value];
    if (field.least !== undefined && length < field.least) return 'short';
    return field.most !== undefined && length > field.most ? 'long' : undefined;
  }
  return undefined;
}
