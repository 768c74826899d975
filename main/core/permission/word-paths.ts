import type { ShellWord } from './parsed-command';

/** What may be a path in an argument: the word itself, or what an option carries (`-f/x`, `--file=x`, `of=x`, `@x`, `file:///x`). */
export function pathsInWord({ text, spellings = [] }: ShellWord): string[] {
  return spellings.length === 0 ? pathsInText(text) : [text, ...spellings].flatMap(pathsInText);
}

function pathsInText(text: string): string[] {
  if (text === '' || text === '-' || text === '--') return [];
  const found: string[] = [];
  if (!text.startsWith('-')) found.push(text);
  const equals = text.indexOf('=');
  if (equals !== -1 && equals < text.length - 1) found.push(text.slice(equals + 1));
  const glued = /^-[A-Za-z0-9]+?([./~].*)$/s.exec(text)?.[1];
  if (glued !== undefined) found.push(glued);
  const carried = found.flatMap((path) => /^(?:[^/@]*=)?@(.+)$/s.exec(path)?.[1] ?? /^file:\/\/(\/.*)$/s.exec(path)?.[1] ?? []);
  return [...found, ...carried];
}
