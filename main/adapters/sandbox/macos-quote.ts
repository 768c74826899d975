/** Longer texts are refused by the program that reads a profile. */
const LONGEST_BYTES = 1_000;

/**
 * A text of the profile language. Only quotes and backslashes mean something there: all else stands for itself, so that what a reader of
 * the language does not know as an escape is never another path. Throws in plain words where it is too long.
 */
export function quoteText(text: string): string {
  const quoted = text.replace(/[\\"]/g, '\\$&');
  if (Buffer.byteLength(quoted) > LONGEST_BYTES) throw new Error(`the sandbox cannot hold a path that is so long: ${text}`);
  return `"${quoted}"`;
}

/** What is at these paths, and all below. */
export function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${quoteText(path)})`).join(' ');
}

export function literals(paths: readonly string[]): string {
  return paths.map((path) => `(literal ${quoteText(path)})`).join(' ');
}

/** A name that is not there yet, in any letter case, and all below: the disk may take each for the same. */
export function nameToCome(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  const name = escapePattern(path.slice(at)).replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
  return `(regex ${quoteText(`^${escapePattern(path.slice(0, at))}${name}(/|$)`)})`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
