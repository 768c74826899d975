import { readFile } from 'node:fs/promises';
import { cutStart } from '../../../shared/text/cut-text';
import { listProcesses, withDescendants } from '../shell/process-group';

const LONGEST_COMMAND = 8_000;
const KIBIBYTE = 1024;

export interface InspectedProcess {
  pid: number;
  parent: number;
  /** With its arguments, bounded. */
  command: string;
  residentBytes: number;
}

/** A process, its group and session, and what descends from them; parents first. Empty where the system does not tell. */
export async function inspectProcesses(pid: number): Promise<InspectedProcess[]> {
  const lines = await listProcesses();
  const found = withDescendants(
    lines,
    lines.filter((line) => line.pid === pid || line.group === pid || line.session === pid),
  );
  const inspected = await Promise.all(lines.filter((line) => found.has(line.pid)).map(inspect));
  return inspected.sort((a, b) => a.pid - b.pid);
}

async function inspect({ pid, parent }: { pid: number; parent: number }): Promise<InspectedProcess> {
  const [words, status] = await Promise.all([read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/status`)]);
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return {
    pid,
    parent,
    command: cutStart(words.split('\0').join(' ').trim(), LONGEST_COMMAND),
    residentBytes: Number(resident ?? 0) * KIBIBYTE,
  };
}

/** Empty for what has ended meanwhile. */
async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
