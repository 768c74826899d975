import { z } from 'zod';
import type { Diagnostic, RuleScope, Verdict } from '../../../shared/model/permission';
import { readLinked } from '../kernel/read-linked';
import { FileError, type FileSystem } from '../ports';
import { findJsonError } from './json-error-offset';

/** The permission part of one settings file, with the line of each rule. */
export interface SettingsFile {
  path: string;
  scope: RuleScope;
  exists: boolean;
  rules: Array<{ text: string; verdict: Verdict; line: number }>;
  defaultMode?: { value: string; line: number };
  additionalDirectories: Array<{ path: string; line: number }>;
  /** The value of `sandbox` as it stands there. */
  sandbox?: { value: unknown; line: number };
  diagnostics: Diagnostic[];
}

export const VERDICTS: readonly Verdict[] = ['deny', 'ask', 'allow'];
const settingsSchema = z.looseObject({ permissions: z.record(z.string(), z.unknown()).optional(), sandbox: z.unknown().optional() });

/** Reads a settings file. Never rejects: a file that cannot be read or is not strict JSON is a diagnostic with its line. */
export async function readSettingsFile(files: FileSystem, path: string, scope: RuleScope): Promise<SettingsFile> {
  const empty: SettingsFile = { path, scope, exists: false, rules: [], additionalDirectories: [], diagnostics: [] };
  let text: string;
  try {
    text = new TextDecoder().decode(await readLinked(files, path));
  } catch (error) {
    if (error instanceof FileError && (error.code === 'not-found' || error.code === 'not-a-directory')) return empty;
    const message = error instanceof Error ? error.message : String(error);
    return {
      ...empty,
      exists: true,
      diagnostics: [{ code: 'unreadable-settings', severity: 'error', message: `Cannot read ${path}: ${message}`, file: path }],
    };
  }
  return { ...empty, exists: true, ...(await parseSettings(text, path)) };
}

type Parsed = Omit<SettingsFile, 'path' | 'scope' | 'exists'>;

async function parseSettings(source: string, file: string): Promise<Parsed> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const parsed: Parsed = { rules: [], additionalDirectories: [], diagnostics: [] };
  // Most projects have no settings: the parser is loaded only for one that is there.
  const { LineCounter, isMap, isScalar, isSeq, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, keepSourceTokens: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = lineAt(findJsonError(text));
    parsed.diagnostics.push({
      code: 'invalid-json',
      severity: 'error',
      message: `The settings are not valid JSON, so nothing in them is in force: ${message}`,
      file,
      line,
    });
    return parsed;
  }
  const settings = settingsSchema.safeParse(value);
  const permissions = settings.success ? settings.data.permissions : undefined;
  if (!settings.success)
    parsed.diagnostics.push({ code: 'invalid-settings', severity: 'error', message: '"permissions" must be an object.', file, line: 1 });
  if (settings.success && settings.data.sandbox !== undefined) {
    const place = document.get('sandbox', true);
    const range = isMap(place) || isScalar(place) || isSeq(place) ? place.range : undefined;
    parsed.sandbox = { value: settings.data.sandbox, line: lineAt(range?.[0] ?? 0) };
  }
  const node = document.get('permissions', true);
  if (permissions === undefined || !isMap(node)) return parsed;

  /** Strings of an array with their lines; anything else in it is a diagnostic. */
  const strings = (key: string): Array<{ text: string; line: number }> => {
    const list = node.get(key, true);
    if (list === undefined) return [];
    const values = permissions[key];
    if (!isSeq(list) || !Array.isArray(values)) {
      const range = isScalar(list) || isMap(list) ? list.range : undefined;
      parsed.diagnostics.push({
        code: 'invalid-settings',
        severity: 'error',
        message: `"permissions.${key}" must be an array of texts.`,
        file,
        line: lineAt(range?.[0] ?? 0),
      });
      return [];
    }
    return values.flatMap((text: unknown, index) => {
      const item = list.items[index];
      const line = lineAt((isScalar(item) || isMap(item) || isSeq(item) ? item.range?.[0] : undefined) ?? 0);
      if (typeof text === 'string') return [{ text, line }];
      parsed.diagnostics.push({
        code: 'invalid-settings',
        severity: 'error',
        message: `"permissions.${key}" holds something that is not a text.`,
        file,
        line,
      });
      return [];
    });
  };
  for (const verdict of VERDICTS) parsed.rules.push(...strings(verdict).map((rule) => ({ ...rule, verdict })));
  parsed.additionalDirectories = strings('additionalDirectories').map(({ text: path, line }) => ({ path, line }));
  const mode = node.get('defaultMode', true);
  if (isScalar(mode) && typeof mode.value === 'string') parsed.defaultMode = { value: mode.value, line: lineAt(mode.range?.[0] ?? 0) };
  return parsed;
}
