import { escapeMarks } from './escape-marks';

/** A document block: the only place where the host writes these tags. */
export function documentText(source: string, lines: string | undefined, content: string): string {
  const attribute = (value: string): string =>
    escapeMarks(value)
      .replace(/"/g, '&quot;')
      .replace(/[<>\n]/g, ' ');
  return `<document source="${attribute(source)}"${lines === undefined ? '' : ` lines="${lines}"`}>\n${escapeMarks(content)}\n</document>`;
}
