import { evaluateWord } from './evaluate-word';
import { markFresh } from './fresh-files';
import { toldByLoops } from './loop-values';
import type { ShellNode } from './parsed-command';
import { readSettings } from './setting-builtins';
import { REDIRECTS, type SimpleCommand, type SyntaxRecord } from './syntax-record';
import { assignmentDoubt } from './variable-names';

/** In front of a redirect: what holds its descriptor, and no argument. */
const DESCRIPTOR_VARIABLE = /^\{[A-Za-z_]\w*(?:\[[^\]]*\])?\}$/;

/** Joins the pieces of each word, evaluates it and adds it to the command. */
export function addWords(record: SyntaxRecord, command: SimpleCommand, nodes: ShellNode[]): void {
  nodes.sort((a, b) => a.start - b.start);
  let start = -1;
  let end = -1;
  const close = () => {
    if (start === -1) return;
    const raw = record.text.slice(start, end);
    if (DESCRIPTOR_VARIABLE.test(raw) && /[<>]/.test(record.text[end] ?? '')) return;
    const { word, odd } = evaluateWord(raw);
    if (odd) record.giveUp('it holds characters that nobody writes by chance');
    const doubt = assignmentDoubt(word.raw);
    if (doubt !== undefined) record.giveUp(doubt);
    command.words.push(markFresh(toldByLoops(word, record.loops), record.fresh));
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
  readSettings(record, command.words);
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
