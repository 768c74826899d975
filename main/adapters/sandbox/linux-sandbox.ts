import { randomBytes } from 'node:crypto';
import { existsSync, openSync, rmSync } from 'node:fs';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { createFolderScans } from './folder-scans';
import { createLastingProbe } from './lasting-probe';
import { keepMounts } from './keep-mounts';
import { createLeases } from './leases';
import { GROUP_FD, limitText, makeExpendable } from './limits';
import { bubblewrapArguments, type Mount, type MountPlan } from './mounts';
import { createOwnFiles } from './own-files';
import { createPackageScans } from './package-scans';
import { checkGrant, planMounts } from './plan-mounts';
import { ARGUMENTS_FD, probeSandbox, SECCOMP_FD, type SandboxPrograms } from './probe-sandbox';
import type { LaunchRequest, Sandbox, SandboxLaunch, SandboxOptions } from './sandbox';
import { sandboxEnvironment } from './sandbox-environment';
import type { FolderScan } from './scan-folder';
import { openSessionSpace, type SessionSpace } from './session-space';
import { createStandIns } from './stand-ins';
import { findToolFolders, systemMounts } from './system-folders';
import { createToolScans } from './tool-scans';
import { createFolderWatches } from './watch-folders';
import { watchUnwanted } from './watch-unwanted';

/** Sets the limits of a program at a terminal before it becomes that program. */
const TERMINAL_SHELL = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';

/** Bubblewrap, driven directly: one start per command, and per session one proxy and one network (see README.md). */
export function createLinuxSandbox(options: SandboxOptions): Sandbox {
  const files = createOwnFiles();
  const scans = createFolderScans();
  const packageScans = createPackageScans();
  const toolScans = createToolScans();
  const watches = createFolderWatches();
  const leases = createLeases(options.leases, files.folder);
  const standIns = createStandIns(leases);
  const spaces = new Map<string, Promise<SessionSpace>>();
  let system: Mount[] | undefined;
  let tools: string[] | undefined;

  const support = createLastingProbe(() => probeSandbox(files));

  function spaceOf(session: string, { limits }: SandboxGrant, programs: SandboxPrograms): Promise<SessionSpace> {
    const found = spaces.get(session) ?? openSessionSpace(files.folder(), session, limits, programs.network);
    spaces.set(session, found);
    found.catch(() => spaces.delete(session));
    return found;
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
        scans: [...(await scanAll(request, fixed.tools)), { guarded: [...guarded], nested: [], packages: [] }],
      });
    const found = await scanAll(request, tools);
    await space.ready();
    await leases.sweep();
    const plan = planMounts({ ...fixed, temp, scans: found });
    return prepare(request, space, programs.bwrap, { plan, lookAgain });
  }

  async function scanAll({ grant, isGuarded }: LaunchRequest, folders: readonly string[]): Promise<FolderScan[]> {
    const ofTools = toolScans.get(folders, isGuarded);
    const roots = await Promise.all([...grant.writable, ...grant.readable].map((root) => scans.get(root, isGuarded)));
    const packages = new Set(roots.flatMap((scan) => scan.packages));
    return [...roots, await packageScans.get([...packages], isGuarded), await ofTools];
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
    const refused = new Set<string>();
    const reached = new Set<string>();
    const client = randomBytes(12).toString('hex');
    const leave = space.proxy?.admit(client, {
      rules: grant,
      onRefused: (target) => void refused.add(target),
      onReached: (target) => void reached.add(target),
    });
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
      env: sandboxEnvironment(request.env, { temp: space.temp, client: leave === undefined ? undefined : client }),
      cwd: '/',
      descriptors: terminal ? [] : [openSync(filter, 'r'), openSync(list, 'r'), ...space.group.open()],
      started(pid) {
        makeExpendable(pid);
        kept.started(pid);
      },
      refusedHosts: () => [...refused],
      reachedHosts: () => [...reached],
      replaced: kept.replaced,
      hidden: held.hidden,
      hiddenWhole: held.whole,
      end() {
        over = true;
        rmSync(list, { force: true });
        leave?.();
        kept.end();
        standIns.release([...taken]);
        for (const root of grant.writable) scans.refresh(root);
        return unwanted.end();
      },
    };
  }

  async function close(session: string): Promise<void> {
    const found = spaces.get(session);
    spaces.delete(session);
    await (await found?.catch(() => undefined))?.close();
  }

  return {
    support,
    launch,
    close,
    async stop() {
      await Promise.all([...spaces.keys()].map(close));
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
