import { BlockList, isIP } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { ServerError } from '../../../core/mcp/server-connection';
import { isPrivateAddress } from '../../web/private-address';
import { isOpenable } from '../is-openable';

/** All addresses of a host by its name. Rejects where it has none. */
export type LookUp = (host: string) => Promise<readonly string[]>;

/** How far inside an address leads: what stands further inside may name what stands less so. */
const REACHES = ['public', 'private', 'loopback', 'link-local'] as const;
type Reach = (typeof REACHES)[number];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addSubnet('0.0.0.0', 8, 'ipv4');
loopback.addSubnet('::', 127, 'ipv6');
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether an address that a server names for its sign-in may be asked or opened: HTTPS, and plain HTTP or a literal private address only on
 * the host of one of `bases`, which the person has named. A name that leads to this machine or into a private network may be followed only
 * where a host of `bases` stands there as well; one that cannot be looked up leads nowhere.
 */
export async function mayFollow(address: string, bases: readonly string[], lookUp: LookUp): Promise<boolean> {
  if (!isOpenable(address)) return false;
  const { protocol, hostname } = new URL(address);
  const hosts = bases.filter((base) => URL.canParse(base)).map((base) => new URL(base).hostname);
  if (hosts.includes(hostname)) return true;
  if (protocol === 'http:') return false;
  const literal = literalReach(hostname);
  if (literal !== undefined) return literal === 'public';
  const inmost = (await reachesOf(hostname, lookUp)).at(-1) ?? 'public';
  if (inmost === 'public') return true;
  if (inmost === 'link-local') return false;
  // A host counts as inside only with all of its addresses.
  const outmost = await Promise.all(hosts.map(async (host) => (await reachesOf(host, lookUp))[0] ?? 'public'));
  return outmost.some((reach) => reach !== 'link-local' && REACHES.indexOf(reach) >= REACHES.indexOf(inmost));
}

/** Of all addresses of a host, the outmost first. */
async function reachesOf(hostname: string, lookUp: LookUp): Promise<Reach[]> {
  const literal = literalReach(hostname);
  if (literal !== undefined) return [literal];
  const found = await lookUp(hostname).catch(() => []);
  return found.map(reachOf).sort((one, other) => REACHES.indexOf(one) - REACHES.indexOf(other));
}

/** Undefined for a name that has to be looked up. */
function literalReach(hostname: string): Reach | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return isIP(host) === 0 ? undefined : reachOf(host);
}

function reachOf(address: string): Reach {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
  if (linkLocal.check(plain, family)) return 'link-local';
  if (loopback.check(plain, family)) return 'loopback';
  return isPrivateAddress(plain) ? 'private' : 'public';
}

/** A `fetch` that asks no address that may not be followed, and is not sent on to another. */
export function withNamedAddresses(fetch: FetchLike, bases: readonly string[], lookUp: LookUp): FetchLike {
  return async (url, init) => {
    const address = String(url);
    if (!(await mayFollow(address, bases, lookUp)))
      throw new ServerError('refused', `its sign-in names an address that is not asked: ${new URL(address).origin}`);
    return fetch(url, { redirect: 'manual', ...init });
  };
}
