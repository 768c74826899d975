import picomatch from 'picomatch';

/** No pattern that somebody writes is longer: such a one counts as naming everything. */
const LONGEST_PATTERN = 200;

export function isNamePattern(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Whether a pattern of the shell could stand for a name. A star in front does not stand for a dot. */
export function couldMatchName(pattern: string, name: string, options: { nocase?: boolean } = {}): boolean {
  return pattern.length > LONGEST_PATTERN || picomatch.isMatch(name, pattern, { ...options, dot: false, posix: true });
}
