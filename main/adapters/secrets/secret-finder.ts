import { existsSync } from 'node:fs';
import { workerPath } from '../files/app-root';
import type { Logger } from '../../core/ports';
import { type FindSecrets, findKnownSecrets } from '../../core/secrets/known-formats';
import type { SecretRange } from '../../core/secrets/secret-range';
import { mayHoldSecret } from '../../core/secrets/secret-marks';
import { WorkerThread } from '../threads/worker-thread';
import { messageOf } from '../storage/system-error';

/** From this length on even a look for marks is the thread's. In UTF-16 units. */
const LONG = 200_000;

export interface SecretFinder {
  find: FindSecrets;
  close(): Promise<void>;
}

/**
 * Known formats plus secretlint's recommended rules. Most texts have no mark of a secret and cost microseconds; the others are
 * looked through in a thread that starts with the first of them. Where the rules fail, the known formats remain.
 */
export function createSecretFinder(logger: Logger, worker = workerPath('find-secrets')): SecretFinder {
  const thread = existsSync(worker) ? new WorkerThread(worker) : undefined;
  const look = async (text: string): Promise<SecretRange[]> => {
    if (thread !== undefined) return thread.ask(text);
    const { lintSecrets } = await import('./lint-secrets');
    return [...findKnownSecrets(text), ...(await lintSecrets(text))];
  };
  return {
    async find(text) {
      if (text.length < LONG && !mayHoldSecret(text)) return [];
      try {
        return await look(text);
      } catch (error) {
        logger.log('warn', 'the secret rules could not be used; only known formats are hidden', { error: messageOf(error) });
        return findKnownSecrets(text);
      }
    },
    close: async () => thread?.close(),
  };
}
