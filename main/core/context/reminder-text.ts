import type { Piece } from './text-block';

export const REMINDER_START = '<system-reminder>\n';
export const REMINDER_END = '\n</system-reminder>';

/** Wraps pieces into one reminder: the frame belongs to its first and last piece, so that no character is without an owner. */
export function wrapReminder(heading: string, pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    const before = index === 0 ? REMINDER_START + heading : '';
    const after = index === pieces.length - 1 ? REMINDER_END : '';
    return { ...piece, text: before + piece.text + after };
  });
}
