import type { CAPABILITIES } from '../../../shared/model/capabilities';
import type { Action, CapabilityUse } from '../../../shared/model/permission';
import { programCapabilities } from './command-capabilities';
import { hostOf } from './domain-pattern';
import type { LinkTargets, Reach } from './find-reach';
import { reachOf, touchedThroughLinks } from './found-reach';
import type { ParsedCommand, ShellPart } from './parsed-command';
import { isInside, type PathRules, toRulePath } from './path-text';
import { isProtectedPath } from './protected-paths';
import { mayWalk } from './secret-access';

/** What classifying looks at; a `RuleSet` is one. */
export interface ClassifyContext extends PathRules {
  folder: string;
  home: string;
  directories: readonly string[];
  readable: readonly string[];
  protect: readonly string[];
  notes?: readonly string[];
  parse(command: string): ParsedCommand;
  /** Files that nobody shows to a model: keys, credentials, environment files. */
  secrets?: { find(path: string): unknown };
  checkScripts?: ReadonlySet<string>;
  /** What was found on the disk for commands. */
  reaches?: readonly Reach[];
}

export interface Classification {
  /** What the action uses, each once, the weightiest first. Empty for what changes and reads nothing. */
  uses: CapabilityUse[];
  /** The same for each part of a command, in its order. */
  parts?: CapabilityUse[][];
}

/** Heaviest first: what a person would want to know first of a command that does several things. */
const WEIGHT = [
  'deploy',
  'git-publish',
  'delete',
  'write-secrets',
  'read-secrets',
  'write-protected',
  'write-outside',
  'network',
  'mcp',
  'run-other',
  'read-outside',
  'git-commit',
  'write-source',
  'agent',
  'skill',
  'run-checks',
  'read-project',
  'git-read',
  'run-read-only',
] as const satisfies ReadonlyArray<(typeof CAPABILITIES)[number]>;

/** Which capabilities an action uses. Pure; never throws. The one classifier: decisions, cards, audit and the matrix ask it. */
export function classify(action: Action, context: ClassifyContext): Classification {
  if (action.command !== undefined) return classifyCommand(action, action.command, context);
  const paths = [...new Set([...action.paths, ...(action.asked ?? [])].map(toRulePath))];
  switch (action.capability) {
    case 'read':
    case 'search':
      return { uses: sortUses(paths.flatMap((path) => readUses(path, context))) };
    case 'write':
      return { uses: sortUses(paths.flatMap((path) => writeUses(path, context))) };
    case 'network':
      return { uses: [makeUse('network', action.url === undefined ? undefined : hostOf(action.url))] };
    case 'mcp':
      return { uses: [makeUse('mcp', serverTool(action.tool))] };
    case 'agent':
      return { uses: [makeUse('agent', textParam(action, 'subagent_type'))] };
    case 'skill':
      return { uses: [makeUse('skill', textParam(action, 'skill'))] };
    case 'execute':
      return { uses: [{ capability: 'run-other' }] };
    default:
      return { uses: [] };
  }
}

/** `server/tool` of an MCP tool's name. */
export function serverTool(tool: string): string | undefined {
  const match = /^mcp__((?:(?!__).)+)__(.+)$/s.exec(tool);
  return match === null ? undefined : `${match[1]}/${match[2]}`;
}

function classifyCommand(action: Action, command: string, context: ClassifyContext): Classification {
  const cwd = toRulePath(action.paths[0] ?? context.folder);
  const parsed = context.parse(command);
  const reach = reachOf(context, parsed.command, cwd);
  const place = { ...context, cwd, targets: reach.targets };
  const parts = parsed.parts.map((part) => sortUses([...programCapabilities(part, context.checkScripts), ...fileUses(part, place)]));
  const found = mayWalk(parsed) ? foundUses(reach, context) : [];
  const unseen: CapabilityUse[] = parsed.unknown === undefined && parts.length > 0 ? [] : [{ capability: 'run-other' }];
  return { uses: sortUses([...parts.flat(), ...found, ...unseen]), parts };
}

/** What patterns and walks of a command come upon. */
function foundUses({ links, read, written }: Reach, context: ClassifyContext): CapabilityUse[] {
  return [
    ...[...links, ...read].flatMap((path) => readUses(path, context)).filter(({ capability }) => capability !== 'read-project'),
    ...written.flatMap((path) => writeUses(path, context)).filter(({ capability }) => capability !== 'write-source'),
  ];
}

function fileUses(part: ShellPart, context: ClassifyContext & { cwd: string; targets: LinkTargets }): CapabilityUse[] {
  const { reads, writes, settings } = touchedThroughLinks(part, context);
  const removes = part.forms.some(([program]) => /(?:^|\/)(?:rm|rmdir|unlink|shred)$/.test(program?.text ?? ''));
  // What is removed is not written; where the output goes is.
  const redirected = removes ? touchedThroughLinks({ ...part, forms: [] }, context).writes : writes;
  return [
    ...reads.flatMap((path) => readUses(path, context)).filter(({ capability }) => capability !== 'read-project'),
    ...writes.flatMap((path) => writeUses(path, context)).filter(({ capability }) => capability !== 'write-source'),
    ...redirected.flatMap((path) => writeUses(path, context)),
    ...settings.map((): CapabilityUse => ({ capability: 'write-protected' })),
  ];
}

function readUses(path: string, context: ClassifyContext): CapabilityUse[] {
  const near = [...context.directories, ...context.readable, ...(context.notes ?? [])].some((folder) => isInside(folder, path, context));
  const place: CapabilityUse = { capability: near ? 'read-project' : 'read-outside' };
  return isSecret(path, context) ? [{ capability: 'read-secrets' }, ...(near ? [] : [place])] : [place];
}

function writeUses(path: string, context: ClassifyContext): CapabilityUse[] {
  const uses: CapabilityUse[] = [];
  if (isSecret(path, context)) uses.push({ capability: 'write-secrets' });
  if (isProtectedPath(path, context)) uses.push({ capability: 'write-protected' });
  if (![...context.directories, ...(context.notes ?? [])].some((folder) => isInside(folder, path, context)))
    uses.push({ capability: 'write-outside' });
  return uses.length > 0 ? uses : [{ capability: 'write-source' }];
}

function isSecret(path: string, { secrets }: ClassifyContext): boolean {
  return secrets?.find(path) !== undefined;
}

function makeUse(capability: CapabilityUse['capability'], of: string | undefined): CapabilityUse {
  return of === undefined ? { capability } : { capability, of };
}

function textParam(action: Action, name: string): string | undefined {
  const value = action.params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function sortUses(uses: readonly CapabilityUse[]): CapabilityUse[] {
  const once = new Map(uses.map((use) => [`${use.capability} ${use.of ?? ''}`, use]));
  return [...once.values()].sort((a, b) => WEIGHT.indexOf(a.capability) - WEIGHT.indexOf(b.capability));
}
