import { readGitCall } from './git-call';
import { type ShellPart, type ShellWord, wordOf } from './parsed-command';
import { commandName } from './shell-wrappers';

const SHOWS = /^(?:diff|show|stash|commit|diff-index|format-patch)$/;

/** Parts with the files that the same command puts into the index, where git shows what is new in it without naming them. */
export function withStagedNames(parts: readonly ShellPart[]): ShellPart[] {
  const calls = parts.map(({ forms }) =>
    forms.flatMap(([program, ...args]) => (commandName(program) === 'git' ? [readGitCall(args)] : [])),
  );
  const shower = calls.findIndex((own) => own.some(({ subcommand, args }) => showsIndex(subcommand?.text ?? '', args)));
  if (shower === -1) return [...parts];
  const added = calls.flat().flatMap(({ subcommand, args }) => (/^(?:add|stage)$/.test(subcommand?.text ?? '') ? args.filter(isPath) : []));
  const staged = [...new Map(added.map((word) => [word.raw, word])).values()];
  // A rule for what lies in a folder says nothing of the folder itself.
  const inside = staged.flatMap(({ text, opaque, glob }) => (opaque || glob ? [] : wordOf(`${text}/@`)));
  // One part that shows them is enough to decide by.
  return parts.map((part, index) => (index === shower ? { ...part, reads: [...part.reads, ...staged, ...inside] } : part));
}

function showsIndex(subcommand: string, args: readonly ShellWord[]): boolean {
  if (subcommand === 'commit') return args.some(({ text }) => /^(?:-[a-z]*v|--verb|-p$|--patch$)/.test(text));
  return SHOWS.test(subcommand) && !args.some(({ text }) => /^--(?:stat|shortstat|numstat|name-only|name-status|summary)$/.test(text));
}

function isPath({ text }: ShellWord): boolean {
  return !text.startsWith('-');
}
