import { normalize } from 'node:path/posix';
import { gitTexts } from './git-texts';
import { optionTexts } from './option-texts';
import { commandTexts, parallelTexts } from './parallel-texts';
import type { ProgramTexts, ShellWord } from './parsed-command';
import { readOptions } from './read-options';
import { calledText } from './runner-commands';
import { findRunningOption } from './running-options';
import { sedRunsProgram } from './sed-script';
import { commandName } from './shell-wrappers';
import { hasOpenVerb } from './verb-forms';
import { toolTexts } from './tool-texts';
import { xargsTexts } from './xargs-texts';

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'yash', 'rbash', 'fish']);
const AWKS = new Set(['awk', 'gawk', 'mawk', 'nawk']);
/** Options of a shell that take the next argument. */
const SHELL_OPTION_WITH_VALUE = /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/;
/** Names of what comes in, as a file. */
const INPUT_FILE = /(?:^|\/)(?:stdin|tty|fd\/\d+)$|^\/(?:dev|proc)\//;
/** Programs that run the value of `-c`, and the letters of theirs that take one. */
const TEXT_BEHIND_C: ReadonlyMap<string, string> = new Map([
  ['su', 'csgGw'],
  ['runuser', 'csgGwu'],
  ['script', 'cEIOBTmo'],
  ['flock', 'cwE'],
]);
/** The texts and commands among the arguments of one program. `input` is what comes in on its standard input, where that is known. */
export function programTexts(form: readonly ShellWord[], input: string | undefined): ProgramTexts {
  const [program, ...args] = form;
  const name = commandName(program);
  if (program === undefined) return NOTHING;
  if (program.opaque || program.glob) return unknown('the name of a program is not known before it runs');
  if (hasOpenVerb(form)) return unknown(`what ${name} is told to do depends on the names of files`);
  const running = findRunningOption(name, args);
  if (running !== undefined) return unknown(`${name} ${running} runs what is not looked at`);
  if (SHELLS.has(name)) return shellTexts(name, args, input);
  const letters = TEXT_BEHIND_C.get(name);
  if (letters !== undefined) return textBehindC(name, args, letters);
  switch (name) {
    case 'eval':
      return args.some((word) => word.opaque || word.glob)
        ? unknown('eval runs a text that is not known')
        : { shell: [joinTexts(args)], commands: [] };
    case 'trap':
      return trapTexts(args);
    case 'alias':
      return { shell: args.map((word) => word.text.slice(word.text.indexOf('=') + 1)), commands: [] };
    case 'source':
    case '.':
      return isUnknownFile(args.find((word) => word.text !== '--')) ? unknown(`${name} runs a file that is not known`) : NOTHING;
    case 'watch':
      return args.some((word) => word.opaque)
        ? unknown(`${name} runs a text that is not known`)
        : { shell: commandTexts(args), commands: [] };
    case 'parallel':
      return parallelTexts(args, input);
    case 'env':
      return envTexts(args);
    case 'xargs':
      return xargsTexts(args);
    case 'find':
      return findTexts(args);
    case 'git':
      return gitTexts(args);
    case 'sed':
    case 'gsed':
      return sedTexts(args);
    case 'npm':
    case 'npx':
    case 'yarn':
      return calledText(name, args);
    case 'split':
      return filterText(args);
    case 'at':
    case 'batch':
      return args.some((word) => /^-[^-qtf]*[fldrc]/.test(word.text)) ? NOTHING : inputText(name, input);
    case 'ed':
    case 'red':
      return input === undefined || input.includes('!') ? unknown(`${name} runs programs that its input names`) : NOTHING;
    case 'hyperfine':
    case 'concurrently':
      return args.some((word) => word.opaque)
        ? unknown(`${name} runs a text that is not known`)
        : { shell: args.flatMap((word) => runText(word.text) ?? []), commands: [] };
    case 'mapfile':
    case 'readarray':
      return readOptions(args, { letters: 'C', values: 'CdnOsuc' }).values.length > 0
        ? unknown(`${name} -C runs a text for each line`)
        : NOTHING;
    case 'compgen':
      return compgenTexts(args);
    default:
      return AWKS.has(name) ? awkTexts(args) : (toolTexts(name, args, input) ?? optionTexts(name, args) ?? NOTHING);
  }
}

const NOTHING: ProgramTexts = { shell: [], commands: [] };

function unknown(reason: string): ProgramTexts {
  return { ...NOTHING, unknown: reason };
}

/** An argument of hyperfine: a command to measure, or an option that runs one before or after. */
function runText(text: string): string | undefined {
  return text.startsWith('-') ? /^--(?:prepare|setup|cleanup|conclude)=(.*)$/s.exec(text)?.[1] : text;
}

function joinTexts(words: readonly ShellWord[]): string {
  return words.map((word) => word.text).join(' ');
}

/** A file to run whose content is in no sight, since it is what comes in, or since its name is not known. */
function isUnknownFile(word: ShellWord | undefined): boolean {
  return word === undefined || word.opaque || INPUT_FILE.test(normalize(word.text));
}

function shellTexts(name: string, args: readonly ShellWord[], input: string | undefined): ProgramTexts {
  let readsInput = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    if (word.opaque && !/^['"]/.test(word.raw)) return unknown(`${name} runs a text that is not known`);
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(word.text) || word.text === '--command') {
      const script = args
        .slice(at + 1)
        .find((other, index, rest) => !/^[-+]/.test(other.text) && !SHELL_OPTION_WITH_VALUE.test(rest[index - 1]?.text ?? ''));
      if (script === undefined || script.opaque) return unknown(`${name} -c runs a text that is not known`);
      return { shell: [script.text], commands: [] };
    }
    if (word.text === '-' || word.text === '--') readsInput ||= args[at + 1] === undefined;
    else if (SHELL_OPTION_WITH_VALUE.test(word.text)) at += 1;
    else if (/^-[A-Za-z]*s[A-Za-z]*$/.test(word.text)) readsInput = true;
    else if (/^--(?:version|help)$/.test(word.text)) return NOTHING;
    else if (!/^[-+]/.test(word.text)) {
      if (readsInput) break;
      return isUnknownFile(word) ? unknown(`${name} runs a file that is not known`) : NOTHING;
    }
  }
  return inputText(name, input);
}

function inputText(name: string, input: string | undefined): ProgramTexts {
  return input === undefined ? unknown(`${name} runs what it reads from its input`) : { shell: [input], commands: [] };
}

/** `split --filter=TEXT` runs the text for each piece. */
function filterText(args: readonly ShellWord[]): ProgramTexts {
  const at = args.findIndex((word) => /^--f/.test(word.text));
  const option = args[at];
  if (option === undefined) return NOTHING;
  const text = option.text.includes('=') ? option.text.slice(option.text.indexOf('=') + 1) : args[at + 1]?.text;
  return option.opaque || text === undefined || args[at + 1]?.opaque === true
    ? unknown('split --filter runs a text that is not known')
    : { shell: [text], commands: [] };
}

/** `su -c TEXT`, also behind the `--` that ends the options of su itself; `script FILE -- COMMAND`. */
function textBehindC(name: string, args: readonly ShellWord[], letters: string): ProgramTexts {
  const words = args.filter((word) => word.text !== '--');
  const found = readOptions(words, { letters: 'c', long: 'command session-command', values: letters }).values;
  const end = args.findIndex((word) => word.text === '--');
  if (found.some((word) => word.opaque)) return unknown(`${name} -c runs a text that is not known`);
  if (found.length > 0) return { shell: found.map(({ text }) => text), commands: [] };
  if (name === 'script') return end === -1 ? NOTHING : { shell: [], commands: [args.slice(end + 1)] };
  return name === 'flock' ? NOTHING : unknown(`${name} runs what it reads from its input`);
}

/** bash runs the value of `-C`, and expands that of `-W`. */
function compgenTexts(args: readonly ShellWord[]): ProgramTexts {
  const values = 'oAGWFCXPSV';
  const run = readOptions(args, { letters: 'C', values }).values;
  const expanded = readOptions(args, { letters: 'W', values }).values.filter(({ text }) => /[`$]/.test(text));
  if ([...run, ...expanded].some((word) => word.opaque)) return unknown('compgen runs a text that is not known');
  return { shell: [...run.map(({ text }) => text), ...expanded.map(({ text }) => `: ${text}`)], commands: [] };
}

function trapTexts(args: readonly ShellWord[]): ProgramTexts {
  const [action] = args.filter((word) => word.text !== '--');
  if (action === undefined || args.length === 1 || action.text === '-' || action.text === '') return NOTHING;
  return action.opaque ? unknown('trap runs a text that is not known') : { shell: [action.text], commands: [] };
}

function envTexts(args: readonly ShellWord[]): ProgramTexts {
  const at = args.findIndex((word) => /^(?:-[iv0]*S|--s)/.test(word.text));
  const option = args[at];
  if (option === undefined) return NOTHING;
  if (args.slice(at).some((word) => word.opaque)) return unknown('env -S runs a text that is not known');
  return { shell: [`${option.text.replace(/^(?:-[iv0]*S|--s[a-z-]*=?)/, '')} ${joinTexts(args.slice(at + 1))}`], commands: [] };
}

/** Each command ends at `;`, or at `+` behind `{}`: what looks like another one before that is among its arguments. */
function findTexts(args: readonly ShellWord[]): ProgramTexts {
  const commands: ShellWord[][] = [];
  for (let at = 0; at < args.length; at++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(args[at]?.text ?? '')) continue;
    const start = at + 1;
    at = start;
    while (at < args.length && args[at]?.text !== ';' && !(args[at]?.text === '+' && args[at - 1]?.text === '{}')) at += 1;
    const inner = args.slice(start, at);
    if (inner.length > 0) commands.push(inner.map((one) => (one.text.includes('{}') ? { ...one, opaque: true } : one)));
  }
  return { shell: [], commands };
}

/** The scripts of sed: what follows `-e`, else the first plain argument, or the second where BSD's `-i ''` comes first. */
function sedTexts(args: readonly ShellWord[]): ProgramTexts {
  const given: string[] = [];
  const plain: string[] = [];
  let named = false;
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? '';
    const option = /^(?:--expression(?:=|$)|--file(?:=|$)|-[EnrsuzbI]*[ef])/.exec(text)?.[0];
    if (option === undefined) {
      if (text === '-l' || text === '--line-length') at += 1;
      else if (!/^-./.test(text)) plain.push(text);
      continue;
    }
    named = true;
    const isFile = option.startsWith('--file') || option.endsWith('f');
    const glued = text.slice(option.length);
    const value = glued === '' && !option.endsWith('=') ? (args[++at]?.text ?? '') : glued;
    if (!isFile) given.push(value);
  }
  const script = named ? given.join('\n') : plain[0] === '' ? (plain[1] ?? '') : (plain[0] ?? '');
  return sedRunsProgram(script) ? unknown('sed runs a program by its command e') : NOTHING;
}

const AWK_STRING = '"((?:\\\\.|[^"\\\\])*)"';

function awkTexts(args: readonly ShellWord[]): ProgramTexts {
  const shell: string[] = [];
  for (const word of args) {
    let left = word.text;
    for (const pattern of [`\\bsystem\\s*\\(\\s*${AWK_STRING}\\s*\\)`, `${AWK_STRING}\\s*\\|&?\\s*getline\\b`, `\\|&?\\s*${AWK_STRING}`]) {
      left = left.replace(new RegExp(pattern, 'g'), (_all, text: string) => {
        shell.push(text.replace(/\\(["\\/])/g, '$1'));
        return ' ';
      });
    }
    const bare = left.replace(new RegExp(AWK_STRING, 'g'), '').replace(/\/(?:\\.|[^/\\\n])*\//g, '');
    if (/\bsystem\s*\(|(?<!\|)\|(?!\|)|@load|@include/.test(bare))
      return { shell, commands: [], unknown: 'awk runs a text that is not known' };
    if (word.opaque && /system|\|/.test(word.text)) return { shell, commands: [], unknown: 'awk runs a text that is not known' };
  }
  return { shell, commands: [] };
}
