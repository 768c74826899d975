import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSessionStore, type SessionStoreOptions } from '../../../main/adapters/storage/create-session-store';
import type { SessionStore } from '../../../main/core/sessions/session-store';
import { countingIds, silentLogger, systemClock } from './ports-for-scripts';

/** A folder that is gone after the test. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  return home;
}

export function newStore(home: string, more: Partial<SessionStoreOptions> = {}): SessionStore {
  return createSessionStore({ home, clock: systemClock, ids: countingIds(), appVersion: '0.1.0', logger: silentLogger, ...more });
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
