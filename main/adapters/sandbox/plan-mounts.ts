import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SandboxGrant } from '../../../shared/model/sandbox';
import { isBelowAny, isFree, isGitFolder, look } from './look';
import type { Mount } from './mounts';
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
  /** One of each writable or readable folder. */
  scans: readonly FolderScan[];
}

export interface MountPlan {
  mounts: Mount[];
  /** Names that must not come to be: a folder stands in for each while the command runs, since a mount needs something to lie on. */
  standIns: string[];
  /** Must not come to be either, but a stand-in would break programs: it is looked for afterwards. */
  unwanted: string[];
}

/** Where the host itself would read instructions, servers or hooks. */
const STAND_INS = ['.claude', '.vitrine', '.mcp.json'];
const SYSTEM_ROOTS = new Set(['/', '/usr', '/etc', '/bin', '/sbin', '/lib', '/lib64', '/proc', '/sys', '/dev', '/run', '/boot', '/var']);

/** Throws in plain words where a grant cannot be held. To be asked before anything is looked through. */
export function checkGrant({ writable }: SandboxGrant): void {
  const impossible = writable.find((path) => SYSTEM_ROOTS.has(path));
  if (impossible !== undefined) throw new Error(`the sandbox cannot hold a project that is ${impossible} as a whole`);
}

/** The file system of one command. */
export function planMounts({ grant, system, tools, temp, home, scans }: PlanRequest): MountPlan {
  const plan: MountPlan = { mounts: [...system], standIns: [], unwanted: [] };
  const temps: Mount[] = [
    { kind: 'writable', from: temp, to: '/tmp' },
    { kind: 'writable', from: temp, to: temp },
    { kind: 'link', target: '/tmp', to: '/var/tmp' },
  ];
  plan.mounts.push(...temps, { kind: 'closed', to: home }, ...visibleFolders(grant, tools));
  const places = { writable: grant.writable, home };
  for (const root of grant.writable) protectRoot(root, grant, plan, places);
  for (const nested of scans.flatMap((scan) => scan.nested)) protectNested(nested, plan, places);
  for (const path of [...scans.flatMap((scan) => scan.guarded), ...grant.unreadable]) hide(path, plan);
  plan.mounts.push(...plan.standIns.map((to): Mount => ({ kind: 'stand-in', to })));
  return { ...plan, mounts: withoutRepetition(plan.mounts) };
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
  if (!isBelowAny(new Set(places.writable), path)) return;
  if (basename(path) === '.git') protectGitFolder(path, plan, places);
  else protect(path, plan);
}

function hide(path: string, plan: MountPlan): void {
  const found = look(path);
  if (found === undefined || found.isSymbolicLink()) return;
  plan.mounts.push({ kind: found.isDirectory() ? 'hidden-folder' : 'hidden-file', to: path });
}

function isInRepository(root: string): boolean {
  for (let at = dirname(root); at !== dirname(at); at = dirname(at)) if (look(join(at, '.git')) !== undefined) return true;
  return false;
}
