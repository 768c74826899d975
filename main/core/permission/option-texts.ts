import type { ProgramTexts, ShellWord } from './parsed-command';

/** Options whose value, behind a `=` or as the next word, is a shell text. */
const TEXT_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ...['mise', 'rtx', 'sg', 'pnpm'].map((name) => [name, /^(?:-c|--command)$/] as const),
  ...['doppler', 'infisical'].map((name) => [name, /^--command$/] as const),
  ['nix-shell', /^--(?:run|command)$/],
  ['nodemon', /^(?:-x|--exec)$/],
]);
/** Options behind which a program stands with its arguments. */
const COMMAND_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ...['fd', 'fdfind'].map((name) => [name, /^(?:-x|-X|--exec|--exec-batch)$/] as const),
  ...['nix', 'just'].map((name) => [name, /^(?:-c|--command)$/] as const),
  ['cmake', /^-E$/],
]);
/** They run the rest of their words as one shell text, behind so many plain ones. */
const TEXT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['cross-env-shell', 0],
  ['watchexec', 0],
  ['sops', 2],
]);

/** What options and arguments make these programs run; undefined for any other program. */
export function optionTexts(name: string, args: readonly ShellWord[]): ProgramTexts | undefined {
  const found: ProgramTexts = { shell: [], commands: [] };
  const command = COMMAND_OPTIONS.get(name);
  const text = TEXT_OPTIONS.get(name);
  const skipped = TEXT_ARGUMENTS.get(name);
  if (command === undefined && text === undefined && skipped === undefined) return undefined;
  const values = [...(text === undefined ? [] : optionValues(args, text)), ...(skipped === undefined ? [] : plainTexts(args, skipped))];
  if (values.some((word) => word.opaque)) return { ...found, unknown: `${name} runs a text that is not known` };
  found.shell.push(...values.map((word) => word.text));
  const at = command === undefined ? -1 : args.findIndex((word) => command.test(word.text));
  if (at !== -1 && args[at + 1] !== undefined) found.commands.push(startedCommand(name, args.slice(at + 1)));
  return found;
}

/** fd adds what it finds. */
function startedCommand(name: string, words: readonly ShellWord[]): ShellWord[] {
  return name.startsWith('fd') ? [...words, { raw: '…', text: '…', opaque: true, glob: false }] : [...words];
}

function optionValues(args: readonly ShellWord[], option: RegExp): ShellWord[] {
  return args.flatMap((word, index) => {
    const [, name = '', joined] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(word.text) ?? [];
    if (!option.test(name)) return [];
    return joined === undefined ? (args[index + 1] ?? []) : { ...word, text: joined };
  });
}

/** Each word that holds a blank, and all from the first one on that is no option. */
function plainTexts(args: readonly ShellWord[], skipped: number): ShellWord[] {
  const plain = args.filter((word) => !word.text.startsWith('-')).slice(skipped);
  const whole = { text: plain.map((word) => word.text).join(' '), opaque: plain.some((word) => word.opaque) };
  return plain.length === 0 ? [] : [...plain.filter((word) => /\s/.test(word.text)), { raw: whole.text, ...whole, glob: false }];
}
