import { isIP } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { ServerError } from '../../../core/mcp/server-connection';
import { isPrivateAddress } from '../../web/private-address';
import { isOpenable } from '../is-openable';

/**
 * Whether an address that a server names for its sign-in may be asked or opened: HTTPS, and plain HTTP or a private address only on the
 * host of one of `bases`, which the person has named. The name of a host is not looked up.
 */
export function mayFollow(address: string, bases: readonly string[]): boolean {
  if (!isOpenable(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isNear = protocol === 'http:' || isPrivateHost(hostname);
  return !isNear || bases.some((base) => URL.canParse(base) && new URL(base).hostname === hostname);
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host));
}

/** A `fetch` that asks no address that may not be followed, and is not sent on to another. */
export function withNamedAddresses(fetch: FetchLike, bases: readonly string[]): FetchLike {
  return async (url, init) => {
    const address = String(url);
    if (!mayFollow(address, bases))
      throw new ServerError('refused', `its sign-in names an address that is not asked: ${new URL(address).origin}`);
    return fetch(url, { redirect: 'manual', ...init });
  };
}
