import { z } from 'zod';
import type { SecretStore } from '../../../core/ports';

/** What an authorization server gave; kept as it came. */
const tokensSchema = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  expires_in: z.number().optional(),
  issuer: z.string().optional(),
});

const clientSchema = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  issuer: z.string().optional(),
});

const storedSchema = z.object({
  /** The server that it is for: another address under the same name gets nothing of it. */
  url: z.string(),
  /** Whose tokens are used for requests. */
  current: z.string().optional(),
  /** To whom the client id of the settings belongs: the first that it was shown to. */
  ownClientIssuer: z.string().optional(),
  /** The port of the redirect address that the client is registered with. */
  port: z.number().int().optional(),
  issuers: z.record(z.string(), z.object({ client: clientSchema.optional(), tokens: tokensSchema.optional() })),
});

export type StoredCredentials = z.infer<typeof storedSchema>;

export interface CredentialStore {
  /** What is known; read from the store once, or again when asked to. */
  read(fresh?: boolean): Promise<StoredCredentials>;
  change(change: (stored: StoredCredentials) => void): Promise<void>;
}

/** Where tokens and registrations of servers are kept: in the system's store, else in memory as long as the process lasts. */
export interface CredentialStores {
  of(server: string, url: string): CredentialStore;
  forget(server: string): Promise<void>;
}

export function createCredentialStores(secrets: SecretStore): CredentialStores {
  const known = new Map<string, string>();
  const nameOf = (server: string) => `mcp:${server}`;

  async function load(server: string, fresh: boolean): Promise<string | undefined> {
    if (secrets.kind === 'none' || (!fresh && known.has(server))) return known.get(server);
    const text = await secrets.read(nameOf(server));
    if (text === undefined) known.delete(server);
    else known.set(server, text);
    return text;
  }

  return {
    of(server, url) {
      const read = async (fresh = false) => parseCredentials(await load(server, fresh), url);
      return {
        read,
        async change(change) {
          const stored = await read(true);
          change(stored);
          const text = JSON.stringify(stored);
          known.set(server, text);
          // Where the system's store fails, what is known here lasts as long as this process.
          if (secrets.kind === 'os') await secrets.write(nameOf(server), text).catch(() => undefined);
        },
      };
    },
    async forget(server) {
      known.delete(server);
      await secrets.clear(nameOf(server));
    },
  };
}

function parseCredentials(text: string | undefined, url: string): StoredCredentials {
  const nothing: StoredCredentials = { url, issuers: {} };
  if (text === undefined) return nothing;
  try {
    const parsed = storedSchema.parse(JSON.parse(text));
    return parsed.url === url ? parsed : nothing;
  } catch {
    return nothing;
  }
}
