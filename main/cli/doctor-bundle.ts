import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hideRanges } from '../core/secrets/redact';
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
  const redactor = { count: 0 };
  const hidden = await hideAll(bundle, ports, redactor);
  return { text: `${JSON.stringify(hidden, undefined, 2)}\n`, redacted: redactor.count };
}

async function readLogs(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.jsonl?$/.test(name)).sort();
  const texts = await Promise.all(
    names.slice(-MAX_FILES).map(async (name) => [name, (await readFile(join(folder, name), 'utf8').catch(() => '')).slice(-TAIL)]),
  );
  return Object.fromEntries(texts);
}

async function hideAll(value: unknown, ports: HostPorts, redactor: { count: number }): Promise<unknown> {
  if (typeof value === 'string') {
    const { text, count } = hideRanges(value, await ports.findSecrets(value));
    redactor.count += count;
    return text.split(ports.personHome).join('~');
  }
  if (Array.isArray(value)) return Promise.all(value.map((one) => hideAll(one, ports, redactor)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = await Promise.all(Object.entries(value).map(async ([key, inner]) => [key, await hideAll(inner, ports, redactor)]));
  return Object.fromEntries(entries);
}
