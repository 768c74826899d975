import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findHindrance } from '../../core/shell/sandbox-policy';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { isAtOrBelow, isBelowAny, isFree, isGitFolder, look } from './look';
import type { Mount, MountPlan } from './mounts';
import { planHidden } from './plan-hidden';
import { type GitPlaces, protect, protectGitFolder } from './protect-repository';
import type { FolderScan } from './scan-folder';

export interface PlanRequest {
  grant: SandboxGrant;
  /** Read-only mounts of the system. */
  system: readonly Mount[];
  /** What the person's tools run from. */
  tools: readonly string[];
  /** The session's private folder. */
  temp: string;
  /** The person's home, of which nothing else is shown. */
  home: string;
  /** Of each writable or readable folder, and of the tools. */
  scans: readonly FolderScan[];
}

/** Where the host itself would read instructions, servers or hooks. */
const STAND_INS = ['.claude', '.vitrine', '.mcp.json'];

/** Throws in plain words where a grant cannot be held. To be asked before anything is looked through. */
export function checkGrant(grant: SandboxGrant, home: string): void {
  const hindrance = findHindrance(grant, home);
  if (hindrance !== undefined) throw new Error(hindrance);
}

/** The file system of one command. */
export function planMounts({ grant, system, tools, temp, home, scans }: PlanRequest): MountPlan {
  const plan: MountPlan = { ground: [...system], mounts: [], standIns: [], unwanted: [], hidden: [], whole: [] };
  const temps: Mount[] = [
    { kind: 'writable', from: temp, to: '/tmp' },
    { kind: 'writable', from: temp, to: temp },
    { kind: 'link', target: '/tmp', to: '/var/tmp' },
  ];
  const visible = visibleFolders(grant, tools);
  // A home that is granted as a whole, by itself or with what is around it, is as closed as the grant makes it.
  const closed: Mount[] = visible.some(({ to }) => isAtOrBelow(to, home)) ? [] : [{ kind: 'closed', to: home }];
  plan.ground.push(...temps, ...closed, ...visible);
  const places = { writable: grant.writable, home };
  for (const root of grant.writable) protectRoot(root, grant, plan, places);
  for (const nested of scans.flatMap((scan) => scan.nested)) protectNested(nested, plan, places);
  const working = [...grant.writable, ...grant.readable];
  const guarded = scans.flatMap((scan) => scan.guarded);
  const { pinned, hidden, names, whole } = planHidden({
    ...{ guarded, denied: grant.unreadable, visible: visible.map(({ to }) => to) },
    ...{ writable: grant.writable, working },
  });
  plan.mounts.push(...hidden);
  plan.mounts.push(...plan.standIns.map((to): Mount => ({ kind: 'stand-in', to })));
  // What is protected in a pinned folder lies over it.
  return { ...plan, mounts: withoutRepetition([...pinned, ...plan.mounts]), hidden: names, whole };
}

/** Each mount takes time. */
function withoutRepetition(mounts: readonly Mount[]): Mount[] {
  const seen = new Set<string>();
  return mounts.filter(({ kind, to }) => {
    const key = `${kind} ${to}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Outer folders first, so that an inner one lies over its part of the outer. */
function visibleFolders(grant: SandboxGrant, tools: readonly string[]): Mount[] {
  const writable = new Set(grant.writable);
  const readable = [...new Set([...tools, ...grant.readable])].filter((path) => !writable.has(path) && !isBelowAny(writable, path));
  return [...readable, ...writable]
    .filter((path) => existsSync(path))
    .sort((one, other) => one.split('/').length - other.split('/').length)
    .map((path) => ({ kind: writable.has(path) ? 'writable' : 'read-only', from: path, to: path }));
}

function protectRoot(root: string, grant: SandboxGrant, plan: MountPlan, places: GitPlaces): void {
  const found = look(root);
  if (found?.isDirectory() !== true) return;
  if (isGitFolder(root)) {
    protectGitFolder(root, plan, places);
    return;
  }
  protectTopGit(root, plan, places);
  const standIns = root === grant.folder ? STAND_INS.map((name) => join(root, name)).filter(isFree) : [];
  for (const path of namesToProtect(root, grant.neverWritable)) if (!standIns.includes(path)) protect(path, plan);
  plan.standIns.push(...standIns);
}

function protectTopGit(root: string, plan: MountPlan, places: GitPlaces): void {
  const path = join(root, '.git');
  if (isFree(path)) {
    if (!isInRepository(root)) plan.standIns.push(path);
  } else if (look(path)?.isDirectory() === true) protectGitFolder(path, plan, places);
  else protect(path, plan);
}

/** What of the list exists in a folder, and absolute paths below it. */
function namesToProtect(root: string, list: readonly string[]): string[] {
  const present = readdirSync(root);
  return list.flatMap((entry) => {
    if (entry.startsWith('/')) return entry.startsWith(`${root}/`) ? [entry] : [];
    if (entry === '.git/') return [];
    if (entry.endsWith('*')) return present.filter((name) => name.startsWith(entry.slice(0, -1))).map((name) => join(root, name));
    return present.includes(entry.split('/')[0] ?? '') ? [join(root, entry.replace(/\/$/, ''))] : [];
  });
}

function protectNested(path: string, plan: MountPlan, places: GitPlaces): void {
  // An empty folder holds nothing to keep; seen from a folder around the project, it may be what stands in for a name.
  if (isFree(path) || !isBelowAny(new Set(places.writable), path)) return;
  if (basename(path) === '.git' && look(path)?.isDirectory() === true) protectGitFolder(path, plan, places);
  else protect(path, plan);
}

function isInRepository(root: string): boolean {
  for (let at = dirname(root); at !== dirname(at); at = dirname(at)) if (look(join(at, '.git')) !== undefined) return true;
  return false;
}
