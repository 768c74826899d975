import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Language, Parser, Tree, TreeCursor } from 'web-tree-sitter';
import type { ParsedCommand, ShellNode } from '../../core/permission/parsed-command';
import { guessCommand, readCommand } from '../../core/permission/read-command';
import type { ShellParser } from '../../core/ports';
import { appRoot } from '../files/app-root';

const MOST_REMEMBERED = 200;
/** Longer ones are remembered too, but only the last: one decision asks for the same command several times. */
const LONGEST_REMEMBERED = 2_000;
/**
 * Bounds on the work for one text. A text of the longest length that people write needs some hundred steps, two dozen reads of its
 * characters and some thousand nodes; what makes the grammar guess again and again needs a thousand times as much.
 */
const MOST_STEPS = 2_000;
const MOST_READS = 200;
const MOST_NODES = 8_000;
/** … of a text that is not valid: what it runs is not known whatever its tree says. */
const MOST_BROKEN_NODES = 1_000;
const LONGEST_DELAY_MS = 2 ** 31 - 1;
/** In V8's units of work done; within 32 bits. */
const UNREACHED_BUDGET = 1_000_000_000;

/**
 * Reads shell commands with tree-sitter's grammar of bash. Nothing is loaded before `ready` is called; until then, and where
 * loading failed, every command is unknown.
 */
export function createBashParser(): ShellParser {
  let parser: Parser | undefined;
  let loading: Promise<void> | undefined;
  const remembered = new Map<string, ParsedCommand>();
  let last: ParsedCommand | undefined;
  let lastText: string | undefined;

  return {
    ready() {
      loading ??= stayAlive(load()).then((loaded) => {
        parser = loaded;
      });
      return loading;
    },
    parse(command) {
      if (parser === undefined) return guessCommand(command, 'the shell parser is not loaded');
      const known = command === lastText ? last : remembered.get(command);
      if (known !== undefined) return known;
      const made = parser;
      const parsed = readCommand(command, (text) => readTree(made, text));
      last = parsed;
      lastText = command;
      if (command.length <= LONGEST_REMEMBERED) {
        const [oldest] = remembered.keys();
        if (oldest !== undefined && remembered.size >= MOST_REMEMBERED) remembered.delete(oldest);
        remembered.set(command, parsed);
      }
      return parsed;
    },
  };
}

/** What compiles beside this thread keeps no process alive: one with nothing else to do would end before it is answered. */
async function stayAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, LONGEST_DELAY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

async function load(): Promise<Parser> {
  // V8's optimising compiler takes hundreds of megabytes for the grammar's one huge function, and wins nothing on short commands.
  setFlagsFromString(`--wasm-tiering-budget=${UNREACHED_BUDGET}`);
  // Compiled at once and beside this thread; else the first command waits some 30 ms for what it needs of it.
  setFlagsFromString('--no-wasm-lazy-compilation');
  const [library, engine, grammar] = await Promise.all([
    import('web-tree-sitter'),
    readFile(wasmPath('web-tree-sitter', 'web-tree-sitter.wasm')),
    readFile(wasmPath('tree-sitter-bash', 'tree-sitter-bash.wasm')),
  ]);
  await library.Parser.init({ wasmBinary: engine });
  const language: Language = await library.Language.load(grammar);
  return new library.Parser().setLanguage(language);
}

/** The build puts the files beside the bundled chunks; from sources they are in their packages. */
function wasmPath(packageName: string, file: string): string {
  const beside = join(__dirname, file);
  return existsSync(beside) ? beside : join(appRoot(), 'node_modules', packageName, file);
}

function readTree(parser: Parser, text: string): ShellNode | undefined {
  const tree = parseWithin(parser, text);
  if (tree === null) return undefined;
  const cursor = tree.walk();
  try {
    const { hasError, descendantCount } = tree.rootNode;
    if (descendantCount > (hasError ? MOST_BROKEN_NODES : MOST_NODES)) return undefined;
    const root = readNode(cursor, hasError);
    return hasError ? { ...root, type: 'ERROR' } : root;
  } finally {
    cursor.delete();
    tree.delete();
  }
}

/** The tree of a text; null where it takes more work than the bounds allow. */
function parseWithin(parser: Parser, text: string): Tree | null {
  let steps = 0;
  let reads = 0;
  const read = (index: number): string => {
    reads += 1;
    return text.slice(index);
  };
  const tree = parser.parse(read, null, {
    progressCallback: () => {
      steps += 1;
      return steps > MOST_STEPS || reads > MOST_READS;
    },
  });
  // What was begun would go on with the next text.
  if (tree === null) parser.reset();
  return tree;
}

/** Each question to the cursor crosses into the grammar's own memory: of a tree without errors, one is spared. */
function readNode(cursor: TreeCursor, hasError: boolean): ShellNode {
  const type = hasError && cursor.nodeIsMissing ? 'ERROR' : cursor.nodeType;
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  if (!cursor.gotoFirstChild()) return { type, start, end, children: NO_CHILDREN };
  const children: ShellNode[] = [];
  do children.push(readNode(cursor, hasError));
  while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return { type, start, end, children };
}

const NO_CHILDREN: readonly ShellNode[] = [];
