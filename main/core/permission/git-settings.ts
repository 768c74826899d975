import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';

/**
 * Settings of git that change only what it shows and how it records. Every other one counts as what can make git run a program
 * (`core.pager`, `core.hooksPath`, `core.fsmonitor`, `core.sshCommand`, `filter.*`, `diff.*.command`, `alias.*`, `credential.helper` …),
 * read other files (`include.path`, `core.attributesFile`) or go elsewhere (`url.*.insteadOf`, `remote.*`, `http.proxy`): new ones come
 * with each version of git, so the harmless ones are listed. In lower case.
 */
const HARMLESS_SETTINGS: readonly RegExp[] = [
  /^(?:color|advice|column|status)\.[\w.-]+$/,
  /^user\.(?:name|email)$|^init\.defaultbranch$|^(?:branch|tag)\.sort$|^(?:gc|maintenance)\.auto$|^(?:commit|tag)\.gpgsign$/,
  /^core\.(?:quotepath|abbrev|autocrlf|eol|safecrlf|filemode|ignorecase|precomposeunicode|longpaths|commentchar|whitespace)$/,
  /^log\.(?:date|decorate|abbrevcommit|follow|showroot)$|^commit\.(?:verbose|cleanup)$|^blame\.(?:date|showroot|coloring)$/,
  /^diff\.(?:algorithm|context|interhunkcontext|renames|renamelimit|noprefix|mnemonicprefix|relative|colormoved|colormovedws)$/,
  /^diff\.(?:indentheuristic|wserrorhighlight|suppressblankempty|submodule|ignoresubmodules|statgraphwidth|statnamewidth)$/,
  /^merge\.(?:conflictstyle|ff|stat|renames|renamelimit|log)$|^pull\.(?:rebase|ff)$|^rebase\.(?:autosquash|autostash|stat|updaterefs)$/,
  /^fetch\.(?:prune|prunetags|parallel)$|^grep\.(?:linenumber|column|patterntype|extendedregexp)$/,
];

/** Variables of git that change nothing about what it runs, reads and writes: whose name stands in a commit, and that it asks nothing. */
const HARMLESS_VARIABLES =
  /^(?:GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|REFLOG_ACTION)\+?=|GIT_PAGER=(?:cat)?$|GIT_(?:SEQUENCE_)?EDITOR=(?:true|:)$)/;

/** `GIT_SSH_COMMAND=…`, `GIT_CONFIG_COUNT=…`, `GIT_DIR=…`: an assignment that makes git run programs, read other settings or go elsewhere. */
export function steersGit(assignment: string): boolean {
  return assignment.startsWith('GIT_') && /^\w+\+?=/.test(assignment) && !HARMLESS_VARIABLES.test(assignment);
}

export function isHarmlessGitSetting(key: string): boolean {
  return HARMLESS_SETTINGS.some((pattern) => pattern.test(key));
}

/** Words of `git config` that look a setting up. */
const LOOKS_UP = /^(?:get|list|--ge[\w-]*|--li[\w-]*|-l)$/;
/** … and that change one, whatever else stands there. */
const CHANGES = /^(?:set|unset|edit|rename-section|remove-section|--(?:a|rep|un|rena|remo|e)[\w-]*|-e)$/;
const CONFIG_WITH_VALUE = /^(?:-f|--file|--blob|-t|--type|--default|--comment|--value|--url)$/;
/** Commands that write settings, and programs into them, by themselves. */
const WRITES_SETTINGS: ReadonlyMap<string, RegExp> = new Map([
  ['lfs', /^(?:install|uninstall|update)$/],
  ['maintenance', /^(?:start|register|stop|unregister)$/],
]);

/** The files of settings that a call of git changes: as written, `~` for the home. */
export function writtenGitSettings(words: readonly ShellWord[]): string[] {
  const { subcommand, args } = readGitCall(words);
  const name = subcommand?.text ?? '';
  if (WRITES_SETTINGS.get(name)?.test(args[0]?.text ?? '') === true) return ['~/.gitconfig'];
  if (name !== 'config' || !changesSetting(args)) return [];
  const texts = args.map((word) => word.text);
  const file = texts.flatMap((text, index) => {
    const joined = /^(?:-f|--file=)(.+)$/s.exec(text)?.[1];
    return joined ?? (text === '-f' || text === '--file' ? (texts[index + 1] ?? []) : []);
  });
  if (file.length > 0) return file;
  if (texts.some((text) => text.startsWith('--gl'))) return ['~/.gitconfig'];
  return [texts.some((text) => text.startsWith('--sy')) ? '/etc/gitconfig' : '.git/config'];
}

function changesSetting(args: readonly ShellWord[]): boolean {
  const texts = args.map((word) => word.text);
  const plain = texts.filter((text, index) => !text.startsWith('-') && !CONFIG_WITH_VALUE.test(texts[index - 1] ?? ''));
  const [first = ''] = plain;
  if (CHANGES.test(first) || texts.some((text) => text.startsWith('-') && CHANGES.test(text))) return true;
  if (LOOKS_UP.test(first) || texts.some((text) => text.startsWith('-') && LOOKS_UP.test(text))) return false;
  return plain.length > 1 || args.some((word) => word.opaque);
}
