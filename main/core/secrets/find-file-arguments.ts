import { isRecord } from '../kernel/is-record';

/** Formats by which a schema says that a text is a file. */
const FORMATS = /^(?:path|file|file-path|filepath|uri|uri-reference)$/;
/** Names that say so where there is no format. */
const NAMES = /^(?:.*_)?(?:path|paths|file|files|file_?name|filepath|filepaths)$/i;
const MOST = 100;

/**
 * The arguments of a server's tool that are files, as given: by the format in the tool's input schema, or by their name. A
 * `file://` address counts as its path; other addresses are no files. Pure; `schema` may be missing.
 */
export function findFileArguments(input: unknown, schema?: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, own: unknown, declared: boolean): void => {
    if (found.length >= MOST) return;
    if (typeof value === 'string') {
      const path = declared ? pathOf(value) : undefined;
      if (path !== undefined) found.push(path);
    } else if (Array.isArray(value)) {
      const items = isRecord(own) ? own['items'] : undefined;
      for (const one of value) visit(one, items, declared || isFile(items));
    } else if (isRecord(value)) {
      const properties = isRecord(own) && isRecord(own['properties']) ? own['properties'] : {};
      for (const [name, one] of Object.entries(value)) visit(one, properties[name], isFile(properties[name]) || NAMES.test(name));
    }
  };
  visit(input, schema, false);
  return found;
}

function isFile(schema: unknown): boolean {
  return isRecord(schema) && typeof schema['format'] === 'string' && FORMATS.test(schema['format']);
}

function pathOf(text: string): string | undefined {
  if (/^file:\/\//i.test(text)) return decodeAddress(text.replace(/^file:\/\/(?:localhost)?/i, ''));
  return text === '' || text.includes('\n') || /^[a-z][a-z0-9+.-]+:\/\//i.test(text) ? undefined : text;
}

function decodeAddress(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
