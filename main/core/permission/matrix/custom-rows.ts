import { join } from 'node:path/posix';
import { z } from 'zod';
import type { Diagnostic } from '../../../../shared/model/permission';
import { readText } from '../../kernel/read-text';
import type { FileSystem } from '../../ports';
import { sayRule } from '../rule-words';

const rowSchema = z.object({ name: z.string().min(1), rules: z.array(z.string()).min(1) });
const fileSchema = z.looseObject({ rows: z.array(rowSchema).optional() });

/** A row that a person made of rule patterns. It names calls; it allows nothing by itself. */
export type CustomRow = z.infer<typeof rowSchema>;

const LARGEST = 1024 * 1024;

/** `.vitrine/permissions.json` in the project: `{ "rows": [{ "name", "rules": [pattern, …] }] }`. */
export function customRowsFile(folder: string): string {
  return join(folder, '.vitrine/permissions.json');
}

/** Never rejects: a file of another shape is a diagnostic. */
export async function readCustomRows(files: FileSystem, folder: string): Promise<{ rows: CustomRow[]; diagnostics: Diagnostic[] }> {
  const path = customRowsFile(folder);
  const read = await readText(files, path, LARGEST);
  if ('problem' in read) return { rows: [], diagnostics: read.problem === 'missing' ? [] : [problem(path, 'rows-unread')] };
  try {
    return { rows: fileSchema.parse(JSON.parse(read.text)).rows ?? [], diagnostics: [] };
  } catch {
    return { rows: [], diagnostics: [problem(path, 'rows-shape')] };
  }
}

/** The file's text with the rows in place of those that it had; everything else in it stays. */
export function writeCustomRows(text: string | undefined, rows: readonly CustomRow[]): string {
  const given: unknown = text === undefined || text.trim() === '' ? {} : JSON.parse(text);
  return `${JSON.stringify({ ...fileSchema.parse(given), rows }, undefined, 2)}\n`;
}

function problem(file: string, why: 'rows-unread' | 'rows-shape'): Diagnostic {
  return { code: 'invalid-rows', severity: 'warning', ...sayRule(why), file, line: 1 };
}
