import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxSupport } from '../../core/ports';
import { isProgram } from './find-program';
import { writeProfile } from './macos-profile';
import type { MountPlan } from './mounts';

const PROBE_MS = 5_000;
const TEXT = 'read';
/** Reads what it may and what it may not, and writes where it may and where it may not. */
const TRIAL = 'cat "$1"; cat "$2"; echo > "$3"; echo > "$4"';

/** Tries a profile as commands have it. Never rejects. */
export async function probeMacosSandbox(program: string, base: string): Promise<SandboxSupport> {
  if (!isProgram(program)) return { available: false, network: false, detail: `${program} is not there` };
  const failure = await tryOnce(program, base).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (failure !== undefined) return { available: false, network: false, detail: `sandbox-exec cannot isolate here: ${failure}` };
  return { available: true, network: true, detail: 'Seatbelt, by rules that were not yet tried on a Mac' };
}

async function tryOnce(program: string, base: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(base, 'probe'));
  try {
    const project = join(folder, 'project');
    mkdirSync(project);
    const [open, closed, inside, outside] = [join(project, 'open'), join(project, 'closed'), join(project, 'new'), join(folder, 'new')];
    for (const path of [open, closed]) writeFileSync(path, TEXT);
    const plan: MountPlan = {
      ...{ standIns: [], unwanted: [], hidden: [closed], whole: [] },
      ground: [{ kind: 'writable', from: project, to: project }],
      mounts: [{ kind: 'hidden-file', to: closed }],
    };
    const profile = join(folder, 'profile');
    writeFileSync(profile, writeProfile({ plan, grant: { hosts: [], deniedHosts: [], unixSockets: false }, port: 1, terminal: false }));
    const { text, said } = await runTrial(program, ['-f', profile, '/bin/sh', '-c', TRIAL, 'sh', open, closed, inside, outside]);
    if (text === TEXT + TEXT) return 'a program reads what it may not';
    if (existsSync(outside)) return 'a program writes where it may not';
    return text === TEXT && existsSync(inside) ? undefined : said || 'a program does not run as it should';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a program prints, and the first line of what went wrong. */
function runTrial(program: string, args: readonly string[]): Promise<{ text: string; said: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: '/', timeout: PROBE_MS }, (_error, text, said) =>
      resolve({ text, said: said.trim().split('\n', 1)[0] ?? '' }),
    );
  });
}
