import {
  type AuthProvider,
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type FetchLike,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { KeyedQueue } from '../../../core/kernel/keyed-queue';
import { type OAuthSettings, ServerError } from '../../../core/mcp/server-connection';
import { isOpenable } from '../is-openable';
import { withSmallBodies } from '../large-bodies';
import type { HttpLaunch } from '../launches';
import { toServerError } from '../map-failure';
import { untilAborted } from '../until-aborted';
import { fetchConfiguredMetadata } from './fetch-configured-metadata';
import { openLoopback } from './loopback-redirect';
import { type LookUp, mayFollow, withNamedAddresses } from './named-address';
import type { RedirectLimit } from './redirect-limit';
import { SignInProvider, tokensOf } from './sign-in-provider';
import type { CredentialStore } from './credential-store';

export interface AuthorizationParts {
  store: CredentialStore;
  /** Renewals and sign-ins of one server come one after the other. */
  turns: KeyedQueue;
  /** Keeps other processes of this home from renewing the same tokens meanwhile. */
  alone<T>(server: string, work: () => Promise<T>): Promise<T>;
  redirects: RedirectLimit;
  /** Where the document that describes this client is now. */
  clientMetadataUrl(): Promise<string | undefined>;
  openBrowser(url: string, server: string): Promise<void>;
  /** Reaches the server. */
  fetch: FetchLike;
  lookUp: LookUp;
}

/** What a server said when it turned a request away. */
interface Challenge {
  scope?: string;
  resourceMetadataUrl?: URL;
}

type UnauthorizedContext = Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0];

/** Stands where the person would be asked in a renewal, which must not ask. */
const NO_REDIRECT = 'http://127.0.0.1/callback';

/** The right of requests to reach one server: the tokens that they bring, their renewal, and the sign-in that begins it. */
export class ServerAuthorization {
  readonly #server: string;
  readonly #launch: HttpLaunch;
  readonly #parts: AuthorizationParts;
  /** Reaches the authorization server. */
  readonly #authorizationFetch: FetchLike;
  /** The token of each request that was turned away. */
  readonly #accessTokens = new WeakMap<Response, string>();
  #challenge: Challenge | undefined;

  constructor(server: string, launch: HttpLaunch, parts: AuthorizationParts) {
    this.#server = server;
    this.#launch = launch;
    this.#parts = parts;
    this.#authorizationFetch = withSmallBodies(withNamedAddresses(parts.fetch, this.#bases(), parts.lookUp));
  }

  /** Undefined where the settings bring the right to reach the server themselves, and where a token could be read on its way. */
  authProvider(): AuthProvider | undefined {
    if (!isOpenable(this.#launch.url)) return undefined;
    if (Object.keys(this.#launch.headers).some((name) => name.toLowerCase() === 'authorization')) return undefined;
    return {
      token: async () => tokensOf(await this.#parts.store.read())?.access_token,
      onUnauthorized: (context) => this.#parts.turns.run(this.#server, () => this.#alone(() => this.#renew(context))),
    };
  }

  /** A `fetch` that reaches the server, as `wrap` makes it, and notes what the server turns away. */
  reach(wrap: (fetch: FetchLike) => FetchLike): FetchLike {
    const fetch = wrap(this.#parts.fetch);
    return async (url, init) => {
      const response = await fetch(url, init);
      if (response.status === 401) {
        const [scheme, token] = (new Headers(init?.headers).get('authorization') ?? '').split(' ');
        if (scheme?.toLowerCase() === 'bearer' && token !== undefined) this.#accessTokens.set(response, token);
      }
      if (response.status === 403) await this.#noteInsufficientScope(response);
      return response;
    };
  }

  /** Takes the person to sign in, with all the rights that they gave before and those that were missed. Rejects when that does not end well. */
  async signIn(signal: AbortSignal): Promise<void> {
    if (!isOpenable(this.#launch.url)) throw new ServerError('refused', 'a sign-in needs an HTTPS address');
    this.#challenge ??= await untilAborted(this.#requestChallenge(), signal);
    await untilAborted(
      this.#parts.turns.run(this.#server, () => this.#signInOnce(signal)),
      signal,
    );
  }

  /** Addresses that the entry names: what a server names itself is followed by them. */
  #bases(): string[] {
    const { authServerMetadataUrl } = this.#settings();
    return [this.#launch.url, ...(authServerMetadataUrl === undefined ? [] : [authServerMetadataUrl])];
  }

  /** What a server says of its sign-in; where that is described elsewhere than with the server itself, it is not looked at. */
  #challengeIn(response: Response): Challenge & { error?: string } {
    const { error, scope, resourceMetadataUrl: named } = extractWWWAuthenticateParams(response);
    const isOwn = named !== undefined && named.origin === new URL(this.#launch.url).origin;
    return {
      ...(error === undefined ? {} : { error }),
      ...(scope === undefined ? {} : { scope }),
      ...(isOwn ? { resourceMetadataUrl: named } : {}),
    };
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.alone(this.#server, work);
  }

  async #renew({ response, serverUrl }: UnauthorizedContext): Promise<void> {
    const tokens = tokensOf(await this.#parts.store.read(true));
    // Another request, or another process, has renewed it meanwhile.
    if (tokens !== undefined && tokens.access_token !== this.#accessTokens.get(response)) return;
    this.#challenge = this.#challengeIn(response);
    const { resourceMetadataUrl } = this.#challenge;
    if (tokens?.refresh_token === undefined) throw new ServerError('needs-auth', 'it asks for a sign-in', 401);
    const provider = await this.#provider(NO_REDIRECT, () => {
      throw new ServerError('needs-auth', 'the sign-in is not valid any more', 401);
    });
    await auth(provider, {
      serverUrl,
      fetchFn: this.#authorizationFetch,
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    });
  }

  async #signInOnce(signal: AbortSignal): Promise<void> {
    const { store, openBrowser, redirects } = this.#parts;
    const settings = this.#settings();
    const { port: wanted } = await store.read(true);
    const loopback = await openLoopback({
      ...(settings.callbackPort === undefined ? {} : { fixed: settings.callbackPort }),
      ...(wanted === undefined ? {} : { wanted }),
    });
    let uncount: (() => void) | undefined;
    try {
      await this.#notePort(loopback.port, wanted);
      const prepared = this.#provider(loopback.url, (url) => {
        uncount = redirects.count(this.#server);
        return openBrowser(url.href, this.#server);
      });
      const provider = await untilAborted(prepared, signal);
      const answer = loopback.receive(provider.expectedState);
      const begun = this.#alone(() => this.#begin(provider));
      if ((await untilAborted(begun, signal)) === 'AUTHORIZED') return;
      const received = await untilAborted(answer, signal);
      const finished = this.#alone(() => this.#finish(provider, received));
      await untilAborted(finished, signal);
    } catch (error) {
      // What the person breaks off themselves is nothing that the server wanted too often.
      if (toServerError(error, signal).kind === 'aborted') uncount?.();
      throw error;
    } finally {
      loopback.close();
    }
  }

  async #begin(provider: SignInProvider): Promise<string> {
    const tokens = tokensOf(await this.#parts.store.read());
    const settings = this.#settings();
    const { scope: challenged, resourceMetadataUrl } = this.#challenge ?? {};
    const scope =
      challenged === undefined ? settings.scopes?.join(' ') : computeScopeUnion(tokens?.scope, challenged, settings.scopes?.join(' '));
    return auth(provider, {
      serverUrl: this.#launch.url,
      fetchFn: this.#authorizationFetch,
      forceReauthorization: true,
      ...(scope === undefined ? {} : { scope }),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    });
  }

  /** The library looks at who answers before it looks at what, so that words of a stranger are never shown. */
  async #finish(provider: SignInProvider, answer: URLSearchParams): Promise<void> {
    const transport = new StreamableHTTPClientTransport(new URL(this.#launch.url), {
      authProvider: provider,
      fetch: this.#authorizationFetch,
    });
    await transport.finishAuth(answer);
  }

  /** A client that was registered with another port may not come back at this one. */
  async #notePort(port: number, before: number | undefined): Promise<void> {
    if (port === before || this.#settings().callbackPort !== undefined) return;
    await this.#parts.store.change((stored) => {
      stored.port = port;
      for (const entry of Object.values(stored.issuers)) delete entry.client;
    });
  }

  async #provider(redirectUrl: string, redirect: (url: URL) => void | Promise<void>): Promise<SignInProvider> {
    const { store } = this.#parts;
    const settings = this.#settings();
    const clientMetadataUrl = await this.#parts.clientMetadataUrl();
    const configured = settings.authServerMetadataUrl;
    return new SignInProvider({
      store,
      settings,
      redirectUrl,
      redirect,
      mayFollow: (address) => mayFollow(address, this.#bases(), this.#parts.lookUp),
      ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
      ...(configured === undefined ? {} : { discovery: await fetchConfiguredMetadata(configured, this.#authorizationFetch) }),
    });
  }

  #settings(): OAuthSettings {
    return this.#launch.oauth ?? {};
  }

  async #noteInsufficientScope(response: Response): Promise<void> {
    const { error, scope, ...rest } = this.#challengeIn(response);
    if (error !== 'insufficient_scope') return;
    const tokens = tokensOf(await this.#parts.store.read());
    const union = computeScopeUnion(this.#challenge?.scope, tokens?.scope, scope);
    this.#challenge = { ...rest, ...(union === undefined ? {} : { scope: union }) };
  }

  /** A server says what it wants of a sign-in to whoever has none. */
  async #requestChallenge(): Promise<Challenge> {
    const response = await this.#parts.fetch(this.#launch.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...this.#launch.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'sign-in', method: 'ping' }),
    });
    await response.body?.cancel();
    return this.#challengeIn(response);
  }
}
