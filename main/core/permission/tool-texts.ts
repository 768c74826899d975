import { databaseTexts } from './database-texts';
import { type ProgramTexts, type ShellWord, wordOf } from './parsed-command';
import { readOptions } from './read-options';

/** Shells with a language of their own, and their options for a text. */
const FOREIGN_SHELLS: ReadonlyMap<string, RegExp> = new Map([
  ...['pwsh', 'powershell'].map((name) => [name, /^--?(?:c(?:o\w*)?|e(?:c|nc\w*)?|cwa|commandwithargs)$/i] as const),
  ['nu', /^(?:-[A-Za-z]*[ce]|--(?:commands|execute)(?:=|$))/],
  ...['elvish', 'xonsh'].map((name) => [name, /^-[A-Za-z]*c/] as const),
]);
const RUNNING_ADDRESS = /(?:^|!!)(?:exec|system|shell):([^,]*)/gi;

/** What the arguments of these programs make them run, each in a way of its own; undefined for any other program. */
export function toolTexts(name: string, args: readonly ShellWord[], input: string | undefined): ProgramTexts | undefined {
  const textOption = FOREIGN_SHELLS.get(name);
  if (textOption !== undefined) return foreignTexts(name, args, textOption);
  switch (name) {
    case 'capsh':
      return capshTexts(args);
    case 'socat':
      return socatTexts(args);
    case 'cargo':
    case 'cargo-watch':
      return cargoTexts(name, args);
    default:
      return databaseTexts(name, args, input);
  }
}

/** A rule still sees what looks like a command in a text of another language. */
function foreignTexts(name: string, args: readonly ShellWord[], textOption: RegExp): ProgramTexts {
  const at = args.findIndex(({ text }) => textOption.test(text));
  if (at !== -1) {
    const words = args.slice(at + 1).map(({ text }) => text);
    return { shell: [...words, words.join(' ')], commands: [], unknown: `${name} runs a text in a language of its own` };
  }
  const isTold = args.some(({ text, opaque }) => !opaque && (!text.startsWith('-') || /^--?(?:version|help|v|h)$/i.test(text)));
  return { shell: [], commands: [], ...(isTold ? {} : { unknown: `${name} runs what it reads from its input` }) };
}

/** Behind a double dash stand the arguments of a shell, behind `==` those of another capsh. */
function capshTexts(args: readonly ShellWord[]): ProgramTexts {
  const at = args.findIndex(({ text }) => /^(?:--|-\+|==|=\+)$/.test(text));
  if (at === -1) return { shell: [], commands: [] };
  const shell = args.flatMap(({ text }) => /^--shell=(.+)$/.exec(text)?.[1] ?? []);
  const program = args[at]?.text.startsWith('=') === true ? 'capsh' : (shell[shell.length - 1] ?? 'bash');
  return { shell: [], commands: [[wordOf(program), ...args.slice(at + 1)]] };
}

function socatTexts(args: readonly ShellWord[]): ProgramTexts {
  const shell = args.flatMap(({ text }) => [...text.matchAll(RUNNING_ADDRESS)].flatMap(([, run]) => run ?? []));
  const hides = shell.length > 0 || args.some(({ opaque, raw }) => opaque && /^"?[$`]/.test(raw));
  return { shell, commands: [], ...(hides ? { unknown: 'socat runs what its addresses say' } : {}) };
}

/** `cargo watch -x TEXT -s TEXT -- COMMAND`. */
function cargoTexts(name: string, args: readonly ShellWord[]): ProgramTexts {
  const verb = args.findIndex(({ text }) => !/^[-+]/.test(text));
  if (name === 'cargo' && args[verb]?.text !== 'watch') return { shell: [], commands: [] };
  const end = args.findIndex(({ text }) => text === '--');
  const own = end === -1 ? args : args.slice(0, end);
  const values = 'xswidELBFC';
  const run = readOptions(own, { letters: 's', long: 'shell', values }).values;
  const called = readOptions(own, { letters: 'x', long: 'exec', values }).values;
  if ([...run, ...called].some(({ opaque }) => opaque))
    return { shell: [], commands: [], unknown: `${name} runs a text that is not known` };
  const rest = end === -1 ? [] : args.slice(end + 1);
  return {
    shell: [...run.map(({ text }) => text), ...called.map(({ text }) => `cargo ${text}`)],
    commands: rest.length === 0 ? [] : [rest],
  };
}
