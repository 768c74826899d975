import { readGitCall } from './git-call';
import { isGitCommand } from './git-commands';
import { isHarmlessGitSetting } from './git-settings';
import type { ProgramTexts, ShellWord } from './parsed-command';

/** Options of a subcommand that name a program, or what brings programs along. git takes a beginning of a long option for the whole. */
const NAMES_PROGRAM: ReadonlyMap<string, RegExp> = new Map([
  ['fetch', /^--upl/],
  ['pull', /^--upl/],
  ['clone', /^(?:-[a-z]*u|--u|--te)/],
  ['init', /^--t/],
  ['ls-remote', /^--(?:u|exe)/],
  ['fetch-pack', /^--(?:u|exe)/],
  ['archive', /^--exe/],
  ['push', /^--(?:rec|e)/],
  ['send-pack', /^--(?:rec|e)/],
  ['grep', /^(?:-[A-Za-z]*O|--op)/],
  ['filter-branch', /^--(?:[a-z-]*filter|setup)/],
  ['filter-repo', /^--[a-z-]*callback/],
  ['send-email', /^--(?:sendm|to-c|cc-c|header-c|smtp-server(?:=|$))/],
  ['mergetool', /^(?:-t|--to)/],
  ['difftool', /^(?:-t|--to)/],
  ['instaweb', /^(?:-[a-z]*[db]|--(?:b|h))/],
]);
/** They run what they are given, hand out what is kept secret, or serve others. */
const RUNS_ANYTHING = new Set([
  'merge-index',
  'remote-ext',
  'remote-fd',
  'shell',
  'web--browse',
  'for-each-repo',
  'credential',
  'daemon',
  'cvsserver',
]);
const HANDS_OUT = /^credential-/;

/** What the arguments of git make it run. */
export function gitTexts(words: readonly ShellWord[]): ProgramTexts {
  const { settings, ownPrograms, subcommand, args } = readGitCall(words);
  const shell: string[] = [];
  for (const { key, value, opaque } of settings) {
    if (opaque) return unknown('git -c sets something that is not known');
    if (key.startsWith('alias.') && value?.startsWith('!') === true) shell.push(value.slice(1));
    else if (!isHarmlessGitSetting(key))
      return unknown(`git -c ${key} can make git run a program, read other files or go elsewhere`, shell);
  }
  if (ownPrograms) return unknown('git --exec-path makes git take its own programs from another folder', shell);
  if (subcommand?.opaque === true) return unknown('which command of git runs is not known before it runs', shell);
  const name = subcommand?.text ?? '';
  const isDefinedHere = settings.some(({ key }) => key === `alias.${name.toLowerCase()}`);
  if (subcommand !== undefined && !isGitCommand(name) && !isDefinedHere)
    return unknown(`git ${name} is no command of git itself: an alias or another program may stand behind it`, shell);
  const option = args.find((word) => NAMES_PROGRAM.get(name)?.test(word.text));
  if (option !== undefined) return unknown(`git ${name} ${option.text} makes git run a program`, shell);
  if (RUNS_ANYTHING.has(name) || HANDS_OUT.test(name)) return unknown(`git ${name} runs programs, or hands out what is kept`, shell);
  if (args.some((word) => /^(?:--remote=)?(?:ext|fd)::/.test(word.text))) return unknown('the address makes git run a program', shell);
  return { shell: [...shell, ...subcommandTexts(name, args)], commands: subcommandCommands(name, args) };
}

function subcommandTexts(name: string, args: readonly ShellWord[]): string[] {
  const [verb, ...rest] = withoutLeadingOptions(args);
  if (name === 'config') {
    const value = args[args.length - 1]?.text ?? '';
    return value.includes('!') && args.length > 1 ? [value.replace(/^[^!]*!/, '')] : [];
  }
  if (name === 'submodule' && verb?.text === 'foreach') {
    const text = withoutLeadingOptions(rest).map((word) => word.text);
    return text.length === 0 ? [] : [text.join(' ')];
  }
  if (name !== 'rebase' && name !== 'difftool') return [];
  return args.flatMap((word, index) => {
    const joined = /^(?:-[a-z]*x|--ex[a-z]*=)(.+)$/s.exec(word.text)?.[1];
    return joined ?? (/^(?:-[a-z]*x|--ex[a-z]*)$/.test(word.text) ? (args[index + 1]?.text ?? []) : []);
  });
}

function subcommandCommands(name: string, args: readonly ShellWord[]): ShellWord[][] {
  const [verb, ...rest] = withoutLeadingOptions(args);
  return name === 'bisect' && verb?.text === 'run' && rest.length > 0 ? [rest] : [];
}

function withoutLeadingOptions(args: readonly ShellWord[]): readonly ShellWord[] {
  const at = args.findIndex((word) => !word.text.startsWith('-'));
  return at === -1 ? [] : args.slice(at);
}

function unknown(reason: string, shell: string[] = []): ProgramTexts {
  return { shell, commands: [], unknown: reason };
}
