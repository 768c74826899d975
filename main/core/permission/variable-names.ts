import { steersGit } from './git-settings';

/** Variables whose value the shell itself runs or reads commands from. */
const RUN_BY_SHELL = /^(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|IFS|BASH_FUNC_\w*|BASH_ALIASES|BASH_CMDS)$/;
/** Variables that the shell takes for integers: what they are given is evaluated. */
const INTEGER = /^(?:S?RANDOM|SECONDS|LINENO|OPTIND|HISTCMD|BASHPID|EPOCH\w*|E?UID|PPID)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[.*?\])?\+?=(.*)$/s;
/** Lower-case names that programs or zsh look at all the same, and those that steer a program where letter case does not count. */
const LOWER_CASE_SETTING =
  /^(?:\w*_proxy|f?path|cdpath|manpath|module_path|mailpath|prompt\d?|psvar|watch|histchars|p?npm_\w+|yarn_\w+|bun_\w+|\w*_options|git_\w+|ld_\w+|dyld_\w+|bash_env|env|ifs|editor|visual|pager|manpager|browser|shell|less(?:open|close)|python(?:path|home|startup|breakpoint)|perl5\w+|ruby(?:opt|lib)|pathext|comspec)$/;

/** Whether no program is known to look at a variable of this name. */
export function isPlainName(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !LOWER_CASE_SETTING.test(name);
}

/** An assignment as it is written, taken apart; undefined for any other word. */
export function readAssignment(raw: string): { name: string; value: string } | undefined {
  const [, name, value] = ASSIGNMENT.exec(raw) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Why an assignment makes it impossible to tell what runs; undefined where it does not. */
export function assignmentDoubt(raw: string): string | undefined {
  const { name, value } = readAssignment(raw) ?? {};
  if (name === undefined || value === undefined) return undefined;
  if (RUN_BY_SHELL.test(name)) return `it sets ${name}, which the shell itself looks at`;
  if (INTEGER.test(name) && !isNumber(value)) return `it sets ${name}, and the shell evaluates what that is given`;
  return steersGit(raw) ? `it sets ${name}, which makes git run programs, read other settings or go elsewhere` : undefined;
}

/** Whether a value as it is written is an integer whatever happens before it is evaluated. */
export function isNumber(value: string): boolean {
  return /^(["']?)(?:-?\d+|\$(?:\(\([^()]*\)\)|[#?$!]|\{#\w+(?:\[[@*]\])?\}))\1$/.test(value);
}
