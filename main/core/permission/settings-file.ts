import { z } from 'zod';
import type { Diagnostic, RuleScope, Verdict } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import { parseSettings, readSettingsText, type SettingsText } from './parse-settings';

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
  const text = await readSettingsText(files, path);
  if (text === undefined) return empty;
  if (typeof text !== 'string') return { ...empty, exists: true, diagnostics: [text] };
  const settings = await parseSettings(text, path);
  if (!('lineOf' in settings)) return { ...empty, exists: true, diagnostics: [settings] };
  return { ...empty, exists: true, ...readPermissions(settings, path) };
}

type Parsed = Omit<SettingsFile, 'path' | 'scope' | 'exists'>;

function readPermissions({ value, lineOf }: SettingsText, file: string): Parsed {
  const parsed: Parsed = { rules: [], additionalDirectories: [], diagnostics: [] };
  const settings = settingsSchema.safeParse(value);
  const permissions = settings.success ? settings.data.permissions : undefined;
  if (!settings.success)
    parsed.diagnostics.push({ code: 'invalid-settings', severity: 'error', message: '"permissions" must be an object.', file, line: 1 });
  if (settings.success && settings.data.sandbox !== undefined) parsed.sandbox = { value: settings.data.sandbox, line: lineOf(['sandbox']) };
  if (permissions === undefined) return parsed;
  const report = (message: string, path: Array<string | number>) =>
    void parsed.diagnostics.push({ code: 'invalid-settings', severity: 'error', message, file, line: lineOf(['permissions', ...path]) });

  /** Strings of an array with their lines; anything else in it is a diagnostic. */
  const strings = (key: string): Array<{ text: string; line: number }> => {
    const values = permissions[key];
    if (values === undefined) return [];
    if (!Array.isArray(values)) {
      report(`"permissions.${key}" must be an array of texts.`, [key]);
      return [];
    }
    return values.flatMap((text: unknown, index) => {
      if (typeof text === 'string') return [{ text, line: lineOf(['permissions', key, index]) }];
      report(`"permissions.${key}" holds something that is not a text.`, [key, index]);
      return [];
    });
  };
  for (const verdict of VERDICTS) parsed.rules.push(...strings(verdict).map((rule) => ({ ...rule, verdict })));
  parsed.additionalDirectories = strings('additionalDirectories').map(({ text: path, line }) => ({ path, line }));
  const mode = permissions['defaultMode'];
  if (typeof mode === 'string') parsed.defaultMode = { value: mode, line: lineOf(['permissions', 'defaultMode']) };
  return parsed;
}
