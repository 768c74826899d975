import { randomBytes } from 'node:crypto';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { type OAuthSettings, ServerError } from '../../../core/mcp/server-connection';
import type { CredentialStore, StoredCredentials } from './credential-store';

export interface SignInParts {
  store: CredentialStore;
  settings: OAuthSettings;
  /** Where the document that describes this client is; absent: it is registered with each authorization server. */
  clientMetadataUrl?: string;
  redirectUrl: string;
  /** What was found out about the authorization server already. */
  discovery?: OAuthDiscoveryState;
  /** Whether an address that a server names may be opened. */
  mayFollow(address: string): Promise<boolean>;
  /** Takes the person to an address. Throws where that may not be. */
  redirect(url: URL): void | Promise<void>;
}

/** One sign-in, or one renewal of its tokens: what the library asks of whoever keeps them. Everything kept belongs to an issuer. */
export class SignInProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl?: string;
  /** What an answer from the browser has to bring. */
  readonly expectedState = randomBytes(24).toString('base64url');
  readonly #parts: SignInParts;
  #codeVerifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  /** The token that is being renewed: only that one is given up where it is refused. */
  #renewed: string | undefined;

  constructor(parts: SignInParts) {
    const { settings, redirectUrl, clientMetadataUrl } = parts;
    this.#parts = parts;
    this.#discovery = parts.discovery;
    this.redirectUrl = redirectUrl;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    this.clientMetadata = {
      client_name: 'Vitrine',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
      token_endpoint_auth_method: settings.clientSecret === undefined ? 'none' : 'client_secret_post',
      ...(settings.scopes === undefined ? {} : { scope: settings.scopes.join(' ') }),
    };
  }

  state(): string {
    return this.expectedState;
  }

  async clientInformation(context?: OAuthClientInformationContext): Promise<StoredOAuthClientInformation | undefined> {
    const stored = await this.#parts.store.read();
    const { clientId, clientSecret } = this.#parts.settings;
    if (clientId === undefined) return context === undefined ? undefined : stored.issuers[context.issuer]?.client;
    const owner = stored.ownClientIssuer;
    // An id from the settings belongs to the authorization server that it was first shown to. To another it means nothing.
    if (owner !== undefined && context !== undefined && owner !== context.issuer) return stored.issuers[context.issuer]?.client;
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(owner === undefined ? {} : { issuer: owner }),
    };
  }

  async saveClientInformation(client: StoredOAuthClientInformation, context?: OAuthClientInformationContext): Promise<void> {
    if (context === undefined) return;
    await this.#parts.store.change((stored) => {
      if (client.client_id === this.#parts.settings.clientId) stored.ownClientIssuer = context.issuer;
      else entryOf(stored, context.issuer).client = { ...client };
    });
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const tokens = tokensOf(await this.#parts.store.read(), context?.issuer);
    this.#renewed = tokens?.refresh_token;
    return tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): Promise<void> {
    const issuer = context?.issuer ?? tokens.issuer;
    if (issuer === undefined) return;
    await this.#parts.store.change((stored) => {
      entryOf(stored, issuer).tokens = { ...tokens };
      stored.current = issuer;
    });
    // The resource may name another authorization server next time.
    this.#discovery = undefined;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (!(await this.#parts.mayFollow(url.href))) throw new ServerError('refused', 'the address to sign in at may not be opened');
    await this.#parts.redirect(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#codeVerifier = verifier;
  }

  codeVerifier(): string {
    return this.#codeVerifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    requirePkce(state);
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (what === 'all' || what === 'verifier') this.#codeVerifier = '';
    if (what === 'all' || what === 'discovery') this.#discovery = undefined;
    if (what === 'verifier' || what === 'discovery') return;
    await this.#parts.store.change((stored) => {
      for (const entry of Object.values(stored.issuers)) {
        if (what !== 'tokens') delete entry.client;
        // Another process may have renewed it meanwhile.
        if (what !== 'client' && (what === 'all' || entry.tokens?.refresh_token === this.#renewed)) delete entry.tokens;
      }
    });
  }
}

/** An authorization server that does not say that it looks at the proof of a sign-in (PKCE) may not do so. Throws a `ServerError`. */
export function requirePkce({ authorizationServerMetadata: metadata }: OAuthDiscoveryState): void {
  if (metadata?.code_challenge_methods_supported?.includes('S256') !== true)
    throw new ServerError('refused', 'its authorization server does not say that it supports PKCE (S256), so there is no sign-in');
}

export function tokensOf(stored: StoredCredentials, issuer = stored.current): StoredCredentials['issuers'][string]['tokens'] {
  return issuer === undefined ? undefined : stored.issuers[issuer]?.tokens;
}

function entryOf(stored: StoredCredentials, issuer: string): StoredCredentials['issuers'][string] {
  const entry = stored.issuers[issuer] ?? {};
  stored.issuers[issuer] = entry;
  return entry;
}
