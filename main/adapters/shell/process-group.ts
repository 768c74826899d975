import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** How long after KILL something is waited for that cannot be killed. */
const GIVE_UP_MS = 3000;

/** Put into the environment of every command, so that a process which left the group and the session is still found. */
export const RUN_MARK = 'VITRINE_SHELL_RUN';

export interface RunProcesses {
  /** Process ids of the run that are alive (no zombies), its shell included. */
  alive(): Promise<number[]>;
  /** Whether anything of the process group is alive. Cheap, but blind to what left the group. */
  groupAlive(): boolean;
  signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * The processes of one command (invariant 4): its group and, on Linux, its session, descendants and everything that carries its mark.
 * `group` is undefined where its number may be another's by now.
 */
export function findRunProcesses(group: number | undefined, run: string): RunProcesses {
  return {
    alive: async () => {
      if (process.platform === 'linux') return scanProcesses(group, run);
      return group !== undefined && groupExists(group) ? [group] : [];
    },
    groupAlive: () => group !== undefined && groupExists(group),
    async signal(name) {
      if (group !== undefined) send(-group, name);
      if (process.platform === 'linux') for (const pid of await scanProcesses(group, run)) send(pid, name);
    },
  };
}

/** TERM, then KILL after `graceMs`; ends when nothing is left, or gives up on what cannot be killed. */
export async function endProcesses(processes: RunProcesses | undefined, graceMs: number): Promise<void> {
  if (processes === undefined) return;
  const start = performance.now();
  await processes.signal('SIGTERM');
  for (let delay = 5; (await processes.alive()).length > 0; delay = Math.min(delay * 2, 50)) {
    const passed = performance.now() - start;
    if (passed > graceMs + GIVE_UP_MS) return;
    if (passed >= graceMs) await processes.signal('SIGKILL');
    await setTimeout(Math.min(delay, Math.max(1, graceMs - passed)));
  }
}

/** At once, and blind to what left the group. */
export function killGroup(group: number | undefined): void {
  if (group !== undefined) send(-group, 'SIGKILL');
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

export interface ProcessLine {
  pid: number;
  parent: number;
  group: number;
  session: number;
}

interface MarkedLine extends ProcessLine {
  /** Runs whose mark it carries. */
  runs: readonly string[];
}

async function scanProcesses(group: number | undefined, run: string): Promise<number[]> {
  const lines = await readMachine();
  const own = lines.filter((line) => line.group === group || line.session === group || line.runs.includes(run));
  const found = withDescendants(lines, own);
  found.delete(process.pid);
  return [...found];
}

let reading: Promise<unknown> = Promise.resolve();
let nextReading: Promise<MarkedLine[]> | undefined;

/**
 * Reads two files of every process of the machine: hundreds of them, so never on this thread. Those who ask before a reading has begun
 * share it: many commands that end together would read all of it each.
 */
function readMachine(): Promise<MarkedLine[]> {
  nextReading ??= reading.then(() => {
    nextReading = undefined;
    return listMarked();
  });
  reading = nextReading;
  return nextReading;
}

async function listMarked(): Promise<MarkedLine[]> {
  const lines = await listProcesses();
  return Promise.all(lines.map(async (line) => ({ ...line, runs: marksIn(await readText(`/proc/${line.pid}/environ`)) })));
}

function marksIn(environment: string): string[] {
  return environment.split('\0').flatMap((entry) => (entry.startsWith(`${RUN_MARK}=`) ? [entry.slice(RUN_MARK.length + 1)] : []));
}

export function withDescendants(lines: readonly ProcessLine[], first: readonly ProcessLine[]): Set<number> {
  const found = new Set(first.map((line) => line.pid));
  let before = -1;
  while (found.size !== before) {
    before = found.size;
    for (const line of lines) if (found.has(line.parent)) found.add(line.pid);
  }
  return found;
}

/** Every process of the machine that is alive; none where the system has no `/proc`. */
export async function listProcesses(): Promise<ProcessLine[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(names.map(readLine));
  return lines.filter((line) => line !== undefined);
}

/** "pid (comm) state ppid pgrp session …": comm may hold spaces and parentheses. Undefined for what has ended. */
async function readLine(name: string): Promise<ProcessLine | undefined> {
  const stat = await readText(`/proc/${name}/stat`);
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === 'Z' || state === 'X' || session === undefined) return undefined;
  return { pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1');
  } catch {
    return '';
  }
}
