import type { FetchLike, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { ServerError } from '../../../core/mcp/server-connection';
import { isOpenable } from '../is-openable';
import { requirePkce } from './sign-in-provider';

const metadataSchema = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  scopes_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/** What the settings of a server say of its authorization server, in place of what the server says. Rejects with a `ServerError`. */
export async function fetchConfiguredMetadata(url: string, fetch: FetchLike): Promise<OAuthDiscoveryState> {
  if (!isOpenable(url)) throw new ServerError('refused', 'authServerMetadataUrl must be an HTTPS address');
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  const parsed = metadataSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !parsed.success)
    throw new ServerError('refused', 'authServerMetadataUrl gives no metadata of an authorization server');
  const state = { authorizationServerUrl: parsed.data.issuer, authorizationServerMetadata: parsed.data };
  requirePkce(state);
  return state;
}
