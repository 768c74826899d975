/** Numbers of system calls: of x86-64, then of arm64 where it has the call. They never change (`asm/unistd_64.h`, `asm-generic/unistd.h`). */
export type CallNumbers = readonly [x64: number, arm64?: number];

/** Another process's memory, keys, the kernel's own interfaces, clocks, and files by handle instead of by path. */
export const REFUSED_CALLS: Readonly<Record<string, CallNumbers>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  syslog: [103, 116],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  iopl: [172],
  ioperm: [173],
  vhangup: [153, 58],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
};

/** Mounts and roots: with namespaces of its own a program could make them. */
export const MOUNT_CALLS: Readonly<Record<string, CallNumbers>> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  setns: [308, 268],
};

/** Rings do what a filter forbids without a system call for each. */
export const RING_CALLS: Readonly<Record<string, CallNumbers>> = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Calls whose arguments are looked at. */
export const EXAMINED_CALLS = {
  socket: [41, 198],
  ioctl: [16, 29],
  clone: [56, 220],
  clone3: [435, 435],
  unshare: [272, 97],
} as const satisfies Record<string, CallNumbers>;
