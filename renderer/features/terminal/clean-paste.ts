/** Everything that a terminal would obey instead of show: controls other than tab and line break, and marks that turn the direction of text. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

/** A text from the clipboard as it may be typed: nothing in it moves a cursor, ends a bracketed paste, or hides. */
export function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
}

/** Whether a text would run more than one line, or run at all: then the person is asked. */
export function needsAsking(text: string): boolean {
  return text.includes('\n');
}
