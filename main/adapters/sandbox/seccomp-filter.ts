import { type CallNumbers, EXAMINED_CALLS, MOUNT_CALLS, REFUSED_CALLS, RING_CALLS } from './system-calls';

export interface SeccompChoices {
  /** Sockets in the file system: the machine's daemons listen at them. */
  unixSockets: boolean;
  /** New namespaces and mounts in them: what browsers use for a sandbox of their own. */
  nestedNamespaces: boolean;
}

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;
const EAFNOSUPPORT = 0x0005_0061;

/** Offsets in `struct seccomp_data`; of an argument its lower half (both machines are little-endian, and the kernel reads no more). */
const NUMBER_AT = 0;
const MACHINE_AT = 4;
const argumentAt = (index: number) => 16 + index * 8;

const AF_UNIX = 1;
/** IPv4, IPv6, and netlink, by which programs list network interfaces. */
const OPEN_FAMILIES = [2, 10, 16];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e02_0000;
/** Shares a bit with the signal of `clone`, so it counts for `unshare` only. */
const CLONE_NEWTIME = 0x80;
/** TIOCSTI and TIOCLINUX put characters into a terminal's input as if they were typed. */
const TYPING_REQUESTS = [0x5412, 0x541c];

interface Machine {
  /** `AUDIT_ARCH_…` */
  audit: number;
  column: 0 | 1;
  /** Numbers from here on belong to another table (x32). */
  foreignFrom?: number;
}

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: { audit: 0xc000_003e, column: 0, foreignFrom: 0x4000_0000 },
  arm64: { audit: 0xc000_00b7, column: 1 },
};

/**
 * The filter as the kernel takes it (`struct sock_filter[]`), for `bwrap --seccomp`; undefined for a machine that it is not written for.
 * Made here because the prebuilt filters that exist close Unix sockets only, and need a program of their own before each command.
 */
export function createSeccompFilter(architecture: string, choices: SeccompChoices): Uint8Array | undefined {
  const machine = MACHINES[architecture];
  return machine === undefined ? undefined : assemble(listInstructions(machine, choices));
}

interface Instruction {
  code: number;
  whenTrue: number;
  whenFalse: number;
  value: number;
}

const load = (offset: number): Instruction => ({ code: 0x20, whenTrue: 0, whenFalse: 0, value: offset });
const give = (value: number): Instruction => ({ code: 0x06, whenTrue: 0, whenFalse: 0, value });
const and = (value: number): Instruction => ({ code: 0x54, whenTrue: 0, whenFalse: 0, value });
/** The next `count` instructions are for this value, or for any but this, or for values from this on. */
const ifEqual = (value: number, count: number): Instruction => ({ code: 0x15, whenTrue: 0, whenFalse: count, value });
const ifOther = (value: number, count: number): Instruction => ({ code: 0x15, whenTrue: count, whenFalse: 0, value });
const ifAtLeast = (value: number, count: number): Instruction => ({ code: 0x35, whenTrue: 0, whenFalse: count, value });

function listInstructions({ audit, column, foreignFrom }: Machine, choices: SeccompChoices): Instruction[] {
  const answer = (calls: Readonly<Record<string, CallNumbers>>, result: number): Instruction[] =>
    Object.values(calls).flatMap((numbers) => {
      const number = numbers[column];
      return number === undefined ? [] : [ifEqual(number, 1), give(result)];
    });
  const examine = (numbers: CallNumbers, body: Instruction[]): Instruction[] => [ifEqual(numbers[column] ?? -1, body.length), ...body];
  const withoutFlags = (flags: number) => [load(argumentAt(0)), and(flags), ifOther(0, 1), give(EPERM), give(ALLOW)];
  const { socket, ioctl, clone, clone3, unshare } = EXAMINED_CALLS;
  const families = choices.unixSockets ? [...OPEN_FAMILIES, AF_UNIX] : OPEN_FAMILIES;
  return [
    load(MACHINE_AT),
    ifOther(audit, 1),
    give(KILL_PROCESS),
    load(NUMBER_AT),
    ...(foreignFrom === undefined ? [] : [ifAtLeast(foreignFrom, 1), give(ENOSYS)]),
    ...examine(socket, [
      load(argumentAt(0)),
      ...families.flatMap((family) => [ifEqual(family, 1), give(ALLOW)]),
      ...(choices.unixSockets ? [] : [ifEqual(AF_UNIX, 1), give(EPERM)]),
      give(EAFNOSUPPORT),
    ]),
    ...examine(ioctl, [load(argumentAt(1)), ...TYPING_REQUESTS.flatMap((request) => [ifEqual(request, 1), give(EPERM)]), give(ALLOW)]),
    ...(choices.nestedNamespaces
      ? []
      : [
          ...examine(clone, withoutFlags(NEW_NAMESPACES)),
          ...examine(unshare, withoutFlags(NEW_NAMESPACES | CLONE_NEWTIME)),
          // Its flags lie in memory, where a filter cannot look: programs fall back to `clone`.
          ...answer({ clone3 }, ENOSYS),
          ...answer(MOUNT_CALLS, EPERM),
        ]),
    ...answer(REFUSED_CALLS, EPERM),
    ...answer(RING_CALLS, ENOSYS),
    give(ALLOW),
  ];
}

function assemble(instructions: readonly Instruction[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(instructions.length * 8));
  for (const [index, { code, whenTrue, whenFalse, value }] of instructions.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, whenTrue);
    view.setUint8(index * 8 + 3, whenFalse);
    view.setUint32(index * 8 + 4, value >>> 0, true);
  }
  return new Uint8Array(view.buffer);
}
