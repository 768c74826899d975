import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSessionStore, type SessionStoreOptions } from '../../../main/adapters/storage/create-session-store';
import type { Clock, Ids, Logger } from '../../../main/core/ports';
import type { SessionStore } from '../../../main/core/sessions/session-store';

/** A folder that is gone after the test. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'vitrine-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export function countingIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}_${Date.now().toString(36)}${process.pid.toString(36)}${count.toString(36).padStart(4, '0')}`;
    },
  };
}

export const silentLogger: Logger = { log: () => undefined };

export function newStore(home: string, more: Partial<SessionStoreOptions> = {}): SessionStore {
  return createSessionStore({ home, clock: systemClock, ids: countingIds(), appVersion: '0.1.0', logger: silentLogger, ...more });
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
