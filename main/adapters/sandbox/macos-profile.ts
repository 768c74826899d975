import { dirname } from 'node:path';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { isAtOrBelow } from './look';
import { literals, nameToCome, subpaths } from './macos-quote';
import { MACOS_BASE, MACOS_SECRETS, MACOS_SYSTEM, MACOS_TERMINAL } from './macos-system';
import type { Mount, MountPlan } from './mounts';

export interface ProfileRequest {
  plan: MountPlan;
  grant: Pick<SandboxGrant, 'hosts' | 'deniedHosts' | 'unixSockets'>;
  /** Of the session's proxy. */
  port: number;
  terminal: boolean;
}

/**
 * A profile for `sandbox-exec`: the same plan of files as on Linux, as rules. Of several that match, the last counts, so all that is allowed
 * stands before all that is denied. Rules go by paths: what comes to be at a path later is under its rule, and what a rule is for must
 * not be moved away from its path.
 */
export function writeProfile({ plan, grant, port, terminal }: ProfileRequest): string {
  const { readable, writable } = groundOf(plan);
  const hidden = placesOf(plan.mounts, 'hidden-file', 'hidden-folder');
  const kept = placesOf(plan.mounts, 'read-only');
  const names = [...plan.standIns, ...plan.unwanted];
  const pinned = [...placesOf(plan.mounts, 'pinned', 'writable'), ...writable];
  return [
    ...MACOS_BASE,
    ...(terminal ? [MACOS_TERMINAL] : []),
    rule('allow file-read* file-map-executable', subpaths([...MACOS_SYSTEM, ...readable, ...writable])),
    rule('allow file-write*', subpaths(writable)),
    ...networkRules(grant, port, writable),
    rule('deny file-write*', subpaths(kept), ...names.map(nameToCome)),
    rule('deny file-write-unlink', literals(pinsOf([...pinned, ...kept, ...hidden, ...names], writable))),
    rule('deny file-read-data file-read-xattr file-map-executable file-write*', subpaths([...MACOS_SECRETS, ...hidden])),
    '',
  ].join('\n');
}

/** Without a filter it would be a rule for everything. */
function rule(head: string, ...filters: readonly string[]): string {
  const given = filters.filter((filter) => filter !== '');
  return given.length === 0 ? '' : `(${head} ${given.join(' ')})`;
}

/** Folders that lie in the sandbox where they lie outside: nothing else can be here. */
function groundOf({ ground }: MountPlan): { readable: string[]; writable: string[] } {
  const places = (kind: Mount['kind']) =>
    ground.flatMap((mount) => (mount.kind === kind && 'from' in mount && mount.from === mount.to ? [mount.to] : []));
  return { readable: places('read-only'), writable: places('writable') };
}

function placesOf(mounts: readonly Mount[], ...kinds: ReadonlyArray<Mount['kind']>): string[] {
  return mounts.flatMap((mount) => (kinds.includes(mount.kind) ? [mount.to] : []));
}

/** The paths and the folders on the way to them, from what is writable on. */
function pinsOf(paths: readonly string[], writable: readonly string[]): string[] {
  const pins = new Set<string>();
  for (const path of paths)
    for (let at = path; !pins.has(at) && writable.some((root) => isAtOrBelow(root, at)); at = dirname(at)) pins.add(at);
  return [...pins];
}

/** The loopback is the machine's: of it a command has the proxy, and what was granted by name. */
function networkRules({ hosts, deniedHosts, unixSockets }: ProfileRequest['grant'], port: number, writable: readonly string[]): string[] {
  const local = hosts.flatMap(localPort).filter((one) => !deniedHosts.flatMap(localPort).some((other) => other === '*' || other === one));
  const addresses = (side: 'local' | 'remote', ports: readonly string[]) => ports.map((one) => `(${side} ip "localhost:${one}")`).join(' ');
  const sockets = (side: 'local' | 'remote') =>
    unixSockets ? writable.map((path) => `(${side} unix-socket ${subpaths([path])})`).join(' ') : '';
  return [
    rule('allow network-outbound', addresses('remote', [String(port), ...local]), sockets('remote')),
    rule('allow network-bind network-inbound', addresses('local', local), sockets('local')),
  ];
}

/** Of an entry for this machine itself: its port, or `*`. */
function localPort(entry: string): string[] {
  const [found, port = '*'] = /^(?:localhost|127\.0\.0\.1|\[?::1\]?)(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  return found === undefined ? [] : [port];
}
