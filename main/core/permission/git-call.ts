import type { ShellWord } from './parsed-command';

/** A call of git, taken apart as git takes it apart. */
export interface GitCall {
  /** Settings for this run alone: `-c key=value`, `--config-env=key=VARIABLE`, and those that `clone` gets. The key is in lower case. */
  settings: Array<{ key: string; value: string | undefined; opaque: boolean }>;
  /** Where it is sent to: `-C`, `--git-dir`, `--work-tree`. */
  elsewhere: ShellWord[];
  /** Its own programs come from another folder: `--exec-path=…`. */
  ownPrograms: boolean;
  /** Undefined where only options are given. */
  subcommand: ShellWord | undefined;
  args: readonly ShellWord[];
}

/** Options in front of the subcommand that take the next argument. */
const WITH_VALUE = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env', '--attr-source', '--super-prefix']);
const PLACE = /^(?:--git-dir|--work-tree)$/;

/** `words` are the arguments of git. */
export function readGitCall(words: readonly ShellWord[]): GitCall {
  const call: GitCall = { settings: [], elsewhere: [], ownPrograms: false, subcommand: undefined, args: [] };
  let at = 0;
  for (; words[at]?.text.startsWith('-') === true; at++) {
    const word = words[at];
    if (word === undefined) break;
    const [, name = '', joined] = /^(--[\w-]+)=(.*)$/s.exec(word.text) ?? [undefined, word.text];
    const glued = /^-c(.+)$/s.exec(word.text)?.[1];
    const value = glued !== undefined || joined !== undefined ? { ...word, text: glued ?? joined ?? '' } : words[at + 1];
    if (name === '--exec-path' && joined !== undefined) call.ownPrograms = true;
    if (value !== undefined && (name === '-c' || glued !== undefined)) call.settings.push(readSetting(value));
    if (value !== undefined && name === '--config-env') call.settings.push({ ...readSetting(value), value: undefined });
    if (value !== undefined && (name === '-C' || PLACE.test(name))) call.elsewhere.push(value);
    if (joined === undefined && WITH_VALUE.has(name)) at += 1;
  }
  call.subcommand = words[at];
  call.args = words.slice(at + 1);
  if (call.subcommand?.text === 'clone') call.settings.push(...cloneSettings(call.args));
  return call;
}

function cloneSettings(args: readonly ShellWord[]): GitCall['settings'] {
  return args.flatMap((word, index) => {
    const joined = /^(?:-c|--conf(?:i|ig)?=)(.+)$/s.exec(word.text)?.[1];
    const value =
      joined !== undefined ? { ...word, text: joined } : /^(?:-c|--conf(?:i|ig)?)$/.test(word.text) ? args[index + 1] : undefined;
    return value === undefined ? [] : [readSetting(value)];
  });
}

function readSetting({ text, opaque }: ShellWord): GitCall['settings'][number] {
  const equals = text.indexOf('=');
  return equals === -1
    ? { key: text.toLowerCase(), value: undefined, opaque }
    : { key: text.slice(0, equals).toLowerCase(), value: text.slice(equals + 1), opaque };
}
