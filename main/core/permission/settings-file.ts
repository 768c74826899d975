import { z } from 'zod';
import type { Diagnostic, RuleScope, Verdict } from '../../../shared/model/permission';
import type { FileSystem } from '../ports';
import { parseSettings, readSettingsText, type SettingsKey, type SettingsText } from './parse-settings';
import type { SaidByKey } from '../kernel/say-words';
import { sayRule } from './rule-words';

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
  const parsed = readPermissions(settings, path);
  addRepeated(parsed, settings, path);
  return { ...empty, exists: true, ...parsed };
}

type Parsed = Omit<SettingsFile, 'path' | 'scope' | 'exists'>;

function readPermissions({ value, lineOf }: SettingsText, file: string): Parsed {
  const parsed: Parsed = { rules: [], additionalDirectories: [], diagnostics: [] };
  const settings = settingsSchema.safeParse(value);
  const permissions = settings.success ? settings.data.permissions : undefined;
  if (!settings.success)
    parsed.diagnostics.push({ code: 'invalid-settings', severity: 'error', ...sayRule('settings-object'), file, line: 1 });
  if (settings.success && settings.data.sandbox !== undefined) parsed.sandbox = { value: settings.data.sandbox, line: lineOf(['sandbox']) };
  if (permissions === undefined) return parsed;
  const report = (said: SaidByKey, path: Array<string | number>) =>
    void parsed.diagnostics.push({ code: 'invalid-settings', severity: 'error', ...said, file, line: lineOf(['permissions', ...path]) });

  /** Strings of an array with their lines; anything else in it is a diagnostic. */
  const strings = (key: string): Array<{ text: string; line: number }> => {
    const values = permissions[key];
    if (values === undefined) return [];
    if (!Array.isArray(values)) {
      report(sayRule('settings-list', { key }), [key]);
      return [];
    }
    return values.flatMap((text: unknown, index) => {
      if (typeof text === 'string') return [{ text, line: lineOf(['permissions', key, index]) }];
      report(sayRule('settings-entry', { key }), [key, index]);
      return [];
    });
  };
  for (const verdict of VERDICTS) for (const rule of strings(verdict)) parsed.rules.push({ ...rule, verdict });
  parsed.additionalDirectories = strings('additionalDirectories').map(({ text: path, line }) => ({ path, line }));
  const mode = permissions['defaultMode'];
  if (typeof mode === 'string') parsed.defaultMode = { value: mode, line: lineOf(['permissions', 'defaultMode']) };
  return parsed;
}

const WRITTEN = new Set(['permissions', 'sandbox', 'hooks', 'deny', 'ask', 'allow', 'defaultMode', 'additionalDirectories']);
const KEYS = new Set([...WRITTEN].map((key) => key.toLowerCase()));

/**
 * JSON keeps the last of the keys that are written twice, and knows no key in other letters. Each is a diagnostic; what such lists deny or
 * ask for is in force all the same.
 */
function addRepeated(parsed: Parsed, { keysAt }: SettingsText, file: string): void {
  const inside = keysAt(['permissions']);
  const odd = [...oddKeys(keysAt([])), ...oddKeys(inside)];
  for (const { key, line } of odd)
    parsed.diagnostics.push({ code: 'repeated-key', severity: 'error', ...sayRule('repeated', { key }), file, line });
  if (odd.length === 0) return;
  for (const verdict of ['deny', 'ask'] as const) {
    for (const { key, value, lines } of inside) {
      if (key.toLowerCase() !== verdict || !Array.isArray(value)) continue;
      for (const [index, text] of value.entries())
        if (typeof text === 'string' && !parsed.rules.some((rule) => rule.verdict === verdict && rule.text === text))
          parsed.rules.push({ text, verdict, line: lines[index] ?? 1 });
    }
  }
}

function oddKeys(keys: readonly SettingsKey[]): SettingsKey[] {
  return keys.filter((one, index) => {
    if (!KEYS.has(one.key.toLowerCase())) return false;
    const same = keys.slice(0, index).some(({ key }) => key.toLowerCase() === one.key.toLowerCase());
    return same || !WRITTEN.has(one.key);
  });
}
