import type { ProgramTexts, ShellWord } from './parsed-command';
import { commandName, isAssignment } from './shell-wrappers';

/** Variables whose value programs run, as a shell text or as the name of a program. */
const HOLDS_PROGRAM: readonly RegExp[] = [
  /^\w*(?:EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|_RSH|_SSH|_COMMAND|_SHELL|_WRAPPER|_LAUNCHER|_RUNNER)$/,
  /^(?:SHELL|LESSOPEN|LESSCLOSE|LESSEDIT|FCEDIT|TEXEDIT|HGMERGE|GIT_EXTERNAL_DIFF|MAKE|CC|CXX|CPP|FC|LD|AR|AS|RANLIB|YACC|LEX|RUSTC|RUSTDOC|CARGO)$/,
  /^npm_config_(?:\w*shell|editor|browser|viewer|git)$/i,
];
/** Programs whose arguments set variables for what they start, and declarations of the shell. */
const SETS_BY_ARGUMENT = new Set([
  ...['env', 'sudo', 'doas', 'cross-env', 'cross-env-shell', 'make', 'gmake'],
  ...['export', 'declare', 'typeset', 'local', 'readonly'],
]);

/** Options that make takes from the environment, and those among them that make it run nothing else. */
const MAKE_OPTIONS = /^(?:GNU)?MAKEFLAGS$/;
const PLAIN_MAKE_OPTIONS =
  /^(?:\s*(?:-?[BdeiknpqrRsStw]+|-?[jl]\d*|--(?:jobs|load-average|output-sync|keep-going|silent|quiet|no-print-directory)(?:=\w*)?)(?:\s|$))*$/;
/** What make runs where it takes the value of a variable. */
const MAKE_CALL = /[$][({]\s*(?:shell|eval|guile|call)\b/;

const NOTHING: ProgramTexts = { shell: [], commands: [] };

/** The texts that a command hands over to other programs in variables, for them to run. `forms` are those of the words. */
export function variableTexts(words: readonly ShellWord[], forms: readonly ShellWord[][]): ProgramTexts {
  if (!words.some(({ text }) => text.includes('='))) return NOTHING;
  const end = words.findIndex((word) => !isAssignment(word));
  const given = forms.flatMap(([program, ...args]) => (SETS_BY_ARGUMENT.has(commandName(program)) ? args : []));
  const shell: string[] = [];
  let unknown: string | undefined;
  for (const word of new Set([...words.slice(0, end === -1 ? words.length : end), ...given])) {
    const [, name = '', more, value = ''] = /^([A-Za-z_]\w*)(\+?)=(.*)$/s.exec(word.text) ?? [];
    if (MAKE_OPTIONS.test(name) && (word.opaque || more === '+' || !PLAIN_MAKE_OPTIONS.test(value)))
      unknown ??= `it sets ${name}, which can make make run a program`;
    else if (!word.opaque && MAKE_CALL.test(value)) unknown ??= `it sets ${name} to what make runs`;
    if (!HOLDS_PROGRAM.some((pattern) => pattern.test(name))) continue;
    if (word.opaque || more === '+') unknown ??= `it sets ${name}, whose value programs run, to what is not known`;
    else shell.push(...programsIn(name, value));
  }
  return { shell, commands: [], ...(unknown === undefined ? {} : { unknown }) };
}

function programsIn(name: string, value: string): string[] {
  // `|` and `-` in front say how less calls it; browsers are tried one after the other.
  const texts = name.endsWith('BROWSER') ? value.split(':') : [value.replace(/^\|{0,2}-?/, '')];
  return texts.filter((text) => text.trim() !== '');
}
