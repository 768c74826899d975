import { join } from 'node:path/posix';
import type { SandboxGrant } from '../../../shared/model/sandbox';

export interface SeatbeltRequest {
  grant: SandboxGrant;
  home: string;
  temp: string;
  /** What the person's tools run from. */
  tools: readonly string[];
  /** Files and folders that hold secrets, found in what is readable. */
  guarded: readonly string[];
  /** Port of the session's proxy on this machine; undefined: no network at all. */
  proxyPort: number | undefined;
}

const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library',
  '/opt',
  '/private/etc',
  '/private/var/db',
  '/dev',
  '/Applications/Xcode.app',
  '/nix',
];
/** Where the host itself would read instructions, servers or hooks; kept from being made as well. */
const HOST_NAMES = ['.claude', '.vitrine', '.mcp.json'];

/**
 * A profile for `sandbox-exec`, with the same grant as on Linux. Of several rules for one operation the last that matches counts. It names
 * places that do not exist yet as well: nothing needs to stand in for them. Written by hand: the profile of other tools opens every file to reading.
 */
export function writeSeatbeltProfile({ grant, home, temp, tools, guarded, proxyPort }: SeatbeltRequest): string {
  const readable = [...SYSTEM, ...tools, ...grant.readable, ...grant.writable, temp];
  const protectedPaths = grant.writable.flatMap((root) => protectedBelow(root, grant));
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.SecurityServer"))',
    '(allow ipc-posix-shm ipc-posix-sem)',
    '(allow file-read-metadata)',
    `(allow file-read* (literal "/") ${subpaths(readable)})`,
    `(deny file-read* (subpath ${quote(home)}))`,
    `(allow file-read* ${subpaths([...tools, ...grant.readable, ...grant.writable].filter((path) => isBelow(home, path)))})`,
    `(allow file-write* ${subpaths([...grant.writable, temp])})`,
    '(allow file-write* (literal "/dev/null") (literal "/dev/tty") (literal "/dev/stdout") (literal "/dev/stderr"))',
    '(allow file-ioctl (literal "/dev/tty"))',
    '(allow pseudo-tty)',
    ...protectedPaths,
    ...hiddenPaths([...guarded, ...grant.unreadable]),
    ...networkRules(grant, proxyPort),
    '',
  ].join('\n');
}

/** Neither changed nor moved away, and no folder above them replaced by another. */
function protectedBelow(root: string, { neverWritable }: SandboxGrant): string[] {
  const filters = [...neverWritable, ...HOST_NAMES].flatMap((entry) => {
    if (entry.startsWith('/')) return isBelow(root, entry) ? [`(subpath ${quote(entry.replace(/\/$/, ''))})`] : [];
    const path = join(root, entry.replace(/[/*]$/, ''));
    return [entry.endsWith('*') ? `(prefix ${quote(path)})` : `(subpath ${quote(path)})`];
  });
  return [`(deny file-write* ${[...new Set(filters)].join(' ')})`, `(deny file-write-unlink (literal ${quote(join(root, '.git'))}))`];
}

function hiddenPaths(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`(deny file-read-data file-write* ${subpaths(paths)})`];
}

function networkRules({ unixSockets }: SandboxGrant, port: number | undefined): string[] {
  return [
    // Servers of the commands themselves: on this system they share the machine's own loopback.
    ...(port === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${port}"))`]),
    ...(unixSockets ? ['(allow network* (local unix-socket) (remote unix-socket))'] : []),
  ];
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${quote(path)})`).join(' ');
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** A text of the profile language: a path can hold anything. */
function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
