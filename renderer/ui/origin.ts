const LETTERS: Record<number, { letter: string; name: string; tint: number }> = {
  1: { letter: 'C', name: 'core', tint: 34 },
  2: { letter: 'M', name: 'memory', tint: 26 },
  3: { letter: 'E', name: 'environment', tint: 19 },
  4: { letter: 'V', name: 'version-control', tint: 13 },
  5: { letter: 'I', name: 'instructions', tint: 36 },
  6: { letter: 'S', name: 'skills', tint: 28 },
  7: { letter: 'R', name: 'reminder', tint: 20 },
  8: { letter: 'U', name: 'conversation', tint: 12 },
  9: { letter: 'T', name: 'built-in-tool', tint: 32 },
  10: { letter: 'P', name: 'mcp', tint: 18 },
};
const UNKNOWN = { letter: '?', name: 'unknown', tint: 10 };

// The same letters as `ORIGINS` in shared/model/segment, repeated so that a badge does not load the schemas; a test compares them.
export function originLetter(origin: number): string {
  return (LETTERS[origin] ?? UNKNOWN).letter;
}
export function originName(origin: number): string {
  return (LETTERS[origin] ?? UNKNOWN).name;
}
/** How much of its field's hue an origin's tint holds, in percent. */
export function originTint(origin: number): number {
  return (LETTERS[origin] ?? UNKNOWN).tint;
}
