/** What steers a terminal or turns around what follows: control characters but tab and line feed, marks of direction, tags. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** A text with what nobody sees in it written out, as JSON would have it: `\u001b` in place of an escape. Its lines stay. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (unseen) => unseen.split('').map(escapeUnit).join(''));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
