import { readFile, stat } from 'node:fs/promises';
import { listProcesses } from '../shell/process-group';

/** The number of `read` among the calls of Linux. */
const READ_CALL: Partial<Record<NodeJS.Architecture, string>> = { x64: '0', arm64: '63', riscv64: '63', loong64: '63' };
/** Major numbers of the devices behind pseudo-terminals. */
const FIRST_PTY = 136;
const LAST_PTY = 143;

/**
 * Whether a program in the foreground of a terminal stands still in a read of it: it waits for a line or a key. `leader` is the first
 * process of the terminal. False where the system does not tell: outside of Linux, and of processes that are not ours to look into.
 */
export async function readsTerminal(leader: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const foreground = await foregroundGroup(leader);
  if (foreground === undefined) return false;
  const group = (await listProcesses()).filter((line) => line.group === foreground);
  return (await Promise.all(group.map(({ pid }) => standsInRead(pid)))).includes(true);
}

/** "pid (comm) state ppid pgrp session tty_nr tpgid …" */
async function foregroundGroup(leader: number): Promise<number | undefined> {
  const line = await readFile(`/proc/${leader}/stat`, 'latin1').catch(() => '');
  const group = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[5]);
  return group > 0 ? group : undefined;
}

async function standsInRead(pid: number): Promise<boolean> {
  const call = await readFile(`/proc/${pid}/syscall`, 'latin1').catch(() => '');
  const [, number, descriptor] = /^(\d+) 0x([0-9a-f]+) /.exec(call) ?? [];
  if (number === undefined || descriptor === undefined || number !== READ_CALL[process.arch]) return false;
  const file = await stat(`/proc/${pid}/fd/${Number.parseInt(descriptor, 16)}`).catch(() => undefined);
  const major = file?.isCharacterDevice() === true ? file.rdev >> 8 : 0;
  return major >= FIRST_PTY && major <= LAST_PTY;
}
