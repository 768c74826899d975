import { type CheckKind, checkKindOfWords } from './check-commands';

/** Commands that change no files by themselves, whatever their arguments (redirects apart). */
const READ_ONLY =
  /^(cat|head|tail|less|ls|ll|tree|pwd|cd|echo|printf|true|false|test|\[|wc|sort|uniq|cut|tr|nl|od|xxd|hexdump|strings|file|stat|du|df|which|type|command -v|whereis|whoami|id|date|uname|hostname|env|printenv|ps|grep|egrep|fgrep|rg|ag|diff|cmp|comm|jq|yq|basename|dirname|realpath|readlink|sleep|seq|md5sum|sha\d+sum|git (status|diff|log|show|blame|branch( -[avr]+)?$|rev-parse|remote( -v)?$|ls-files|describe|shortlog|grep|cat-file|config --get)|node --version|npm (ls|view|outdated)|python3? --version)(\s|$)/;
const FIND = /^find\s(?!.*\s-(delete|exec|execdir|ok|fprint\w*)\b)/;

/**
 * The simple commands of a command line, by its operators outside quotes. A guess for lists and summaries: nothing is ever
 * allowed because of it.
 */
export function simpleCommands(line: string): string[] {
  const parts: string[] = [];
  let current = '';
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === '\\' && quote === '"') {
        current += character + line.charAt(at + 1);
        at += 1;
        continue;
      }
      if (character === quote) quote = '';
      current += character;
    } else if (character === '\\') {
      current += character + line.charAt(at + 1);
      at += 1;
    } else if (character === '"' || character === "'") {
      quote = character;
      current += character;
    } else if (
      character === ';' ||
      character === '\n' ||
      character === '|' ||
      (character === '&' && line[at - 1] !== '>' && line[at + 1] !== '>')
    ) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  return [...parts, current].map(withoutPrefix).filter((part) => part !== '');
}

/** The kind of check that a command line runs, if any; of several the last, whose exit code is the line's. */
export function checkKindOf(line: string): CheckKind | undefined {
  const kinds = simpleCommands(line).map((command) => checkKindOfWords(wordsOf(command)));
  return kinds.filter((kind) => kind !== undefined).pop();
}

function wordsOf(command: string): string[] {
  const words = command.match(/(?:[^\s"']|"(?:\\.|[^"\\])*"|'[^']*')+/g) ?? [];
  return words.filter((word) => !/^\d*&?[<>]/.test(word)).map((word) => word.replace(/["']/g, ''));
}

/** Whether every part of a command line only looks. A redirect into a file counts as a change. */
export function onlyLooks(line: string): boolean {
  if (/\$\(|`|<\(|>\(/.test(line)) return false;
  const quiet = line.replace(/\d*>&\d+|&?\d*>>?\s*\/dev\/null/g, '');
  return simpleCommands(quiet).every((command) => !command.includes('>') && (READ_ONLY.test(command) || FIND.test(command)));
}

function withoutPrefix(command: string): string {
  return command
    .trim()
    .replace(/^[({]\s*|^(time|nice|nohup|then|do|else|!)\s+/, '')
    .replace(/^(\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
    .replace(/^timeout\s+(-\S+\s+)*\S+\s+/, '');
}
