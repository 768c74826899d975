/** One step in building the file system of a sandbox, in order: a later one lies over an earlier one. Paths are absolute. */
export type Mount =
  | { kind: 'read-only' | 'writable'; from: string; to: string }
  | { kind: 'link'; target: string; to: string }
  /** Something of that name that nobody can read, write, replace or remove. */
  | { kind: 'hidden-file' | 'hidden-folder'; to: string }
  /** A folder as it is, which cannot be renamed. */
  | { kind: 'pinned'; to: string }
  /** An empty folder where a name must not come to be. */
  | { kind: 'stand-in'; to: string }
  /** A folder of which only what later mounts put into it is there, and in which nothing can be made. */
  | { kind: 'closed'; to: string };

export interface MountPlan {
  /** What a command sees. */
  ground: Mount[];
  /** What of it is hidden, or kept as it is. */
  mounts: Mount[];
  /** Names that must not come to be: a folder stands in for each while the command runs, since a mount needs something to lie on. */
  standIns: string[];
  /** Must not come to be either, but a stand-in would break programs: it is looked for afterwards. */
  unwanted: string[];
  /** Paths that are hidden, also by the names of links to them. */
  hidden: string[];
  /** Folders that are hidden as a whole, since more in them is guarded than can be hidden one by one. */
  whole: string[];
}

export interface BubblewrapChoices {
  mounts: readonly Mount[];
  /** A file without content and without rights. */
  emptyFile: string;
  cwd: string;
  /** Descriptor from which the filter is read. */
  seccompFd: number;
  /** False: the network of the process that starts it is used, which is closed already. */
  ownNetwork: boolean;
  /** True: it stays in the session of its terminal, so that keys reach it. The filter keeps it from typing there itself. */
  terminal: boolean;
  /** True: a program may write the user map of a namespace that it made. Not for root, whom the kernel lets write its settings there. */
  writableProc: boolean;
}

/** Lie in every sandbox: what covers a name later is a copy of the mount there. */
export const COVERS = { 'hidden-file': '/.hidden-file', 'hidden-folder': '/.hidden-folder', 'stand-in': '/.stand-in' } as const;

const SHARED_MEMORY_BYTES = 256 * 1024 * 1024;

/** Arguments of `bwrap`, without the program to run. */
export function bubblewrapArguments(choices: BubblewrapChoices): string[] {
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent'],
    ...(choices.ownNetwork ? ['--unshare-net'] : []),
    ...(choices.terminal ? [] : ['--new-session']),
    ...['--cap-drop', 'ALL', '--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(SHARED_MEMORY_BYTES), '--tmpfs', '/dev/shm'],
    ...choices.mounts.flatMap((mount) => mountArguments(mount, choices.emptyFile)),
    ...(['hidden-file', 'hidden-folder', 'stand-in'] as const).flatMap((kind) =>
      mountArguments({ kind, to: COVERS[kind] }, choices.emptyFile),
    ),
    // What is made below no mount of its own would be lost: it is refused instead.
    ...choices.mounts.flatMap((mount) => (mount.kind === 'closed' ? ['--remount-ro', mount.to] : [])),
    ...(choices.writableProc ? [] : ['--remount-ro', '/proc']),
    ...['--remount-ro', '/', '--chdir', choices.cwd, '--seccomp', String(choices.seccompFd)],
  ];
}

function mountArguments(mount: Mount, emptyFile: string): string[] {
  switch (mount.kind) {
    case 'read-only':
      return ['--ro-bind', mount.from, mount.to];
    case 'writable':
      return ['--bind', mount.from, mount.to];
    case 'pinned':
      return ['--bind', mount.to, mount.to];
    case 'link':
      return ['--symlink', mount.target, mount.to];
    case 'hidden-file':
      return ['--ro-bind', emptyFile, mount.to];
    case 'hidden-folder':
      return ['--perms', '0000', '--tmpfs', mount.to];
    case 'closed':
      return ['--tmpfs', mount.to];
    case 'stand-in':
      return ['--perms', '0555', '--tmpfs', mount.to];
  }
}
