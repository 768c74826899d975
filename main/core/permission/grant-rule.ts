import { z } from 'zod';
import { CodedError } from '../../../shared/model/failure';
import { FileError, type FileSystem } from '../ports';

const settingsSchema = z.looseObject({ permissions: z.looseObject({ allow: z.array(z.unknown()).optional() }).optional() });

/**
 * Adds an allow rule to a settings file and changes nothing else in it. Does nothing when the rule is there.
 * Rejects with `conflict` when the file is not JSON of the known shape: a broken file is never overwritten.
 */
export async function writeAllowRule(files: FileSystem, path: string, rule: string): Promise<void> {
  let text: string | undefined;
  try {
    text = new TextDecoder().decode(await files.readFile(path));
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'not-found') throw error;
  }
  const changed =
    text === undefined || text.trim() === ''
      ? `${JSON.stringify({ permissions: { allow: [rule] } }, undefined, 2)}\n`
      : await addToSettings(text, path, rule);
  if (changed !== undefined) await files.writeFile(path, new TextEncoder().encode(changed));
}

async function addToSettings(text: string, path: string, rule: string): Promise<string | undefined> {
  const settings = settingsSchema.safeParse(parseJson(text, path));
  if (!settings.success) throw new CodedError('conflict', `${path} does not have the shape of a settings file: the rule was not saved.`);
  const rules = settings.data.permissions?.allow;
  if (rules?.includes(rule)) return undefined;
  const added = rules === undefined || rules.length === 0 ? undefined : await insertAfterLast(text, rule);
  if (added !== undefined) return added;
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const permissions = { ...settings.data.permissions, allow: [...(rules ?? []), rule] };
  const end = text.endsWith('\n') ? '\n' : '';
  return `${JSON.stringify({ ...settings.data, permissions }, undefined, indent)}${end}`;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CodedError(
      'conflict',
      `${path} is not valid JSON, the rule was not saved: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function insertAfterLast(text: string, rule: string): Promise<string | undefined> {
  const { isScalar, isSeq, parseDocument } = await import('yaml');
  const list = parseDocument(text, { uniqueKeys: false }).getIn(['permissions', 'allow'], true);
  const last = isSeq(list) ? list.items[list.items.length - 1] : undefined;
  const [start, end] = (isScalar(last) ? last.range : undefined) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = /^[ \t]+$/.test(before) ? `${lineEnd}${before}` : ' ';
  return `${text.slice(0, end)},${gap}${JSON.stringify(rule)}${text.slice(end)}`;
}
