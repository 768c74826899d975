import { evaluateWord } from './evaluate-word';
import { steersGit } from './git-settings';
import type { ShellNode } from './parsed-command';
import { REDIRECTS, type SimpleCommand, type SyntaxRecord } from './syntax-record';

/** Variables whose value the shell itself runs or reads commands from. */
const RUN_BY_SHELL = /^(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|IFS|BASH_FUNC_\w*)\+?=/;
/** Builtins that evaluate a name such as `a[…]` among their arguments. */
const NAME_EVALUATORS = /^(?:let|test|\[|unset|printf|read|declare|typeset|local|export|readonly|wait|mapfile|readarray|getopts)$/;

/** Joins the pieces of each word, evaluates it and adds it to the command. */
export function addWords(record: SyntaxRecord, command: SimpleCommand, nodes: ShellNode[]): void {
  nodes.sort((a, b) => a.start - b.start);
  let start = -1;
  let end = -1;
  const close = () => {
    if (start === -1) return;
    const { word, odd } = evaluateWord(record.text.slice(start, end));
    if (odd) record.giveUp('it holds characters that nobody writes by chance');
    if (RUN_BY_SHELL.test(word.raw)) record.giveUp(`it sets ${word.raw.replace(/\+?=.*$/s, '')}, which the shell itself looks at`);
    else if (steersGit(word.raw))
      record.giveUp(`it sets ${/^\w+/.exec(word.raw)?.[0]}, which makes git run programs, read other settings or go elsewhere`);
    command.words.push(word);
  };
  for (const node of nodes) {
    // The grammar takes a line that goes on in the middle of a word for a blank.
    if (node.start === end || (end !== -1 && /^(?:\\\n)+$/.test(record.text.slice(end, node.start)))) {
      end = node.end;
      continue;
    }
    close();
    start = node.start;
    end = node.end;
  }
  close();
  const program = command.words.find((word) => !/^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word.raw));
  if (program !== undefined && NAME_EVALUATORS.test(program.text)) {
    if (program.text === 'let') record.arithmetic = true;
    if (command.words.some((word) => !word.opaque && /\[[^\]]*(?:\$\(|`)/.test(word.text)))
      record.giveUp(`${program.text} could run a substitution that is kept in a text`);
  }
}

/** The grammar takes words that follow a redirect's target for more targets, or for a part of a here-document. */
export function swallowedWords(redirect: ShellNode): ShellNode[] {
  if (redirect.type === 'heredoc_redirect') {
    const start = redirect.children.findIndex((child) => child.type === 'heredoc_start');
    const words: ShellNode[] = [];
    for (const child of redirect.children.slice(start + 1)) {
      if (REDIRECTS.has(child.type)) words.push(...swallowedWords(child));
      else if (/^(?:&&|\|\||pipeline|heredoc_body|heredoc_end|ERROR)$/.test(child.type)) break;
      else words.push(child);
    }
    return words;
  }
  const at = redirect.children.findIndex((child) => /^[<>&]/.test(child.type));
  return at === -1 ? [] : redirect.children.slice(at + 2);
}
