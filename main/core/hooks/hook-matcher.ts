/** A compiled matcher. */
export interface HookMatcher {
  test(value: string | undefined): boolean;
  /** The names of a list; undefined for everything and for a pattern. */
  names?: readonly string[];
}

const EVERYTHING: HookMatcher = { test: () => true };
const NAMES = /^[\w\-\s,|]*$/;

/**
 * Absent, empty or `*`: everything. Letters, digits, `_`, `-`, blanks, `,` and `|` only: exact names. Anything else is a regular
 * expression that may match anywhere in the value. Gives the problem of a text that is none.
 */
export function compileMatcher(text: string | undefined): { matcher: HookMatcher } | { problem: string } {
  const wanted = (text ?? '').trim();
  if (wanted === '' || wanted === '*') return { matcher: EVERYTHING };
  if (NAMES.test(wanted)) {
    const names = wanted
      .split(/[|,]/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return { matcher: { names, test: (value) => value !== undefined && names.includes(value) } };
  }
  try {
    const pattern = new RegExp(wanted);
    return { matcher: { test: (value) => value !== undefined && pattern.test(value) } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
