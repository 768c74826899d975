import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { matchesDomain, normalHost } from '../../core/permission/domain-pattern';
import { isPrivateAddress } from '../web/private-address';

export interface HostRules {
  hosts: readonly string[];
  deniedHosts: readonly string[];
}

export type Route = { address: string; port: number } | { refused: string } | { unreachable: string };

const LAST_PORT = 65_535;

/** Resolves a name to its addresses. */
export type Resolve = (host: string) => Promise<string[]>;

export const resolveName: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Where a connection may go. The name must be granted, and the address that it has now must not be of this machine or a private
 * network, unless the address (or `localhost`) is granted itself: a name can be pointed anywhere. The caller connects to the address.
 */
export async function findRoute(target: { host: string; port: number }, rules: HostRules, resolve: Resolve): Promise<Route> {
  const host = normalHost(target.host.replace(/^\[(.*)\]$/, '$1'));
  const { port } = target;
  if (!(port >= 1 && port <= LAST_PORT)) return { unreachable: `${port} is not the number of a port` };
  if (rules.deniedHosts.some((entry) => matchesEntry(entry, host, port))) return { refused: `${host} is denied by the settings` };
  if (!rules.hosts.some((entry) => matchesEntry(entry, host, port))) return { refused: `${host} is not among the hosts that are granted` };
  let addresses: string[];
  try {
    addresses = isIP(host) === 0 ? await resolve(host) : [host];
  } catch {
    return { unreachable: `${host} has no address` };
  }
  const address = addresses.find((one) => !isPrivateAddress(one) || isAddressGranted(one, host, port, rules.hosts));
  if (address !== undefined) return { address, port };
  return { refused: `${host} has the private address ${addresses[0] ?? ''}, which is not granted itself` };
}

function isAddressGranted(address: string, host: string, port: number, hosts: readonly string[]): boolean {
  return hosts.some((entry) => {
    const { name, onlyPort } = splitEntry(entry);
    if (onlyPort !== undefined && onlyPort !== port) return false;
    return name === address || (name === 'localhost' && host === 'localhost');
  });
}

function matchesEntry(entry: string, host: string, port: number): boolean {
  const { name, onlyPort } = splitEntry(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  return isIP(name) !== 0 || isIP(host) !== 0 ? name === host || name === '*' : matchesDomain(name, host);
}

/** `name`, `name:port`, `[v6]`, `[v6]:port`, or a bare v6 address. */
function splitEntry(entry: string): { name: string; onlyPort?: number } {
  const plain = entry.trim();
  if (isIP(plain) === 6) return { name: plain.toLowerCase() };
  const [, bracketed, name, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(plain) ?? [];
  const found = normalHost(bracketed ?? name ?? plain);
  return port === undefined ? { name: found } : { name: found, onlyPort: Number(port) };
}
