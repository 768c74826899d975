import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ripgrepPath } from '../adapters/files/ripgrep-path';
import type { HostPorts } from '../host/host-ports';
import { findElectron } from './find-electron';

export interface Check {
  id: string;
  ok: boolean;
  detail: string;
  /** Without it the workbench cannot work; anything else only does less. */
  needed: boolean;
}

const NEEDED: ReadonlySet<string> = new Set(['version', 'home', 'search', 'node', 'bash', 'disk', 'ripgrep']);
const FREE_BYTES = 200 * 1024 * 1024;

/** What the command line looks at beyond the host's own report. */
export async function checkMachine(ports: HostPorts): Promise<Check[]> {
  const major = Number(process.versions.node.split('.')[0]);
  const electron = findElectron(ports.env);
  return Promise.all([
    named('node', async () => ({ ok: major >= 20, detail: `Node ${process.versions.node}` })),
    named('electron', async () =>
      'executable' in electron
        ? { ok: true, detail: electron.executable }
        : { ok: false, detail: `${electron.reason}: the workbench opens in the browser` },
    ),
    named('ripgrep', () => runs(ports, ripgrepPath(), ['--version'])),
    named('bash', () => runs(ports, 'bash', ['--version'])),
    named('bubblewrap', () => runs(ports, 'bwrap', ['--version'])),
    named('disk', () => freeSpace(ports.home)),
  ]);
}

export function withNeed(checks: ReadonlyArray<Omit<Check, 'needed'>>): Check[] {
  return checks.map((check) => ({ ...check, needed: NEEDED.has(check.id) }));
}

async function named(id: string, look: () => Promise<{ ok: boolean; detail: string }>): Promise<Check> {
  const needed = NEEDED.has(id);
  try {
    return { id, needed, ...(await look()) };
  } catch (error) {
    return { id, needed, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function runs({ process: runner, resources }: HostPorts, program: string, args: string[]): Promise<{ ok: boolean; detail: string }> {
  const { code, stdout, stderr } = await runner.run(program, args, { cwd: dirname(resources), timeoutMs: 5_000, maxBytes: 4_096 });
  const [line = ''] = (code === 0 ? stdout : stderr).split('\n');
  return { ok: code === 0, detail: code === 0 ? line.trim() : line.trim() || `${program} does not run` };
}

/** Looks at the nearest folder that exists: the home is made at the first use. */
async function freeSpace(path: string): Promise<{ ok: boolean; detail: string }> {
  for (let folder = path; ; folder = dirname(folder)) {
    const stats = await statfs(folder).catch(() => undefined);
    if (stats === undefined && folder !== dirname(folder)) continue;
    if (stats === undefined) return { ok: false, detail: `${path} cannot be looked at` };
    const free = stats.bavail * stats.bsize;
    return { ok: free >= FREE_BYTES, detail: `${Math.floor(free / 1024 / 1024)} MB free for ${path}` };
  }
}
