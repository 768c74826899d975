import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../core/ports';
import { redactLeaves } from '../../core/secrets/redact';

export interface CrashRecord {
  /** What ended, such as `main`, `renderer` or `serve`. */
  process: string;
  reason: string;
  message: string;
  stack?: string;
  appVersion: string;
}

/**
 * Writes a crash to `logs/crash-<time>.json`, synchronously, since the process may be about to end. It stays on this machine.
 * Gives the path, or undefined when it could not be written. Never throws.
 */
export function writeCrashRecord(home: string, clock: Clock, record: CrashRecord): string | undefined {
  const at = new Date(clock.now()).toISOString();
  const path = join(home, 'logs', `crash-${at.replace(/[:.]/g, '-')}-${process.pid}.json`);
  try {
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 });
    const system = { platform: process.platform, arch: process.arch, node: process.versions.node };
    writeFileSync(path, `${JSON.stringify(redactLeaves({ at, ...record, system }), undefined, 2)}\n`, { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}

/** The crash record of an error that nobody caught. */
export function crashOf(error: unknown, process: string, appVersion: string): CrashRecord {
  const known = error instanceof Error ? error : undefined;
  const record: CrashRecord = { process, reason: known?.name ?? typeof error, message: known?.message ?? String(error), appVersion };
  return known?.stack === undefined ? record : { ...record, stack: known.stack };
}
