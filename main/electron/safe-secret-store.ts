import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import { CodedError } from '../../shared/model/failure';
import { readOwnText } from '../adapters/storage/read-own-file';
import type { SecretStore } from '../core/ports';

const fileSchema = z.record(z.string(), z.string());

/**
 * Secrets in a file, encrypted with a key that the operating system keeps. Where the system keeps none (on Linux without a
 * keyring), `kind` is `none` and nothing is ever written. Only after the app is ready.
 */
export function createSafeSecretStore(file: string): SecretStore {
  const available =
    safeStorage.isEncryptionAvailable() && (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text');

  async function readAll(): Promise<Record<string, string>> {
    try {
      return fileSchema.parse(JSON.parse(await readOwnText(file)));
    } catch {
      return {};
    }
  }
  async function writeAll(secrets: Record<string, string>): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  if (!available) {
    return {
      kind: 'none',
      read: async () => undefined,
      write: async () => {
        throw new CodedError('unavailable', 'the system keeps no key to encrypt secrets with');
      },
      clear: async () => undefined,
    };
  }
  return {
    kind: 'os',
    async read(name) {
      const stored = (await readAll())[name];
      if (stored === undefined) return undefined;
      try {
        return safeStorage.decryptString(Buffer.from(stored, 'base64'));
      } catch {
        // Written under another key of the system: as good as absent.
        return undefined;
      }
    },
    async write(name, value) {
      await writeAll({ ...(await readAll()), [name]: safeStorage.encryptString(value).toString('base64') });
    },
    async clear(name) {
      const { [name]: _gone, ...rest } = await readAll();
      await writeAll(rest);
    },
  };
}
