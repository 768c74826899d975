import type { Diagnostic } from '../../../shared/model/permission';
import { readLinked } from '../kernel/read-linked';
import { FileError, type FileSystem } from '../ports';
import { findJsonError } from './json-error-offset';

type Path = ReadonlyArray<string | number>;

/** A settings file that is strict JSON. */
export interface SettingsText {
  value: unknown;
  /** 1-based line of a value; of the nearest that is there, where it is not. */
  lineOf(path: Path): number;
}

/** The text of a settings file; undefined where there is none, a diagnostic where it cannot be read. Never rejects. */
export async function readSettingsText(files: FileSystem, path: string): Promise<string | Diagnostic | undefined> {
  try {
    return new TextDecoder().decode(await readLinked(files, path));
  } catch (error) {
    if (error instanceof FileError && (error.code === 'not-found' || error.code === 'not-a-directory')) return undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { code: 'unreadable-settings', severity: 'error', message: `Cannot read ${path}: ${message}`, file: path };
  }
}

/** Reads strict JSON with the place of every value. What is not JSON is a diagnostic with its line. */
export async function parseSettings(source: string, file: string): Promise<SettingsText | Diagnostic> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  // Most projects have no settings: the parser is loaded only for one that is there.
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, keepSourceTokens: false });
  try {
    return {
      value: JSON.parse(text),
      lineOf(path) {
        for (let length = path.length; length >= 0; length -= 1) {
          const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
        }
        return 1;
      },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      code: 'invalid-json',
      severity: 'error',
      message: `The settings are not valid JSON, so nothing in them is in force: ${message}`,
      file,
      line: lines.linePos(findJsonError(text)).line,
    };
  }
}
