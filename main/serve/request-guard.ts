import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from './access-token';

export type Refusal = 'host' | 'origin' | 'missing-origin' | 'cross-site' | 'method' | 'cookie' | 'token' | 'path' | 'connections';

export interface RequestFacts {
  method: string;
  headers: IncomingHttpHeaders;
  kind: 'page' | 'socket';
}

export interface GuardOptions {
  /** Values of the `Host` header that are ours, with the port, lower case: anything else is DNS rebinding. */
  hosts: ReadonlySet<string>;
  access: Access;
  cookieName: string;
}

/** Why a request is refused; undefined when it may pass. Whatever is missing or unclear is refused. */
export function checkRequest(request: RequestFacts, options: GuardOptions): Refusal | undefined {
  return checkSender(request, options) ?? (options.access.accepts(request.headers.cookie, options.cookieName) ? undefined : 'cookie');
}

/** The part of the check that also holds for the launch address, which brings its token instead of the cookie. */
export function checkSender({ method, headers, kind }: RequestFacts, { hosts }: GuardOptions): Refusal | undefined {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hosts.has(host)) return 'host';
  if (method !== 'GET' && (kind === 'socket' || method !== 'HEAD')) return 'method';
  const { origin } = headers;
  if (origin === undefined && kind === 'socket') return 'missing-origin';
  if (origin !== undefined && origin !== `http://${host}`) return 'origin';
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? undefined : 'cross-site';
}
