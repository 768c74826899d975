import type { ShellPart, ShellWord } from './parsed-command';
import { GIT_READERS, showsContent } from './reader-programs';
import { commandName } from './shell-wrappers';

/** Options of readers behind which the next word is no file. */
const TAKES_VALUE: Readonly<Record<string, RegExp>> = {
  head: /^-[nc]$/,
  tail: /^-[nc]$/,
  cut: /^-[dfcb]$/,
  sort: /^-[kt]$/,
  awk: /^-[vF]$/,
  gawk: /^-[vF]$/,
  grep: /^-[emABC]$/,
  rg: /^-[emABCgt]$/,
  curl: /^-[HXAue]$/,
};
/** Their first argument is what they look for, or a script. */
const STARTS_WITH_TEXT = /^(?:[efz]?grep|rg|ag|ack|ugrep|g?sed|[gmn]?awk|[jyt]q|xq|perl|ruby|tr)$/;
/** Their arguments are addresses. */
const TAKES_ADDRESSES = /^(?:curl|wget|https?|xh|aria2c)$/;
/** What the shell or another program puts in; `{}` and `…` are told by the program that finds the names. */
const EXPANDS = /[$`]|\{[^}]/;
/** Whatever an expansion makes. */
const ANYTHING = '\0';
const NUMBER = /^\$(?:[?#$!]|\(\()/;
const EXPANSION = /^\$(?:\w+|[@*?#$!-])/;

/** The words of a part that say which files are read, and that are not known before it runs. */
export function unknownReads(part: Pick<ShellPart, 'forms' | 'reads'>): ShellWord[] {
  const named = part.forms.flatMap(([program, ...args]) => {
    const name = commandName(program);
    if (name === 'git') return pathsOfGit(args);
    return showsContent(name) ? fileWords(name, args) : [];
  });
  const isUnknown = (word: ShellWord) => word.opaque && word.fresh !== true && !/^[<>]\(/.test(word.raw);
  return [...named.filter(({ raw }) => EXPANDS.test(raw)), ...part.reads].filter(isUnknown);
}

/** Whether such a word could become the path of a file, or of a folder that holds it. */
export function couldName({ raw }: ShellWord): (file: string) => boolean {
  const [first = '', ...others] = literalsOf(raw);
  const start = first.replace(/^(?:~|\.{0,2}\/)+/, '');
  return (file) => {
    const path = `${file}/`;
    let at = start === '' ? 0 : path.indexOf(`/${start}`);
    for (const [index, literal] of others.entries()) {
      const text = index === others.length - 1 ? `${literal}/` : literal;
      const found = at === -1 ? -1 : path.indexOf(text, at);
      at = found === -1 ? -1 : found + literal.length;
    }
    return at !== -1;
  };
}

/** Whether nothing of the name is known. */
export function isOpen({ raw }: ShellWord): boolean {
  return literalsOf(raw).every((literal) => /^[./]*$/.test(literal));
}

function fileWords(name: string, args: readonly ShellWord[]): ShellWord[] {
  const text = STARTS_WITH_TEXT.test(name) && !args.some((word) => /^-[ef]$/.test(word.text)) ? args.findIndex(isArgument) : -1;
  return args.filter((word, index) => {
    const before = args[index - 1]?.text ?? '';
    if (index === text || TAKES_VALUE[name]?.test(before) === true) return false;
    return !TAKES_ADDRESSES.test(name) || before.startsWith('-') || /^["']?@/.test(word.raw);
  });
}

/** What shows or carries the content of files; what stands before `--` may be a commit, which is decided about by itself. */
function pathsOfGit(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex(({ text }) => text === '--');
  return end === -1 || !args.some(({ text }) => GIT_READERS.has(text)) ? [] : args.slice(end + 1);
}

function isArgument({ text }: ShellWord): boolean {
  return !text.startsWith('-');
}

/** What stands between the expansions of a word. */
function literalsOf(raw: string): string[] {
  let text = '';
  for (let at = 0; at < raw.length; ) {
    const rest = raw.slice(at);
    const char = raw[at] ?? '';
    if (/^(?:[$<>]\(|\$\{|`)/.test(rest)) {
      text += NUMBER.test(rest) ? '' : ANYTHING;
      at = endOfExpansion(raw, at);
    } else if (char === '$' && EXPANSION.test(rest)) {
      text += ANYTHING;
      at += EXPANSION.exec(rest)?.[0].length ?? 1;
    } else if (/[*?[\]{},…]/.test(char)) {
      text += ANYTHING;
      at += 1;
    } else {
      const escaped = char === '\\';
      if (escaped || !/["'$]/.test(char)) text += escaped ? (raw[at + 1] ?? '') : char;
      at += escaped ? 2 : 1;
    }
  }
  return text.split(new RegExp(`${ANYTHING}+`));
}

function endOfExpansion(raw: string, start: number): number {
  if (raw[start] === '`') return raw.indexOf('`', start + 1) + 1 || raw.length;
  let depth = 0;
  for (let at = start + 1; at < raw.length; at += 1) {
    if (/[({]/.test(raw[at] ?? '')) depth += 1;
    if (/[)}]/.test(raw[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return raw.length;
}
