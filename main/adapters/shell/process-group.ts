import { readdirSync, readFileSync } from 'node:fs';

/** Put into the environment of every command, so that a process which left the group and the session is still found. */
export const RUN_MARK = 'VITRINE_SHELL_RUN';

export interface RunProcesses {
  /** Process ids of the run that are alive (no zombies), its shell included. */
  alive(): number[];
  /** Whether anything of the process group is alive. Cheap, but blind to what left the group. */
  groupAlive(): boolean;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
}

/** The processes of one command: its group and, on Linux, its session, descendants and everything that carries its mark. */
export function findRunProcesses(group: number, run: string): RunProcesses {
  const alive = process.platform === 'linux' ? () => scanProcesses(group, run) : () => (groupExists(group) ? [group] : []);
  return {
    alive,
    groupAlive: () => groupExists(group),
    signal(name) {
      send(-group, name);
      if (process.platform === 'linux') for (const pid of scanProcesses(group, run)) send(pid, name);
    },
  };
}

function send(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // It ended in the meantime.
  }
}

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

interface ProcessLine {
  pid: number;
  parent: number;
  group: number;
  session: number;
}

function scanProcesses(group: number, run: string): number[] {
  const lines = listProcesses();
  const mark = `${RUN_MARK}=${run}\0`;
  const found = new Set<number>();
  for (const line of lines) {
    if (line.group === group || line.session === group || readText(`/proc/${line.pid}/environ`).includes(mark)) found.add(line.pid);
  }
  let before = -1;
  while (found.size !== before) {
    before = found.size;
    for (const line of lines) if (found.has(line.parent)) found.add(line.pid);
  }
  found.delete(process.pid);
  return [...found];
}

function listProcesses(): ProcessLine[] {
  const lines: ProcessLine[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // "pid (comm) state ppid pgrp session …": comm may hold spaces and parentheses.
    const stat = readText(`/proc/${name}/stat`);
    const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || state === 'Z' || state === 'X' || session === undefined) continue;
    lines.push({ pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session) });
  }
  return lines;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
