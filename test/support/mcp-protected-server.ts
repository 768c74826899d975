import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const messageSchema = z.looseObject({ id: z.union([z.number(), z.string()]).optional(), method: z.string() });

/** What a test changes of the server while it runs. */
interface Behaviour {
  /** Scopes that a call of a tool needs beside a token. */
  needs: string[];
  /** Put into the answer from the sign-in page in place of what is right. */
  answer: Record<string, string>;
  supportsIssuer: boolean;
  /** What is said of the proof of a sign-in; absent: nothing. */
  proofs?: string[];
  /** In place of its own: where a sign-in is described, who authorises, and where clients register. */
  resourceMetadata?: string;
  authorises?: string;
  registers?: string;
  authorisesAt?: string;
  /** Clients may be known by the address of a document. */
  takesDocuments: boolean;
  /** Characters of what says nothing in the metadata. */
  padding: number;
}

/** A remote server of the older protocol and its authorization server in one, whose renewals can be used once each. */
export async function startProtectedServer() {
  const behaviour: Behaviour = { needs: [], answer: {}, supportsIssuer: true, proofs: ['S256'], takesDocuments: false, padding: 0 };
  const counts = { refreshed: 0, registered: 0, authorised: 0, denied: 0 };
  const asked: { authorise: URLSearchParams[]; token: URLSearchParams[]; register: unknown[] } = { authorise: [], token: [], register: [] };
  const codes = new Map<string, { challenge: string; scope: string }>();
  const access = new Map<string, string>();
  const renewals = new Map<string, string>();
  const clients = new Map<string, string[]>();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const url = `${origin}/mcp`;

  function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  }

  function issue(scope: string) {
    const tokens = { access_token: `access-${randomUUID()}`, refresh_token: `refresh-${randomUUID()}` };
    access.set(tokens.access_token, scope);
    renewals.set(tokens.refresh_token, scope);
    return { ...tokens, token_type: 'Bearer', expires_in: 3600, scope };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const body = await text(request);
    switch (pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(response, 200, { resource: url, authorization_servers: [behaviour.authorises ?? origin] });
      case '/.well-known/oauth-authorization-server':
      case '/metadata':
        return json(response, 200, {
          issuer: origin,
          authorization_endpoint: behaviour.authorisesAt ?? `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: behaviour.registers ?? `${origin}/register`,
          response_types_supported: ['code'],
          ...(behaviour.proofs === undefined ? {} : { code_challenge_methods_supported: behaviour.proofs }),
          token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
          authorization_response_iss_parameter_supported: behaviour.supportsIssuer,
          client_id_metadata_document_supported: behaviour.takesDocuments,
          padding: ' '.repeat(behaviour.padding),
        });
      case '/register':
        return register(body, response);
      case '/authorize':
        return authorise(searchParams, response);
      case '/token':
        return token(new URLSearchParams(body), response);
      case '/mcp':
        return serve(request, body, response);
      default:
        return json(response, 404, {});
    }
  }

  function register(body: string, response: ServerResponse): void {
    counts.registered += 1;
    const wanted = z.looseObject({ redirect_uris: z.array(z.string()) }).parse(JSON.parse(body));
    asked.register.push(wanted);
    const id = `client-${randomUUID()}`;
    clients.set(id, wanted.redirect_uris);
    json(response, 201, { ...wanted, client_id: id });
  }

  function authorise(query: URLSearchParams, response: ServerResponse): void {
    asked.authorise.push(query);
    const redirect = query.get('redirect_uri') ?? '';
    const registered = clients.get(query.get('client_id') ?? '');
    if (registered !== undefined && !registered.includes(redirect)) return json(response, 400, { error: 'invalid_redirect_uri' });
    counts.authorised += 1;
    const code = randomUUID();
    codes.set(code, { challenge: query.get('code_challenge') ?? '', scope: query.get('scope') ?? '' });
    const back = new URL(redirect);
    const answer = { code, state: query.get('state') ?? '', iss: origin, ...behaviour.answer };
    for (const [name, value] of Object.entries(answer)) if (value !== '') back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href });
    response.end();
  }

  function token(form: URLSearchParams, response: ServerResponse): void {
    asked.token.push(form);
    if (form.get('grant_type') === 'refresh_token') {
      counts.refreshed += 1;
      const old = form.get('refresh_token') ?? '';
      const scope = renewals.get(old);
      if (!renewals.delete(old) || scope === undefined) {
        counts.denied += 1;
        return json(response, 400, { error: 'invalid_grant' });
      }
      // Late enough for other requests to come meanwhile.
      setTimeout(() => json(response, 200, issue(scope)), 50);
      return;
    }
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code === undefined || code.challenge !== challenge) return json(response, 400, { error: 'invalid_grant' });
    json(response, 200, issue(code.scope));
  }

  function serve(request: IncomingMessage, body: string, response: ServerResponse): void {
    const scope = access.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const metadata = `resource_metadata="${behaviour.resourceMetadata ?? `${origin}/.well-known/oauth-protected-resource/mcp`}"`;
    if (scope === undefined) return json(response, 401, {}, { 'www-authenticate': `Bearer ${metadata}` });
    if (request.method !== 'POST') return json(response, 405, {});
    const { id, method } = messageSchema.parse(JSON.parse(body));
    const missed = behaviour.needs.filter((one) => !scope.split(' ').includes(one));
    if (method === 'tools/call' && missed.length > 0) {
      const challenge = `Bearer error="insufficient_scope", scope="${missed.join(' ')}", ${metadata}`;
      return json(response, 403, {}, { 'www-authenticate': challenge });
    }
    if (id === undefined) {
      response.writeHead(202);
      response.end();
      return;
    }
    const results: Record<string, unknown> = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'protected', version: '1' } },
      'tools/list': { tools: [{ name: 'one', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: scope }] },
    };
    const result = results[method];
    json(response, 200, { jsonrpc: '2.0', id, ...(result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result }) });
  }

  return {
    url,
    origin,
    behaviour,
    counts,
    asked,
    /** Every token that gives access is worth nothing from now on. */
    expire: () => access.clear(),
    expireAll() {
      access.clear();
      renewals.clear();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
