import { CONFIG_VERSION, type Config, configSchema } from '../../../shared/model/config';
import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../../core/kernel/is-record';

type RawConfig = Record<string, unknown>;

export interface ParsedConfig {
  config: Config;
  /** What the file says, unknown keys included, in this version's form. */
  raw: RawConfig;
  diagnostics: Diagnostic[];
  /** False when writing the file would lose something: it is no JSON, or a newer version wrote it. */
  writable: boolean;
}

/** `migrations.get(n)` turns settings of version n into those of version n + 1. */
const MIGRATIONS: ReadonlyMap<number, (raw: RawConfig) => RawConfig> = new Map();

/** Reads the text of `config.json`. Never throws: what cannot be used is reported, with its line, and its default is in force. */
export function parseConfig(text: string, file: string): ParsedConfig {
  const broken = (code: string, message: string, line: number) => defaultsInForce({ code, message, severity: 'error', file, line });
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return broken('invalid-json', `The settings are not valid JSON, so the defaults are in force: ${reason}`, lineOfError(reason, text));
  }
  if (!isRecord(value)) return broken('invalid-config', 'The settings must be a JSON object, so the defaults are in force.', 1);
  return checkKeys(migrate(value), text, file);
}

/** For a file that is there and cannot be read, such as a folder of that name. */
export function unreadableConfig(file: string, reason: string): ParsedConfig {
  const message = `The settings in ${file} cannot be read, so the defaults are in force: ${reason}`;
  return defaultsInForce({ code: 'unreadable-settings', message, severity: 'error', file });
}

function defaultsInForce(diagnostic: Diagnostic): ParsedConfig {
  return { config: configSchema.parse({}), raw: {}, diagnostics: [diagnostic], writable: false };
}

function checkKeys(raw: RawConfig, text: string, file: string): ParsedConfig {
  const diagnostics: Diagnostic[] = [];
  const good: RawConfig = { ...raw };
  for (const [key, schema] of Object.entries(configSchema.shape)) {
    if (raw[key] === undefined) continue;
    const result = schema.safeParse(raw[key]);
    if (result.success) continue;
    delete good[key];
    const reason = result.error.issues[0]?.message ?? 'invalid';
    diagnostics.push({
      code: 'invalid-config',
      message: `"${key}" is not usable, its default is in force: ${reason}`,
      severity: 'warning',
      file,
      line: lineOfKey(text, key),
    });
  }
  const config = configSchema.parse(good);
  const newer = config.version > CONFIG_VERSION;
  if (newer) {
    diagnostics.push({
      code: 'newer-config',
      message: 'The settings were written by a newer version and are not changed by this one.',
      severity: 'warning',
      file,
      line: lineOfKey(text, 'version'),
    });
  }
  return { config, raw, diagnostics, writable: !newer };
}

function migrate(raw: RawConfig): RawConfig {
  const version = typeof raw['version'] === 'number' ? raw['version'] : CONFIG_VERSION;
  let migrated = raw;
  for (let from = version; from < CONFIG_VERSION; from += 1)
    migrated = { ...(MIGRATIONS.get(from)?.(migrated) ?? migrated), version: from + 1 };
  return migrated;
}

function lineOfError(reason: string, text: string): number {
  const position = /position (\d+)/.exec(reason)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  if (/end of JSON/.test(reason)) return lineAt(text, text.length);
  // Without a position the engine quotes what is around the token, from ten characters before it.
  const quote = /^Unexpected token '.', (\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/u.exec(reason);
  if (quote?.[1] === undefined || quote[2] === undefined) return 1;
  return lineAt(text, text.indexOf(quote[2]) + 10);
}

function lineOfKey(text: string, key: string): number {
  const at = text.indexOf(`"${key}"`);
  return at < 0 ? 1 : lineAt(text, at);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
