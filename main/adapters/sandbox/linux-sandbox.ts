import { existsSync, openSync, rmSync } from 'node:fs';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { admitCommand } from './command-hosts';
import { createGrantScans } from './grant-scans';
import { createLastingProbe } from './lasting-probe';
import { keepMounts } from './keep-mounts';
import { createLeases } from './leases';
import { GROUP_FD, limitText, makeExpendable } from './limits';
import { bubblewrapArguments, type Mount, type MountPlan } from './mounts';
import { createOwnFiles } from './own-files';
import { checkGrant, planMounts } from './plan-mounts';
import { ARGUMENTS_FD, probeSandbox, SECCOMP_FD, type SandboxPrograms } from './probe-sandbox';
import type { LaunchRequest, Sandbox, SandboxLaunch, SandboxOptions } from './sandbox';
import { sandboxEnvironment } from './sandbox-environment';
import { openSessionSpace, type SessionSpace } from './session-space';
import { createSessionSpaces } from './session-spaces';
import { createStandIns } from './stand-ins';
import { findToolFolders, systemMounts } from './system-folders';
import { createFolderWatches } from './watch-folders';
import { watchUnwanted } from './watch-unwanted';

/** Sets the limits of a program at a terminal before it becomes that program. */
const TERMINAL_SHELL = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';

/** Bubblewrap, driven directly: one start per command, and per session one proxy and one network (see README.md). */
export function createLinuxSandbox(options: SandboxOptions): Sandbox {
  const files = createOwnFiles();
  const scans = createGrantScans();
  const watches = createFolderWatches();
  const leases = createLeases(options.leases, files.folder);
  const standIns = createStandIns(leases);
  const spaces = createSessionSpaces<SessionSpace>();
  let system: Mount[] | undefined;
  let tools: string[] | undefined;

  const support = createLastingProbe(async () => {
    await files.prepare();
    return probeSandbox(files);
  });

  function spaceOf(session: string, { limits }: SandboxGrant, programs: SandboxPrograms): Promise<SessionSpace> {
    return spaces.get(session, () => openSessionSpace(files.folder(), session, limits, programs.network));
  }

  async function launch(request: LaunchRequest): Promise<SandboxLaunch> {
    const { detail, programs } = await support();
    if (programs === undefined) throw new Error(detail);
    const { grant } = request;
    checkGrant(grant, options.home);
    tools ??= findToolFolders(options.path, options.home);
    system ??= systemMounts();
    const fixed = { grant, system, tools, home: options.home };
    const space = await spaceOf(request.session, grant, programs);
    const { temp } = space;
    const lookAgain = async (guarded: readonly string[]) =>
      planMounts({
        ...fixed,
        temp,
        scans: [...(await scans.get(request, fixed.tools)), { guarded: [...guarded], nested: [], packages: [] }],
      });
    const found = await scans.get(request, tools);
    await space.ready();
    await leases.sweep();
    const plan = planMounts({ ...fixed, temp, scans: found });
    return prepare(request, space, programs.bwrap, { plan, lookAgain });
  }

  function prepare(
    request: LaunchRequest,
    space: SessionSpace,
    bwrap: string,
    { plan, lookAgain }: { plan: MountPlan; lookAgain(guarded: readonly string[]): Promise<MountPlan> },
  ): SandboxLaunch {
    const { grant, program, isGuarded, terminal = false, lasting = false } = request;
    const taken = new Set(standIns.take(plan.standIns));
    const held = withStandIns(plan, taken);
    const unwanted = watchUnwanted(watches, plan.unwanted);
    let over = false;
    const kept = keepMounts({
      watches,
      plan: held,
      async replan(guarded) {
        const again = await lookAgain(guarded);
        if (over) return held;
        for (const path of standIns.take(again.standIns.filter((name) => !taken.has(name)))) taken.add(path);
        unwanted.add(again.unwanted);
        return withStandIns(again, taken);
      },
      isGuarded,
      lasting,
      enter: (pid) => space.network()?.enterMounts(pid),
      folders: () => grant.writable.flatMap((root) => [...scans.folders(root)]),
    });
    const hosts = admitCommand(space.proxy, grant, request.onRefusedHost);
    const network = space.network();
    const list = files.list(
      bubblewrapArguments({
        mounts: [...held.ground, ...held.mounts],
        emptyFile: files.empty(),
        cwd: request.cwd,
        seccompFd: SECCOMP_FD,
        ownNetwork: network === undefined,
        terminal,
        writableProc: grant.nestedNamespaces && process.getuid?.() !== 0,
      }),
    );
    const start = [...(network?.entry ?? []), bwrap, '--args', String(ARGUMENTS_FD), '--'];
    const limits = limitText(grant.limits, terminal ? TERMINAL_SHELL : program, space.group.file !== undefined);
    const filter = files.filter(grant);
    const [file = bwrap, ...args] = start;
    return {
      ...(terminal
        ? atTerminal(start, [program, ...request.args('')], { limits, filter, list, group: space.group.file })
        : { file, args: [...args, program, ...request.args(limits)] }),
      env: sandboxEnvironment(request.env, { temp: space.temp, client: hosts.client }),
      cwd: '/',
      descriptors: terminal ? [] : [openSync(filter, 'r'), openSync(list, 'r'), ...space.group.open()],
      started(pid) {
        makeExpendable(pid);
        kept.started(pid);
      },
      refusedHosts: hosts.refusedHosts,
      reachedHosts: hosts.reachedHosts,
      replaced: kept.replaced,
      hidden: held.hidden,
      hiddenWhole: held.whole,
      end() {
        over = true;
        rmSync(list, { force: true });
        hosts.leave();
        kept.end();
        standIns.release([...taken]);
        for (const root of grant.writable) scans.refresh(root);
        return unwanted.end();
      },
    };
  }

  return {
    support,
    launch,
    close: spaces.close,
    async stop() {
      await spaces.closeAll();
      watches.stop();
      files.remove();
      leases.close();
    },
  };
}

/** Only what this command has stands in for a name. */
function withStandIns(plan: MountPlan, taken: ReadonlySet<string>): MountPlan {
  return { ...plan, mounts: plan.mounts.filter(({ kind, to }) => kind !== 'stand-in' || taken.has(to)) };
}

/** A pseudo-terminal hands on no descriptors: a shell outside opens them, and one inside sets the limits. */
function atTerminal(
  start: readonly string[],
  argv: readonly string[],
  { limits, filter, list, group }: { limits: string; filter: string; list: string; group: string | undefined },
): Pick<SandboxLaunch, 'file' | 'args'> {
  const opened = group === undefined ? '' : ` ${GROUP_FD}>"${group}"`;
  const inside = [TERMINAL_SHELL, '-c', `${limits} exec "$@"`, 'sh', ...argv];
  return {
    file: TERMINAL_SHELL,
    args: ['-c', `list=$1; shift; exec "$@" ${SECCOMP_FD}<"$0" ${ARGUMENTS_FD}<"$list"${opened}`, filter, list, ...start, ...inside],
  };
}
