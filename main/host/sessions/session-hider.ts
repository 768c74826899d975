import { join } from 'node:path';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { findGuardedHunks } from '../../core/secrets/find-guarded-hunks';
import { createSecretHider, type HideSecrets } from '../../core/secrets/hide-secrets';
import type { HostPorts } from '../host-ports';

/** Hides secrets in what goes to a model of a session: those that are known by their form, and what comes from guarded files. */
export function createSessionHider(
  ports: Pick<HostPorts, 'findSecrets' | 'tagSecret'>,
  policy: Pick<SessionPolicy, 'isGuarded'>,
  { session, folder }: { session: string; folder: string },
): HideSecrets {
  const isGuarded = (path: string) => policy.isGuarded?.(join(folder, path)) === true;
  return createSecretHider({
    find: async (text) => [...findGuardedHunks(text, isGuarded), ...(await ports.findSecrets(text))],
    tag: (secret) => ports.tagSecret(`${session} ${secret}`),
  });
}
