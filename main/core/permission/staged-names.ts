import { readGitCall } from './git-call';
import { type ShellPart, type ShellWord, wordOf } from './parsed-command';
import { commandName } from './shell-wrappers';

const SHOWS = /^(?:diff|show|stash|commit|diff-index|format-patch)$/;

/** Parts with the files that the same command puts into the index, where git shows what is new in it without naming them. */
export function withStagedNames(parts: readonly ShellPart[]): ShellPart[] {
  const calls = parts.map(({ forms }) =>
    forms.flatMap(([program, ...args]) => (commandName(program) === 'git' ? [readGitCall(args)] : [])),
  );
  const staged = calls
    .flat()
    .flatMap(({ subcommand, args }) => (/^(?:add|stage)$/.test(subcommand?.text ?? '') ? args.filter(isPath) : []));
  if (staged.length === 0) return [...parts];
  // A rule for what lies in a folder says nothing of the folder itself.
  const inside = staged.flatMap(({ text, opaque, glob }) => (opaque || glob ? [] : wordOf(`${text}/@`)));
  return parts.map((part, index) => {
    const shows = calls[index]?.some(({ subcommand, args }) => showsIndex(subcommand?.text ?? '', args)) === true;
    return shows ? { ...part, reads: [...part.reads, ...staged, ...inside] } : part;
  });
}

function showsIndex(subcommand: string, args: readonly ShellWord[]): boolean {
  if (subcommand === 'commit') return args.some(({ text }) => /^(?:-[a-z]*v|--verb|-p$|--patch$)/.test(text));
  return SHOWS.test(subcommand) && !args.some(({ text }) => /^--(?:stat|shortstat|numstat|name-only|name-status|summary)$/.test(text));
}

function isPath({ text }: ShellWord): boolean {
  return !text.startsWith('-');
}
