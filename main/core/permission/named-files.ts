import { readGitCall } from './git-call';
import type { ShellWord } from './parsed-command';
import { filesOfDatabase } from './database-texts';
import { GIT_READERS } from './reader-programs';
import { readOptions } from './read-options';
import { filesOfSedScript } from './sed-script';
import { pathsInWord } from './word-paths';

/** Subcommands that take a message from a file, and print or keep it. */
const TAKES_MESSAGE = /^(?:commit|commit-tree|tag|merge|notes|fmt-merge-msg|pull|revert)$/;
const AWK = /^[gmn]?awk$/;
const AWK_STRING = /"((?:\\.|[^"\\])*)"/g;

/** The files that git is given to show, or to take a message from. */
export function readByGit(words: readonly ShellWord[]): string[] {
  const { subcommand, args } = readGitCall(words);
  if (TAKES_MESSAGE.test(subcommand?.text ?? ''))
    return readOptions(args, { letters: 'Ft', long: 'file template', values: 'mFtCc' }).values.flatMap(pathsInWord);
  return words.some((word) => GIT_READERS.has(word.text)) ? words.flatMap(pathsOfGit) : [];
}

/** git names a file by itself, and behind a colon that of a commit or of the index (`HEAD:x`, `:0:x`). */
function pathsOfGit(word: ShellWord): string[] {
  const colon = word.text.lastIndexOf(':');
  return colon === -1 || colon === word.text.length - 1 ? pathsInWord(word) : [...pathsInWord(word), word.text.slice(colon + 1)];
}

/** Files that the scripts of sed, awk and databases, and the addresses of socat, read and write: their names stand in the middle of other words. */
export function filesOfScripts(name: string, args: readonly ShellWord[]): { reads: string[]; writes: string[] } {
  const found: { reads: string[]; writes: string[] } = { reads: [], writes: [] };
  if (name === 'socat') return filesOfSocat(args);
  if (/^(?:python|pypy)[\d.]*$/.test(name)) return { reads: readByModule(args), writes: [] };
  const isSed = name === 'sed' || name === 'gsed';
  if (!isSed && !AWK.test(name)) return filesOfDatabase(name, args);
  for (const { text } of args) {
    const { reads, writes } = isSed ? filesOfSedScript(text) : filesOfAwkScript(text);
    found.reads.push(...reads);
    found.writes.push(...writes);
  }
  return found;
}

/** Modules of Python that show what files hold. */
function readByModule(args: readonly ShellWord[]): string[] {
  const at = args.findIndex(({ text }) => text === '-m');
  const shows =
    at !== -1 && /^(?:json\.tool|zipfile|tarfile|base64|quopri|gzip|tokenize|ast|dis|http\.server)$/.test(args[at + 1]?.text ?? '');
  return shows ? args.slice(at + 2).flatMap(pathsInWord) : [];
}

/** An address that is a file serves both ways. */
function filesOfSocat(args: readonly ShellWord[]): { reads: string[]; writes: string[] } {
  const files = args.flatMap(({ text }) =>
    text
      .split('!!')
      .flatMap((address) => /^(?:(?:open|file|gopen|creat|create|pipe|fifo):([^,]+)|([^,:]*\/[^,:]*))/i.exec(address)?.slice(1) ?? []),
  );
  const named = files.filter((file) => file !== undefined);
  return { reads: named, writes: named };
}

/** Where the name is the value of a variable, each text of the script may be it. */
function filesOfAwkScript(script: string): { reads: string[]; writes: string[] } {
  const strings = (text: string) => [...text.matchAll(AWK_STRING)].flatMap(([, inside = '']) => (/\s/.test(inside) ? [] : inside));
  const behind = (operator: RegExp) =>
    [...script.matchAll(operator)].flatMap(([, rest = '']) => (rest.startsWith('"') ? strings(rest) : strings(script)));
  return {
    reads: behind(/\bgetline\s*(?:\w+(?:\[[^\]]*\])?\s*)?<\s*\(?\s*("(?:\\.|[^"\\])*"|[\w$])/g),
    writes: behind(/\bprintf?\b[^;}\n>]*>>?\s*\(?\s*("(?:\\.|[^"\\])*"|[\w$])/g),
  };
}
