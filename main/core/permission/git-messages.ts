import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';

const TAKES_MESSAGE = /^(?:commit|tag|merge|notes|stash)$/;
const OPTION = /^(?:-[aeqsvn]*m|--message)$/;
const JOINED = /^(?:-m|--message=)(?=")/;
/** In quotes from its beginning to its end, with nothing in it whose own quotes would have to be looked at. */
const QUOTED = /^"(?:[^"\\`$]|\\[\s\S]|\$(?:\w+|\{\w+\})|\$\([^()"'`\\]*\))*"$/;

/** The arguments of git without the messages of commits and the like: in quotes each is one word, and no option whatever it holds. */
export function withoutMessages(args: readonly ShellWord[]): readonly ShellWord[] {
  if (!TAKES_MESSAGE.test(readGitCall(args).subcommand?.text ?? '')) return args;
  return args.filter(({ raw }, index) => {
    if (OPTION.test(args[index - 1]?.text ?? '')) return !isOneWord(raw);
    return !JOINED.test(raw) || !isOneWord(raw.replace(JOINED, ''));
  });
}

function isOneWord(raw: string): boolean {
  return QUOTED.test(raw) || isHereDocument(raw);
}

/** `"$(cat <<'EOF' … EOF)"`, as long messages are written. */
function isHereDocument(raw: string): boolean {
  const [start, , end] = /^"\$\(cat <<-? ?(['"]?)(\w+)\1\n/.exec(raw) ?? [];
  if (start === undefined) return false;
  const body = `\n${raw.slice(start.length)}`;
  const at = body.indexOf(`\n${end}\n`);
  return at !== -1 && /^\s*\)"$/.test(body.slice(at + `\n${end}\n`.length));
}
