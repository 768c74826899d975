/** A document with one more point at its end: as a list item where its last text is a list, after a blank line where it is not. */
export function addLine(text: string, line: string): string {
  const item = `- ${line
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/^[-*+]\s+/, '')}\n`;
  const end = text.replace(/\s+$/, '');
  if (end === '') return item;
  const last = end.slice(end.lastIndexOf('\n') + 1);
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(last) ? `${end}\n${item}` : `${end}\n\n${item}`;
}
