import { type ComplexReason, lexShell, MAX_COMMAND_CHARS, type ShellPart, type ShellWord } from './shell-words';
import { commandName, unwrapForAllow, unwrapForDeny } from './shell-wrappers';

/** A command that may run, with the views of it that deny and ask rules are tested against. */
export interface CommandPart extends ShellPart {
  /** Unwrapped forms, outermost first; each begins with its program. */
  forms: ShellWord[][];
}

export interface ShellReading {
  command: string;
  /** True for one program with literal arguments and nothing else: only then may a prefix or wildcard rule allow it. */
  plain: boolean;
  reasons: readonly ComplexReason[];
  parts: CommandPart[];
  /** Something runs that the text does not show (a pipe into a shell, `eval` of a variable …). */
  opaque: boolean;
  /** Forms that an allow rule may match, for a plain command: as written, without harmless assignments, without wrappers. */
  allowForms: ShellWord[][];
}

const MAX_DEPTH = 6;
const MAX_PARTS = 500;
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'su', 'runuser']);
/** Programs that run an argument as shell text: an operator in it counts as one of the command's own. */
const STRING_RUNNERS = new Set([
  ...SHELLS,
  'eval',
  'ssh',
  'watch',
  'parallel',
  'env',
  'trap',
  'xargs',
  'tmux',
  'screen',
  'script',
  'expect',
]);

/** Reads shell text far enough for rules. Never throws. */
export function readShell(command: string): ShellReading {
  const collected: Collected = { parts: [], opaque: false };
  const first = collect(command, 0, collected);
  const [only] = first.parts;
  const runsText = only !== undefined && collected.parts.some((part) => part.forms.some(runsShellText));
  const plain = first.reasons.size === 0 && first.parts.length === 1 && !runsText;
  const allowForms = plain && only !== undefined ? unwrapForAllow(only.words) : [];
  return {
    command: command.trim(),
    plain,
    reasons: [...first.reasons],
    parts: collected.parts,
    opaque: collected.opaque || command.length > MAX_COMMAND_CHARS,
    allowForms,
  };
}

interface Collected {
  parts: CommandPart[];
  opaque: boolean;
}

function collect(text: string, depth: number, into: Collected) {
  const lexing = lexShell(text.slice(0, 2 * MAX_COMMAND_CHARS));
  const { parts, inner, reasons } = lexing;
  if (depth > MAX_DEPTH || into.parts.length > MAX_PARTS) {
    into.opaque = true;
    return lexing;
  }
  // Where quotes cannot be trusted (here-documents, an odd quote, comments over several lines), every line and every
  // operator counts as a boundary as well: too many parts are harmless, a missed one is not.
  const doubtful = reasons.has('quote imbalance') || reasons.has('newline') || reasons.has('comment');
  for (const part of parts) addPart(part, depth, into);
  for (const nested of inner) collect(nested, depth + 1, into);
  if (doubtful && depth < 2) {
    for (const piece of text.split(/[\n\r;&|()`]+/)) {
      if (piece.trim() === '' || into.parts.some((part) => part.text === piece.trim())) continue;
      for (const part of lexShell(piece.replace(/["']/g, '')).parts) addPart(part, depth + 1, into);
    }
  }
  return lexing;
}

function addPart(part: ShellPart, depth: number, into: Collected): void {
  if (into.parts.length > MAX_PARTS) return;
  const forms = unwrapForDeny(part.words);
  into.parts.push({ ...part, forms });
  for (const form of forms) {
    for (const text of shellTexts(form)) {
      if (text === undefined) into.opaque = true;
      else collect(text, depth + 1, into);
    }
  }
}

/** Shell texts among the arguments of a program; undefined stands for one that the command does not show. */
function shellTexts(words: readonly ShellWord[]): Array<string | undefined> {
  const [program, ...args] = words;
  const name = commandName(program);
  if (program === undefined || program.opaque || program.glob || /[{}]/.test(program.raw)) return [undefined];
  if (name === 'eval' || name === 'watch') return [args.some((word) => word.opaque) ? undefined : joinTexts(args)];
  if (name === 'trap') return [args[0]?.text ?? ''];
  if (name === 'source' || name === '.') return args[0]?.opaque === true ? [undefined] : [];
  if (name === 'find') return findCommands(args);
  if (name === 'git')
    return args.flatMap((word) => (/^alias\.[^=]+=!/.test(word.text) ? [word.text.slice(word.text.indexOf('!') + 1)] : []));
  if (name === 'env') {
    const at = args.findIndex((word) => /^(-[a-z]*S|--split-string)/.test(word.text));
    const option = args[at];
    return option === undefined ? [] : [`${option.text.replace(/^(-[a-z]*S|--split-string=?)/, '')} ${joinTexts(args.slice(at + 1))}`];
  }
  if (!SHELLS.has(name)) return [];
  const at = args.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$/.test(word.text) || word.text === '--command');
  if (at !== -1) {
    const script = args.slice(at + 1).find((word) => !/^[-+]/.test(word.text));
    return [script === undefined || script.opaque ? undefined : script.text];
  }
  const scripts = args.filter((word) => !word.text.startsWith('-'));
  // A shell without a script reads commands from its input.
  return scripts.length === 0 || args.some((word) => word.text === '-s' || word.text === '-') || scripts[0]?.opaque === true
    ? [undefined]
    : [];
}

function findCommands(args: readonly ShellWord[]): string[] {
  return args.flatMap((word, index) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex((other) => other.text === ';' || other.text === '+');
    return [joinTexts(end === -1 ? rest : rest.slice(0, end))];
  });
}

function joinTexts(words: readonly ShellWord[]): string {
  return words.map((word) => word.text).join(' ');
}

function runsShellText(words: readonly ShellWord[]): boolean {
  const [program, ...args] = words;
  return STRING_RUNNERS.has(commandName(program)) && args.some((word) => /[;&|<>`\n(){}]|\$/.test(word.text));
}
