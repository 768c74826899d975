import { cutStart } from '../../../shared/text/cut-text';

const MOST_CHARS = 4_000;

/** The beginning of a long text, with how much of it is left out. */
export function boundText(text: string): string {
  if (text.length <= MOST_CHARS) return text;
  const start = cutStart(text, MOST_CHARS);
  return `${start} … [${text.length - start.length} more characters]`;
}
