import { gitTexts } from './git-texts';
import { optionTexts } from './option-texts';
import type { ProgramTexts, ShellWord } from './parsed-command';
import { calledText } from './runner-commands';
import { findRunningOption } from './running-options';
import { sedRunsProgram } from './sed-script';
import { commandName } from './shell-wrappers';
import { hasOpenVerb } from './verb-forms';

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'yash', 'rbash', 'fish']);
const AWKS = new Set(['awk', 'gawk', 'mawk', 'nawk']);
/** Options of a shell that take the next argument. */
const SHELL_OPTION_WITH_VALUE = /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/;
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
  switch (name) {
    case 'eval':
      return args.some((word) => word.opaque || word.glob)
        ? unknown('eval runs a text that is not known')
        : { shell: [joinTexts(args)], commands: [] };
    case 'su':
    case 'runuser':
    case 'script':
      return dashC(name, args);
    case 'trap':
      return trapTexts(args);
    case 'alias':
      return { shell: args.map((word) => word.text.slice(word.text.indexOf('=') + 1)), commands: [] };
    case 'source':
    case '.':
      return args[0] === undefined || args[0].opaque || args[0].text === '/dev/stdin'
        ? unknown(`${name} runs a file that is not known`)
        : NOTHING;
    case 'watch':
    case 'parallel':
      return args.some((word) => word.opaque)
        ? unknown(`${name} runs a text that is not known`)
        : { shell: [joinTexts(withoutOptions(args))], commands: [] };
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
    case 'flock':
      return args.some((word) => /^(?:-c|--command(?:=.*)?)$/s.test(word.text)) ? dashC(name, args) : NOTHING;
    case 'split':
      return filterText(args);
    case 'at':
    case 'batch':
      return args.some((word) => /^-[a-zA-Z]*[fldrc]/.test(word.text)) ? NOTHING : inputText(name, input);
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
      return args.flatMap((word, index) => (word.text === '-C' ? [args[index + 1]] : [])).some((word) => word !== undefined)
        ? unknown(`${name} -C runs a text for each line`)
        : NOTHING;
    default:
      return AWKS.has(name) ? awkTexts(args) : (optionTexts(name, args) ?? NOTHING);
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

function withoutOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex((word, index) => !word.text.startsWith('-') && !/^-(?:n|-interval|j)$/.test(words[index - 1]?.text ?? ''));
  return first === -1 ? [] : words.slice(first);
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
      if (word.opaque || /^\/dev\/(?:stdin|fd\/)|^\/proc\//.test(word.text)) return unknown(`${name} runs a file that is not known`);
      return NOTHING;
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

function dashC(name: string, args: readonly ShellWord[]): ProgramTexts {
  const at = args.findIndex((word) => /^-[A-Za-z]*c$|^--(?:session-)?command$/.test(word.text));
  const glued = args.find((word) => /^--command=/.test(word.text));
  const script = glued === undefined ? args[at + 1] : { ...glued, text: glued.text.slice('--command='.length) };
  if (at === -1 && glued === undefined) return name === 'script' ? NOTHING : unknown(`${name} runs what it reads from its input`);
  return script === undefined || script.opaque
    ? unknown(`${name} -c runs a text that is not known`)
    : { shell: [script.text], commands: [] };
}

function trapTexts(args: readonly ShellWord[]): ProgramTexts {
  const [action] = args.filter((word) => word.text !== '--');
  if (action === undefined || args.length === 1 || action.text === '-' || action.text === '') return NOTHING;
  return action.opaque ? unknown('trap runs a text that is not known') : { shell: [action.text], commands: [] };
}

function envTexts(args: readonly ShellWord[]): ProgramTexts {
  const at = args.findIndex((word) => /^(?:-[a-z]*S|--split-string)/.test(word.text));
  const option = args[at];
  if (option === undefined) return NOTHING;
  if (args.slice(at).some((word) => word.opaque)) return unknown('env -S runs a text that is not known');
  return { shell: [`${option.text.replace(/^(?:-[a-z]*S|--split-string=?)/, '')} ${joinTexts(args.slice(at + 1))}`], commands: [] };
}

/** Options of xargs that take the next argument. */
const XARGS_VALUE = /^(?:-[aEdILnPs]|--(?:arg-file|delimiter|max-lines|max-args|max-procs|max-chars|process-slot-var))$/;

function xargsTexts(args: readonly ShellWord[]): ProgramTexts {
  let at = 0;
  while (args[at]?.text.startsWith('-') === true) at += XARGS_VALUE.test(args[at]?.text ?? '') ? 2 : 1;
  const inner = args.slice(at);
  if (inner.length === 0) return { shell: [], commands: [[{ raw: 'echo', text: 'echo', opaque: false, glob: false }]] };
  // What comes in becomes arguments that nobody sees here.
  return { shell: [], commands: [[...inner, { raw: '…', text: '…', opaque: true, glob: false }]] };
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
