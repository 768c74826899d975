import { existsSync, mkdirSync, openSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLimits } from '../../../shared/model/sandbox';

/** Descriptor by which a command puts itself into the group that counts its processes and memory. */
export const GROUP_FD = 6;

/** Whatever this process was itself started with: a folder among it would be a way out. Descriptor 3 belongs to the shell's own report. */
const CLOSE_INHERITED = 'for fd in /dev/fd/*; do fd=${fd##*/}; [ "$fd" -gt 3 ] && eval "exec $fd>&-"; done; unset fd;';

/**
 * Shell text that sets the limits, to be run first inside. The limit of processes counts those of the sandbox alone, since it has a user
 * namespace of its own; for root the system does not count, and a control group does.
 */
export function limitText({ processes, memoryBytes, fileBytes }: SandboxLimits, shell: string, grouped: boolean): string {
  const bash = shell.endsWith('bash');
  const blocks = Math.floor(fileBytes / (bash ? 1024 : 512));
  // bash says -u where dash says -p.
  const count = `ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null;`;
  const set = [count, ...[`-d ${Math.floor(memoryBytes / 1024)}`, `-f ${blocks}`, '-c 0'].map((limit) => `ulimit ${limit} 2>/dev/null;`)];
  return [...(grouped ? [`echo 0 >&${GROUP_FD}; exec ${GROUP_FD}>&-;`] : []), bash ? CLOSE_INHERITED : '', ...set].join(' ');
}

/** When memory runs out, a sandbox just started and all that it starts is ended before anything else. As far as it goes: no failure. */
export function makeExpendable(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended already.
  }
}

/** A control group for the commands of one session. */
export interface CommandGroup {
  /** A descriptor to start a command with. */
  open(): number[];
  /** For a start by a shell instead. */
  file: string | undefined;
  close(): void;
}

const NO_GROUP: CommandGroup = { open: () => [], file: undefined, close: () => undefined };
/**
 * Where groups are made, and the file by which a process joins one. The first generation lets a single thread join, which is a matter of
 * microseconds; a whole process waits for the kernel's readers, up to some 20 ms.
 */
const ROOTS = [
  { folder: '/sys/fs/cgroup', joinBy: 'cgroup.procs' },
  { folder: '/sys/fs/cgroup/unified', joinBy: 'cgroup.procs' },
  { folder: '/sys/fs/cgroup/pids', joinBy: 'tasks' },
];

/** Only for root, whom the system's own limit does not bind; without a group where the system has none to give. */
export function createCommandGroup(name: string, { processes, memoryBytes }: SandboxLimits): CommandGroup {
  if (process.getuid?.() !== 0) return NO_GROUP;
  for (const root of ROOTS) {
    const folder = join(root.folder, name);
    try {
      mkdirSync(folder);
      // The folder above may be a plain one, in which anything could be written and nothing would be counted.
      if (!existsSync(join(folder, 'pids.max'))) throw new Error('no control group');
      writeFileSync(join(folder, 'pids.max'), String(processes));
      if (existsSync(join(folder, 'memory.max'))) writeFileSync(join(folder, 'memory.max'), String(memoryBytes));
      const file = join(folder, root.joinBy);
      return { open: () => [openSync(file, 'w')], file, close: () => removeGroup(folder) };
    } catch {
      removeGroup(folder);
    }
  }
  return NO_GROUP;
}

function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something still runs in it, or it was never made.
  }
}
