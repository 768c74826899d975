import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { findProgram } from './find-program';
import { bubblewrapArguments } from './mounts';
import type { NetworkPrograms } from './network-space';
import type { OwnFiles } from './own-files';
import type { SandboxSupport } from '../../core/ports';
import { systemMounts } from './system-folders';

const PROBE_MS = 5_000;
export const SECCOMP_FD = 4;
/** From which `bwrap` reads its arguments: a command line is limited. */
export const ARGUMENTS_FD = 5;

export interface SandboxPrograms {
  bwrap: string;
  /** Undefined where one of them is missing. */
  network: NetworkPrograms | undefined;
}

/** Runs an empty command just as later ones are run. Never rejects. */
export async function probeSandbox(files: OwnFiles): Promise<SandboxSupport & { programs?: SandboxPrograms }> {
  const [bwrap, nsenter, socat] = ['bwrap', 'nsenter', 'socat'].map(findProgram);
  if (bwrap === undefined) return { available: false, network: false, detail: 'bubblewrap is not installed' };
  const failure = await tryOnce(bwrap, files).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (failure !== undefined) return { available: false, network: false, detail: `bubblewrap cannot run here: ${failure}` };
  if (nsenter !== undefined && socat !== undefined)
    return { available: true, network: true, detail: 'bubblewrap', programs: { bwrap, network: { bwrap, nsenter, socat } } };
  const missing = socat === undefined ? 'socat' : 'nsenter';
  return {
    available: true,
    network: false,
    detail: `bubblewrap, without any network: ${missing} is not installed`,
    programs: { bwrap, network: undefined },
  };
}

/** Gives the first line of what went wrong. */
async function tryOnce(bwrap: string, files: OwnFiles): Promise<string | undefined> {
  const filter = openSync(files.filter({ unixSockets: false, nestedNamespaces: false }), 'r');
  try {
    const fixed = { cwd: '/', seccompFd: SECCOMP_FD, ownNetwork: true, terminal: false, writableProc: false };
    const choices = { ...fixed, mounts: systemMounts(), emptyFile: files.empty() };
    const child = spawn(bwrap, [...bubblewrapArguments(choices), '--', '/bin/sh', '-c', ':'], {
      cwd: '/',
      timeout: PROBE_MS,
      stdio: ['ignore', 'ignore', 'pipe', 'ignore', filter],
    });
    let text = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        const [said = ''] = text.trim().split('\n', 1);
        const ended = signal === null ? `it ended with ${code}` : `an empty command did not end within ${PROBE_MS / 1000} s`;
        resolve(code === 0 ? undefined : said || ended);
      });
    });
  } finally {
    closeSync(filter);
  }
}
