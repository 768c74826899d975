import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SandboxReplacement } from '../../core/ports';
import { isBelowAny, isGitFolder, look, resolveLinks } from './look';
import type { Mount, MountPlan } from './mounts';
import { readMounts } from './read-mounts';
import { remount } from './remount';
import { findFirstProcess, freezeProcesses, signal } from './sandbox-processes';
import type { Guard } from './scan-folder';
import type { FolderWatches } from './watch-folders';

export interface KeptMounts {
  /** The `bwrap` of the command. */
  started(pid: number): void;
  replaced(): SandboxReplacement[];
  end(): void;
}

export interface KeepChoices {
  watches: FolderWatches;
  plan: MountPlan;
  /** The plan as it would be made now, beside what is known to hold a secret. */
  replan(guarded: readonly string[]): Promise<MountPlan>;
  isGuarded: Guard;
  /** It runs beside what the person does: in the background, or as a shell. */
  lasting: boolean;
  /** Starts a program in the file system of a process of this sandbox; undefined where nothing does. */
  enter(pid: number): readonly string[] | undefined;
  /** Further ones in which a secret may come to be. */
  folders(): Iterable<string>;
}

const START_POLL_MS = 2;
/** All its folders are watched from then on: its start is not delayed. */
const SETTLED_MS = 1_000;
const FOLDERS_AT_ONCE = 100;
/** What is removed and made again is absent for a moment. */
const MOST_TRIES = 20;
const PAUSE_MS = 50;

/**
 * Puts mounts back that the kernel took away because somebody outside replaced what they lay on. All processes of the command stand
 * still from the moment this is noticed until everything is covered; what cannot be covered ends it. From a command that lasts,
 * secrets that come to be are hidden too, whoever makes them; any other is itself the likeliest to make one.
 */
export function keepMounts({ watches, plan: first, replan, isGuarded, lasting, enter, folders }: KeepChoices): KeptMounts {
  let plan = first;
  let bwrap: number | undefined;
  let working = false;
  let noticedAt: number | undefined;
  const ended = new AbortController();
  /** Of what is covered, and of the folders on the way there. */
  const names = new Set<string>();
  const secrets = new Set<string>();
  const replaced: SandboxReplacement[] = [];
  const watch = watches.open((path) => {
    const isNew = lasting && !names.has(path) && (isGuarded(path) || isGuarded(`${path}/x`));
    if (isNew) secrets.add(path);
    if (isNew || names.has(path)) void notice();
  });
  follow();
  if (lasting) void watchFurther();

  function follow(): void {
    const roots = new Set(plan.ground.flatMap((mount) => ('from' in mount ? [mount.to] : [])));
    const around = new Set<string>();
    for (const { to } of plan.mounts) {
      if (!isBelowAny(roots, to)) continue;
      names.add(to);
      for (let at = dirname(to); !around.has(at); at = dirname(at)) {
        around.add(at);
        if (roots.has(at)) break;
        names.add(at);
      }
    }
    watch.add(around);
  }

  async function watchFurther(): Promise<void> {
    const pause = (ms: number) => setTimeout(ms, undefined, { signal: ended.signal, ref: false });
    try {
      await pause(SETTLED_MS);
      const all = [...folders()];
      while (all.length > 0) {
        watch.add(all.splice(0, FOLDERS_AT_ONCE));
        await pause(0);
      }
      // What came to be before the watch.
      await notice();
    } catch {
      // The command has ended.
    }
  }

  async function notice(): Promise<void> {
    noticedAt ??= performance.now();
    if (working) return;
    working = true;
    try {
      while (noticedAt !== undefined) {
        const since = noticedAt;
        noticedAt = undefined;
        const process = await firstProcess();
        if (process !== undefined) await coverAgain(process, since);
      }
    } finally {
      working = false;
    }
  }

  /** Before the program runs nothing is exposed; undefined when it has ended. */
  async function firstProcess(): Promise<number | undefined> {
    while (!ended.signal.aborted && (bwrap === undefined || existsSync(`/proc/${bwrap}`))) {
      const found = bwrap === undefined ? undefined : findFirstProcess(bwrap);
      if (found !== undefined) return found;
      await setTimeout(START_POLL_MS, undefined, { ref: false });
    }
    return undefined;
  }

  async function coverAgain(process: number, since: number): Promise<void> {
    const goOn = freezeProcesses(process);
    const openMs = Math.ceil(performance.now() - since);
    const covered = new Map<string, SandboxReplacement>();
    try {
      for (let tries = 0; !(await isCovered(process, covered)); tries += 1) {
        if (ended.signal.aborted) return;
        if (tries === MOST_TRIES) return endUncovered(process);
        await setTimeout(PAUSE_MS);
      }
      for (const one of covered.values()) replaced.push({ ...one, openMs });
      follow();
    } catch {
      // A folder that cannot be looked through, a disk that takes no record: what lies there now is not known.
      endUncovered(process);
    } finally {
      goOn();
    }
  }

  function endUncovered(process: number): void {
    const open = lacking(process).map(asReplacement);
    if (signal(process, 'SIGKILL')) replaced.push(...open);
  }

  /** Covers what it can; false where that is not all. Somebody outside may be in the middle of replacing. */
  async function isCovered(process: number, covered: Map<string, SandboxReplacement>): Promise<boolean> {
    const now = await replan([...secrets]);
    if (plan.mounts.some((mount) => isGone(mount, now))) return false;
    plan = now;
    for (const mount of lacking(process)) {
      const start = enter(process);
      if (start === undefined || !(await remount(mount, start, readMounts(process)))) return false;
      covered.set(mount.to, asReplacement(mount));
    }
    return lacking(process).length === 0;
  }

  function lacking(process: number): Mount[] {
    const mounts = readMounts(process);
    // A folder on the way may be a link by now: the mount lies where it leads to. None is pinned later: what is already in it would pass by
    // the mounts in the copy.
    return plan.mounts.filter(
      ({ kind, to }) => kind !== 'pinned' && !mounts.has(to) && !mounts.has(join(resolveLinks(dirname(to)) ?? '/', basename(to))),
    );
  }

  return {
    started(pid) {
      bwrap = pid;
    },
    replaced: () => [...replaced],
    end() {
      ended.abort();
      watch.close();
    },
  };
}

/** Settings of a repository whose place nothing can stand in for: the command could make its own there. */
function isGone({ kind, to }: Mount, now: MountPlan): boolean {
  return kind === 'read-only' && look(to) === undefined && isGitFolder(dirname(to)) && !now.mounts.some((mount) => mount.to === to);
}

function asReplacement({ kind, to }: Mount): SandboxReplacement {
  return { path: to, hidden: kind === 'hidden-file' || kind === 'hidden-folder' };
}
