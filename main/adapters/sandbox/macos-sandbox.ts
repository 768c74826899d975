import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { admitCommand } from './command-hosts';
import { createGrantScans } from './grant-scans';
import { createLastingProbe } from './lasting-probe';
import { limitText } from './limits';
import { firstMissing, resolveFar } from './look';
import { probeMacosSandbox } from './macos-probe';
import { writeProfile } from './macos-profile';
import { type MacosSpace, openMacosSpace } from './macos-space';
import type { MountPlan } from './mounts';
import { createOwnFiles } from './own-files';
import { checkGrant, planMounts } from './plan-mounts';
import type { LaunchRequest, Sandbox, SandboxLaunch, SandboxOptions } from './sandbox';
import { sandboxEnvironment } from './sandbox-environment';
import { createSessionSpaces } from './session-spaces';
import { findToolFolders } from './system-folders';

/** Sets the limits of a program at a terminal before it becomes that program. */
const TERMINAL_SHELL = '/bin/sh';

/** The system's own `sandbox-exec`: one profile per command, and per session one proxy on the loopback (see README.md). */
export function createMacosSandbox(options: SandboxOptions, program = '/usr/bin/sandbox-exec'): Sandbox {
  const files = createOwnFiles();
  const scans = createGrantScans();
  const spaces = createSessionSpaces<MacosSpace>();
  let tools: string[] | undefined;

  const support = createLastingProbe(async () => {
    await files.prepare();
    return probeMacosSandbox(program, files.folder());
  });

  async function launch(given: LaunchRequest): Promise<SandboxLaunch> {
    const { available, detail } = await support();
    if (!available) throw new Error(detail);
    const request = { ...given, grant: resolveGrant(given.grant) };
    const home = resolveFar(options.home);
    checkGrant(request.grant, home);
    tools ??= findToolFolders(options.path, home);
    const space = await spaces.get(request.session, () => openMacosSpace(files.folder()));
    const found = await scans.get(request, tools);
    return prepare(request, space, planMounts({ grant: request.grant, system: [], tools, temp: space.temp, home, scans: found }));
  }

  function prepare(request: LaunchRequest, { temp, proxy, port }: MacosSpace, found: MountPlan): SandboxLaunch {
    const { grant, terminal = false } = request;
    const plan = { ...found, standIns: found.standIns.map(firstMissing), unwanted: found.unwanted.map(firstMissing) };
    const profile = join(files.folder(), `profile-${randomUUID()}`);
    writeFileSync(profile, writeProfile({ plan, grant, port, terminal }), { mode: 0o600 });
    const hosts = admitCommand(proxy, grant, request.onRefusedHost);
    return {
      file: program,
      args: [
        '-f',
        profile,
        ...(terminal ? atTerminal(request) : [request.program, ...request.args(limitText(grant.limits, request.program, false))]),
      ],
      env: sandboxEnvironment(request.env, { temp, client: hosts.client, port }),
      cwd: request.cwd,
      descriptors: [],
      started: () => undefined,
      refusedHosts: hosts.refusedHosts,
      reachedHosts: hosts.reachedHosts,
      // What comes to be at a path later is under its rule.
      replaced: () => [],
      hidden: plan.hidden,
      hiddenWhole: plan.whole,
      end() {
        rmSync(profile, { force: true });
        hosts.leave();
        for (const root of grant.writable) scans.refresh(root);
        return [];
      },
    };
  }

  return {
    support,
    launch,
    close: spaces.close,
    async stop() {
      await spaces.closeAll();
      files.remove();
    },
  };
}

/** Rules go by the paths that the kernel sees, which have no links: `/tmp` and `/var` are links on this system. */
function resolveGrant(grant: SandboxGrant): SandboxGrant {
  return {
    ...grant,
    folder: resolveFar(grant.folder),
    writable: grant.writable.map(resolveFar),
    readable: grant.readable.map(resolveFar),
    unreadable: grant.unreadable.map(resolveFar),
    neverWritable: grant.neverWritable.map((entry) => (entry.startsWith('/') ? resolveFar(entry) : entry)),
  };
}

function atTerminal({ grant, program, args }: LaunchRequest): string[] {
  return [TERMINAL_SHELL, '-c', `${limitText(grant.limits, TERMINAL_SHELL, false)} exec "$@"`, 'sh', program, ...args('')];
}
