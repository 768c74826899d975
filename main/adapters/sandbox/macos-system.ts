import { literals, subpaths } from './macos-quote';

/**
 * What programs of the system need. Neither `/System` nor `/Library` as a whole: below the one the whole disk is found once more, below the
 * other what applications keep.
 */
export const MACOS_SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/opt', '/nix', '/private/etc', '/private/var/select'],
  ...['/System/Library', '/System/Cryptexes', '/System/iOSSupport', '/System/Volumes/Preboot/Cryptexes'],
  ...['Apple', 'Developer', 'Frameworks', 'Java', 'Perl', 'Python', 'Ruby'].map((name) => `/Library/${name}`),
  ...['dyld', 'timezone', 'xcode_select_link'].map((name) => `/private/var/db/${name}`),
  ...['/Applications/Xcode.app', '/Library/Preferences/com.apple.dt.Xcode.plist'],
];

/** Below the system's folders, and readable for root where nobody else may read them. */
export const MACOS_SECRETS = ['master.passwd', 'sudoers', 'sudoers.d', 'krb5.keytab', 'ssl/private'].map((name) => `/private/etc/${name}`);

/** Users, groups, temporary folders, and the log. Neither the keychain, nor preferences, nor what opens applications. */
const SERVICES = [
  ...['system.opendirectoryd.libinfo', 'system.opendirectoryd.membership', 'system.DirectoryService.libinfo_v1', 'bsd.dirhelper'],
  ...['system.notification_center', 'system.logger', 'logd', 'PowerManagement.control'],
].map((name) => `(global-name "com.apple.${name}")`);

/** Of the machine and of the version of the system. Not of processes but by their number: the arguments of others hold their variables. */
const FACTS = [
  ...['hw.', 'machdep.', 'kern.os', 'kern.max', 'kern.proc.pid.', 'kern.proc.pgrp.', 'net.routetable.', 'vm.'].map(
    (name) => `(sysctl-name-prefix "${name}")`,
  ),
  ...[
    'argmax',
    'bootargs',
    'boottime',
    'hostname',
    'ngroups',
    'secure_kernel',
    'tcsm_available',
    'tcsm_enable',
    'usrstack64',
    'version',
  ].map((name) => `(sysctl-name "kern.${name}")`),
  ...['sysctl.proc_cputype', 'security.mac.lockdown_mode_state'].map((name) => `(sysctl-name "${name}")`),
];

const NUMBERED_TERMINALS = '(regex "^/dev/ttys[0-9]+$")';
const OWN_TERMINALS = `(require-all ${NUMBERED_TERMINALS} (extension "com.apple.sandbox.pty"))`;

/**
 * What every command may do: start programs, which have no more rights, know and signal its own, and know the machine. Sockets are made
 * here and lead nowhere: programs talk to their children by them. Information about processes and the settings of the machine's start-up
 * are not among what the default denies.
 */
export const MACOS_BASE = [
  '(version 1)',
  '(deny default)',
  '(deny process-info* nvram*)',
  '(allow process-exec* process-fork)',
  '(allow process-info* signal (target same-sandbox))',
  `(allow mach-lookup ${SERVICES.join(' ')})`,
  `(allow sysctl-read ${FACTS.join(' ')})`,
  '(allow sysctl-write (sysctl-name "kern.tcsm_enable") (sysctl-name "kern.grade_cputype"))',
  '(allow iokit-open (iokit-registry-entry-class "RootDomainUserClient"))',
  '(allow ipc-posix-sem)',
  '(allow ipc-posix-shm-read-data (ipc-posix-name "apple.shm.notification_center"))',
  '(allow system-socket (socket-domain AF_UNIX) (socket-domain AF_INET) (socket-domain AF_INET6))',
  '(allow file-read-metadata (vnode-type DIRECTORY) (vnode-type SYMLINK))',
  `(allow file-read* ${literals(['/'])} ${subpaths(['/dev/fd'])})`,
  `(allow file-read* file-write-data file-ioctl ${literals(['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/dtracehelper'])})`,
  `(allow file-write-data ${literals(['/dev/stdout', '/dev/stderr'])} ${subpaths(['/dev/fd'])})`,
  '(allow pseudo-tty)',
  `(allow file-read* file-write* file-ioctl ${literals(['/dev/ptmx'])} ${OWN_TERMINALS})`,
];

/** For a program at a terminal that was made outside: its size and modes, not what is typed at another. */
export const MACOS_TERMINAL = `(allow file-ioctl ${NUMBERED_TERMINALS})`;
