import type { CapabilityUse } from '../../../shared/model/permission';
import { hostOf } from './domain-pattern';
import { checkoutTarget } from './git-checkout';
import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';

const PUBLISHES = new Set(['push', 'http-push', 'send-email', 'imap-send', 'send-pack', 'request-pull']);
const FETCHES = new Set(['fetch', 'pull', 'clone', 'ls-remote', 'remote-https', 'archive-remote']);
const READS = new Set([
  ...['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame', 'describe', 'shortlog', 'reflog', 'cat-file', 'ls-tree'],
  ...['merge-base', 'rev-list', 'name-rev', 'count-objects', 'grep', 'whatchanged', 'help', 'version', 'diff-tree', 'for-each-ref'],
  ...['show-ref', 'var', 'check-ignore', 'check-attr', 'cherry', 'fsck', 'verify-commit'],
]);
const DESTROYS = new Set(['clean', 'rm', 'filter-branch', 'filter-repo', 'prune']);
/** Subcommands that throw work away with these arguments. */
const DESTROYS_WITH: ReadonlyMap<string, RegExp> = new Map([
  ['reset', /--ha|--m/],
  ['checkout', /(?:^| )(?:--(?: |$)|-[a-z]*[fBp]|--(?:fo|pat|ou|th|me|con))/],
  ['restore', /./],
  ['switch', /(?:^| )(?:-[a-z]*[fC]|--fo|--di)/],
  ['branch', /(?:^| )(?:-[a-z]*[dDMCf]|--de|--fo)/],
  ['tag', /(?:^| )(?:-[a-z]*[df]|--d|--fo)/],
  ['update-ref', /^/],
  ['read-tree', /--r/],
  ['mv', /(?:^| )(?:-[a-z]*f|--fo)/],
  ['fetch', /(?:^| )(?:-[a-z]*f|--fo|\+\S)/],
  ['pull', /(?:^| )(?:-[a-z]*f|--fo|\+\S)/],
  ...['merge', 'rebase', 'cherry-pick', 'revert', 'am'].map((name) => [name, /(?:^| )--(?:ab|sk)/] as const),
  ['checkout-index', /(?:^| )(?:-[a-z]*f|--fo)/],
  ['stash', /^(?:drop|clear)\b/],
  ['reflog', /^(?:expire|delete|drop)\b/],
  ['submodule', /^deinit\b|^update\b.* (?:-[a-z]*f|--fo)/],
  ['notes', /^(?:remove|prune)\b|^(?:add|copy|append|merge)\b.* (?:-[a-z]*f|--fo)/],
  ['lfs', /^(?:prune|migrate)\b/],
  ['gc', /--prune/],
  ['worktree', /^remove\b/],
  ['remote', /^(?:remove|rm|prune)\b/],
  ['push', /--(?:force|delete|mirror|prune)|(?:^| )(?:-[a-z]*[fd]\b|[+:]\S)/],
]);
const LISTS: ReadonlyMap<string, RegExp> = new Map([
  ['branch', /^(?:(?:-a|-r|-v|-vv|-l|--list|--all|--show-current)(?: |$))*$/],
  ['tag', /^(?:(?:-l|--list)(?: |$).*)?$/],
  ['remote', /^(?:-v|show\b.*|get-url\b.*)?$/],
  ['stash', /^(?:list|show)\b/],
  ['config', /^(?:--get\b|--list\b|-l\b|get\b|list\b)/],
  ['worktree', /^list\b/],
  ['bundle', /^verify\b/],
]);
/** What a git command does, by its subcommand: reads, changes the repository, throws away, fetches, publishes. */
export function gitCapability(words: readonly ShellWord[]): CapabilityUse[] {
  const { subcommand: first, args: rest } = readGitCall(words);
  if (first === undefined) return [{ capability: 'git-read' }];
  if (first.opaque) return [{ capability: 'run-other' }];
  const name = first.text;
  const args = rest.map((word) => word.text).join(' ');
  const readings = verbReadings(rest);
  const destroys = DESTROYS_WITH.get(name);
  const uses: CapabilityUse[] = [];
  const takes = name === 'checkout' ? checkoutTarget(rest) : 'branch';
  if (DESTROYS.has(name) || (destroys !== undefined && readings.some((text) => destroys.test(text))) || takes === 'files')
    uses.push({ capability: 'delete' });
  else if (takes === 'branch or files') uses.push({ capability: 'write-source' });
  if (
    PUBLISHES.has(name) ||
    (/^(?:lfs|subtree)$/.test(name) && /(?:^| )push\b/.test(args)) ||
    (name === 'svn' && /(?:^| )(?:dcommit|commit-diff|set-tree)\b/.test(args)) ||
    (name === 'p4' && /(?:^| )submit\b/.test(args))
  )
    uses.push({ capability: 'git-publish' });
  if (
    FETCHES.has(name) ||
    (name === 'submodule' && /\b(?:update|add)\b/.test(args)) ||
    (name === 'remote' && readings.some((text) => text.startsWith('update')))
  )
    uses.push(fetchUse(rest));
  if (uses.length > 0 && name !== 'pull' && takes !== 'branch or files') return uses;
  const reads = READS.has(name) || LISTS.get(name)?.test(args) === true;
  return [...uses, { capability: reads ? 'git-read' : 'git-commit' }];
}

/** The arguments as they stand, and without the options in front of a verb of their own, whose next word may be a value. */
function verbReadings(words: readonly ShellWord[]): string[] {
  const texts = words.map(({ text }) => text);
  const at = texts.findIndex((text) => !text.startsWith('-'));
  return [0, ...(at > 0 ? [at, at + 1] : [])].map((start) => texts.slice(start).join(' '));
}

function fetchUse(words: readonly ShellWord[]): CapabilityUse {
  const host = words.map((word) => hostOf(word.text) ?? /^[\w.-]+@([\w.-]+):/.exec(word.text)?.[1]).find((found) => found !== undefined);
  return host === undefined ? { capability: 'network' } : { capability: 'network', of: host };
}
