import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readOwnFile } from '../storage/read-own-file';

const KEY_BYTES = 32;

/**
 * Gives eight hex digits for a secret, keyed with a random key of this home (`placeholder-key`): the same secret always gets the
 * same digits, also after a restart, and from the digits alone no guess at a weak secret can be checked. Without a disk the key
 * lasts as long as the process.
 */
export function createSecretTagger(home: string): (text: string) => Promise<string> {
  let key: Promise<Uint8Array> | undefined;
  return async (text) => {
    key ??= readKey(join(home, 'placeholder-key')).catch(() => randomBytes(KEY_BYTES));
    return createHmac('sha256', await key)
      .update(text)
      .digest('hex')
      .slice(0, 8);
  };
}

/** Several processes share a home: the first to put the file in place decides. */
async function readKey(path: string): Promise<Uint8Array> {
  const known = await readOwnFile(path).catch(() => undefined);
  if (known?.length === KEY_BYTES) return known;
  const draft = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(draft, randomBytes(KEY_BYTES), { mode: 0o600 });
  if (known === undefined) await link(draft, path).catch(() => undefined);
  else await rename(draft, path);
  await rm(draft, { force: true });
  return readOwnFile(path);
}
