import type { Diagnostic } from '../../../shared/model/permission';
import { readLinked } from '../kernel/read-linked';
import { FileError, type FileSystem } from '../ports';
import { findJsonError } from './json-error-offset';
import { sayRule } from './rule-words';

/** Far more than people write: a file over it would hold up everything that waits for its rules. */
const MOST_BYTES = 2 * 2 ** 20;
const DEEPEST = 200;

type Path = ReadonlyArray<string | number>;

export interface SettingsKey {
  key: string;
  value: unknown;
  line: number;
  /** 1-based lines of the entries, where the value is a list. */
  lines: number[];
}

/** A settings file that is strict JSON. */
export interface SettingsText {
  value: unknown;
  /** 1-based line of a value; of the nearest that is there, where it is not. */
  lineOf(path: Path): number;
  /** Every key of the objects at a path, those that are written more than once or in other letters included, in order. */
  keysAt(path: readonly string[]): SettingsKey[];
}

interface Pair {
  key: string;
  node: unknown;
  line: number;
}

/** The text of a settings file; undefined where there is none, a diagnostic where it cannot be read. Never rejects. */
export async function readSettingsText(files: FileSystem, path: string): Promise<string | Diagnostic | undefined> {
  try {
    return new TextDecoder().decode(await readLinked(files, path, MOST_BYTES));
  } catch (error) {
    if (error instanceof FileError && (error.code === 'not-found' || error.code === 'not-a-directory')) return undefined;
    const said = error instanceof Error ? error.message : String(error);
    return { code: 'unreadable-settings', severity: 'error', ...sayRule('settings-unread', { path, said }), file: path };
  }
}

/** Where a JSON text goes deeper than `most` lists and objects in each other. */
function findDepth(text: string, most: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > most) return index;
  }
  return undefined;
}

/** Reads strict JSON with the place of every value. What is not JSON is a diagnostic with its line. */
export async function parseSettings(source: string, file: string): Promise<SettingsText | Diagnostic> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const tooDeep = findDepth(text, DEEPEST);
  if (tooDeep !== undefined) {
    const said = sayRule('settings-deep', { most: String(DEEPEST) });
    return { code: 'invalid-json', severity: 'error', ...said, file, line: text.slice(0, tooDeep).split('\n').length };
  }
  // Most projects have no settings: the parser is loaded only for one that is there.
  const { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, keepSourceTokens: false });
  const lineOfNode = (node: unknown) => (isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1);
  const pairsAt = (path: readonly string[]): Pair[] => {
    const [name] = path.slice(-1);
    const holders =
      name === undefined
        ? [document.contents]
        : pairsAt(path.slice(0, -1))
            .filter(({ key }) => key.toLowerCase() === name)
            .map(({ node }) => node);
    return holders.flatMap((holder) =>
      isMap(holder)
        ? holder.items.flatMap(({ key, value }) => (isScalar(key) ? [{ key: String(key.value), node: value, line: lineOfNode(key) }] : []))
        : [],
    );
  };
  try {
    return {
      value: JSON.parse(text),
      keysAt: (path) =>
        pairsAt(path).map(({ key, node, line }) => ({
          key,
          line,
          value: isNode(node) ? node.toJS(document) : node,
          lines: isSeq(node) ? node.items.map(lineOfNode) : [],
        })),
      lineOf(path) {
        for (let length = path.length; length >= 0; length -= 1) {
          const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
          if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
        }
        return 1;
      },
    };
  } catch (error) {
    return {
      code: 'invalid-json',
      severity: 'error',
      ...sayRule('settings-json', { said: error instanceof Error ? error.message : String(error) }),
      file,
      line: lines.linePos(findJsonError(text)).line,
    };
  }
}
