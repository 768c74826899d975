import type { ProgramTexts, ShellWord } from './parsed-command';
import { type OptionNames, readOptions } from './read-options';
import { isAstGrep } from './search-programs';

/** Options whose value is a shell text. */
const TEXT_OPTIONS: ReadonlyMap<string, OptionNames> = new Map<string, OptionNames>([
  ...['mise', 'rtx', 'sg', 'pnpm'].map((name) => [name, { letters: 'c', long: 'command' }] as const),
  ...['doppler', 'infisical'].map((name) => [name, { long: 'command' }] as const),
  ...['csh', 'tcsh'].map((name) => [name, { letters: 'c' }] as const),
  ...['nc', 'ncat', 'netcat'].map((name) => [name, { letters: 'ec', long: 'exec sh-exec' }] as const),
  ['entr', { letters: 's' }],
  ['nix-shell', { long: 'run command' }],
  ['chokidar', { letters: 'c', long: 'command' }],
  ...['tsc-watch', 'tsup'].map(
    (name) => [name, { long: 'onSuccess onFailure onFirstSuccess onCompilationStarted onCompilationComplete' }] as const,
  ),
  ['nodemon', { letters: 'x', long: 'exec' }],
]);
/** Options behind which a program stands with its arguments. */
const COMMAND_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ...['fd', 'fdfind'].map((name) => [name, /^(?:-x|-X|--exec|--exec-batch)(?:=|$)/] as const),
  ...['nix', 'just'].map((name) => [name, /^(?:-c|--command)$/] as const),
  ['cmake', /^-E$/],
  ['start-stop-daemon', /^(?:-x|--exec|-a|--startas)(?:=|$)/],
]);
/** They run the rest of their words as one shell text, behind so many plain ones. */
const TEXT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['cross-env-shell', 0],
  ['watchexec', 0],
  ['sops', 2],
  ['sg', 1],
]);

/** What options and arguments make these programs run; undefined for any other program. */
export function optionTexts(name: string, args: readonly ShellWord[]): ProgramTexts | undefined {
  const found: ProgramTexts = { shell: [], commands: [] };
  if (name === 'sg' && isAstGrep(args)) return undefined;
  const command = COMMAND_OPTIONS.get(name);
  const text = TEXT_OPTIONS.get(name);
  const skipped = TEXT_ARGUMENTS.get(name);
  if (command === undefined && text === undefined && skipped === undefined) return undefined;
  const values = [
    ...(text === undefined ? [] : readOptions(args, text).values),
    ...(skipped === undefined ? [] : plainTexts(args, skipped)),
  ];
  if (values.some((word) => word.opaque)) return { ...found, unknown: `${name} runs a text that is not known` };
  found.shell.push(...values.map((word) => word.text));
  for (const [at, word] of args.entries()) {
    if (command?.test(word.text) !== true) continue;
    const joined = /^--[\w-]+=(.+)$/s.exec(word.text)?.[1];
    const words = [...(joined === undefined ? [] : [{ ...word, raw: joined, text: joined }]), ...args.slice(at + 1)];
    if (words.length > 0) found.commands.push(startedCommand(name, words));
  }
  return found;
}

/** fd adds what it finds. */
function startedCommand(name: string, words: readonly ShellWord[]): ShellWord[] {
  return name.startsWith('fd') ? [...words, { raw: '…', text: '…', opaque: true, glob: false }] : [...words];
}

/** Each word that holds a blank, and all from the first one on that is no option. */
function plainTexts(args: readonly ShellWord[], skipped: number): ShellWord[] {
  const plain = args.filter((word) => !word.text.startsWith('-')).slice(skipped);
  const whole = { text: plain.map((word) => word.text).join(' '), opaque: plain.some((word) => word.opaque) };
  return plain.length === 0 ? [] : [...plain.filter((word) => /\s/.test(word.text)), { raw: whole.text, ...whole, glob: false }];
}
