import type { CommandIsolation, SandboxGrant, SandboxLimits } from '../../../shared/model/sandbox';
import { parseCommandPattern } from '../permission/command-pattern';
import type { ParsedCommand } from '../permission/parsed-command';
import { anchorPattern, type PathContext } from '../permission/path-matcher';
import { listProtectedPaths } from '../permission/protected-paths';
import { FolderSet } from '../permission/folder-set';
import { isInside } from '../permission/path-text';
import { findMove } from '../permission/place-set';
import type { Rule } from '../permission/rule';
import type { SandboxSupport } from '../ports';
import type { Repository } from './find-repository';
import type { SandboxSettings } from './sandbox-settings';

/** What the grant of a session comes from. */
export interface SandboxFacts extends PathContext {
  /** Working directories, the folder first. */
  directories: readonly string[];
  repository: Repository | undefined;
  rules: readonly Rule[];
  settings: SandboxSettings;
  /** Folders of the product, which are never written, and not read either, except a project that lies in one. */
  protect: readonly string[];
}

/** How the commands of a session are isolated. */
export interface SandboxPolicy {
  support: SandboxSupport;
  settings: SandboxSettings;
  grant: SandboxGrant;
  /** False: rules keep more files from being edited than the grant names. */
  complete?: boolean;
}

/** Far above what builds need, and far below what takes a machine down. */
const LIMITS: SandboxLimits = { processes: 4_096, memoryBytes: 8 * 2 ** 30, fileBytes: 16 * 2 ** 30 };

const SYSTEM_ROOTS = new Set([
  ...['/', '/usr', '/etc', '/bin', '/sbin', '/lib', '/lib64', '/proc', '/sys', '/dev', '/run', '/boot', '/var'],
  ...['/private', '/System', '/Library', '/Applications'],
]);

/** Of a repository's folder: what makes git run programs. The rest of it is where commits go. */
const GIT_PROTECTED = ['.git/hooks/', '.git/config'];

/** What a command gets: the working directories, and what rules and settings add or take away. Pure. */
export function grantSandbox(facts: SandboxFacts): SandboxGrant {
  const { folder, directories, repository, settings, rules } = facts;
  const inForce = rules.filter((rule) => rule.off === undefined);
  const paths = (tool: string, verdict: Rule['ref']['verdict']) =>
    inForce.flatMap((rule) => (rule.tool === tool && rule.ref.verdict === verdict ? literalPath(rule, facts) : []));
  const hosts = (verdict: Rule['ref']['verdict']) =>
    inForce.flatMap(({ tool, ref, matcher }) =>
      tool === 'WebFetch' && ref.verdict === verdict && matcher.kind === 'domain' ? [matcher.domain] : [],
    );
  const gitFolder = repository === undefined ? [] : [repository.gitFolder];
  const writable = outermost([...directories, ...settings.allowWrite, ...paths('Edit', 'allow')], facts);
  const written = new FolderSet(writable, facts);
  const readable = [...(repository === undefined ? [] : [repository.root]), ...settings.allowRead, ...paths('Read', 'allow')];
  const isSeen = (own: string) =>
    [...writable, ...readable].some((root) => isInside(root, own, facts)) && !writable.some((root) => isInside(own, root, facts));
  return {
    folder,
    writable: [...writable, ...gitFolder.filter((path) => !written.holds(path))],
    neverWritable: unique([
      ...GIT_PROTECTED,
      ...listProtectedPaths(facts.protect).filter((name) => name !== '.git/'),
      ...settings.denyWrite,
      ...paths('Edit', 'deny'),
    ]),
    readable: outermost(readable, facts).filter((path) => !written.holds(path)),
    unreadable: unique([...settings.denyRead, ...paths('Read', 'deny'), ...facts.protect.filter(isSeen)]),
    hosts: unique([...settings.allowedDomains, ...hosts('allow')]),
    deniedHosts: unique([...settings.deniedDomains, ...hosts('deny')]),
    unixSockets: settings.unixSockets,
    nestedNamespaces: settings.nestedNamespaces,
    limits: LIMITS,
  };
}

/** The same with the places that were found for one command. */
export function withLocked(policy: SandboxPolicy, { paths, complete }: { paths: readonly string[]; complete: boolean }): SandboxPolicy {
  if (paths.length === 0 && complete) return policy;
  return { ...policy, complete, grant: { ...policy.grant, neverWritable: unique([...policy.grant.neverWritable, ...paths]) } };
}

/** In plain words why a grant cannot be held: what would be writable is the system, or the home with all that is never to be seen of it. */
export function findHindrance({ writable }: SandboxGrant, home: string): string | undefined {
  for (const path of writable) {
    if (SYSTEM_ROOTS.has(path)) return `the sandbox cannot hold a project that is ${path} as a whole`;
    if (home === path || home.startsWith(`${path}/`)) return `the sandbox cannot hold a project that is your whole home: ${path}`;
  }
  return undefined;
}

/** Whether and how a command would run isolated. */
export function isolateCommand(parsed: ParsedCommand, { support, settings, grant }: SandboxPolicy): CommandIsolation {
  if (!settings.enabled) return { isolated: false, why: 'off', detail: 'sandbox.enabled is false in the settings' };
  if (!support.available) return { isolated: false, why: 'unavailable', detail: support.detail };
  const pattern = findExclusion(parsed, settings.excludedCommands);
  if (pattern !== undefined) return { isolated: false, why: 'excluded', detail: `sandbox.excludedCommands has ${pattern}` };
  return { isolated: true, grant };
}

/** Every part must be excluded; what moves, substitutes or redirects stays inside, since the pattern says nothing of that. */
function findExclusion(parsed: ParsedCommand, patterns: readonly string[]): string | undefined {
  if (patterns.length === 0 || parsed.unknown !== undefined || parsed.parts.length === 0) return undefined;
  const found = parsed.parts.map((part) => {
    const plain = findMove(part.words) === 'no move' && part.writes.length === 0 && !part.words.some((word) => word.opaque);
    return plain && !/[<>`]|\$\(/.test(part.text) ? patterns.find((pattern) => parseCommandPattern(pattern).test(part.text)) : undefined;
  });
  return found.every((pattern) => pattern !== undefined) ? found[0] : undefined;
}

/**
 * The path of a rule without patterns; a final `/**` stands for the folder. What is denied at any depth is so in the first place too.
 * Others cannot be mounted: what they match is looked for before each command.
 */
function literalPath(rule: Rule, context: PathContext): string[] {
  if (rule.matcher.kind !== 'path' || rule.matcher.pattern.startsWith('!')) return [];
  const { base, pattern } = anchorPattern(rule.matcher.pattern, rule, context);
  const denied = rule.ref.verdict === 'deny';
  const plain = denied
    ? `/${pattern.replace(/^\*\*\//, '').replace(/^\//, '')}`.replace(/\/(?:\*\*)?$/, '')
    : pattern.replace(/\/\*\*$/, '');
  if (plain === '' || /[*?[\]\\]|\/\.{1,2}(?:\/|$)/.test(plain) || !plain.startsWith('/')) return [];
  return [base === '/' ? plain : `${base}${plain}`];
}

/** Each path that lies in no other one. */
function outermost(paths: readonly string[], rules: PathContext): string[] {
  const all = new FolderSet(paths, rules);
  return unique(paths).filter((path) => !all.surrounds(path));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
