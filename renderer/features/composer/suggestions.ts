/** What the word at the caret asks for, and the range of text that a choice replaces. */
export interface Ask {
  type: 'command' | 'file';
  query: string;
  start: number;
  end: number;
}

/** A `/` at the very start asks for commands; an `@` at the start of a word asks for files. */
export function askAt(text: string, caret: number): Ask | undefined {
  const before = text.slice(0, caret);
  const command = /^\/([^\s/]*)$/.exec(before);
  if (command) return { type: 'command', query: command[1] ?? '', start: 0, end: caret };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (file) return { type: 'file', query: file[1] ?? '', start: caret - (file[1] ?? '').length - 1, end: caret };
  return undefined;
}

/** The text after a choice, with the caret behind it. A blank follows, so that typing goes on. */
export function applyChoice(text: string, { type, start, end }: Ask, value: string): { text: string; caret: number } {
  const word = `${type === 'command' ? '/' : '@'}${value} `;
  const rest = text.slice(end).replace(/^ /, '');
  return { text: text.slice(0, start) + word + rest, caret: start + word.length };
}
