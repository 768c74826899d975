import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redactKeys } from '../core/secrets/redact-keys';
import { redactValue } from '../core/secrets/redact-value';
import type { HostPorts } from '../host/host-ports';
import type { Check } from './doctor-checks';

export const BUNDLE_VERSION = 1;
/** Most characters of each file, its end. */
const TAIL = 262_144;
const MAX_FILES = 20;
/** Names of variables whose values help; every other one is named only. */
const SHOWN_VARIABLES = /^(?:VITRINE_\w+|LANG|LC_\w+|SHELL|TERM|XDG_SESSION_TYPE|ELECTRON_\w+|NODE_OPTIONS|ANTHROPIC_BASE_URL)$/;

/**
 * Diagnostics for a bug report in one JSON text: checks, versions, settings, names of variables, logs and crash records.
 * No session, no file of a project. Every text goes through the redactor; `redacted` counts what it hid.
 */
export async function makeBundle(ports: HostPorts, checks: readonly Check[]): Promise<{ text: string; redacted: number }> {
  const { config, diagnostics } = await ports.config.read();
  const bundle = {
    bundle: BUNDLE_VERSION,
    createdAt: new Date(ports.clock.now()).toISOString(),
    version: ports.appVersion,
    system: {
      platform: ports.platform,
      release: ports.osVersion,
      arch: process.arch,
      versions: process.versions,
      language: ports.language,
    },
    checks,
    config,
    configDiagnostics: diagnostics,
    environment: Object.fromEntries(
      Object.entries(ports.env)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => [name, SHOWN_VARIABLES.test(name) ? value : `(${value?.length ?? 0} characters)`]),
    ),
    logs: await readLogs(join(ports.home, 'logs')),
  };
  const { value, count } = await redactValue(bundle, ports.findSecrets);
  const text = redactKeys(JSON.stringify(value, undefined, 2))
    .split(JSON.stringify(ports.personHome).slice(1, -1))
    .join('~');
  return { text: `${text}\n`, redacted: count };
}

async function readLogs(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.jsonl?$/.test(name)).sort();
  const texts = await Promise.all(
    names.slice(-MAX_FILES).map(async (name) => [name, (await readFile(join(folder, name), 'utf8').catch(() => '')).slice(-TAIL)]),
  );
  return Object.fromEntries(texts);
}
