/** A text for one line of a list or a heading: without line ends, and without characters that hide or turn around what follows. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
