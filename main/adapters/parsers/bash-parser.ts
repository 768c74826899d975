import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Language, Parser, TreeCursor } from 'web-tree-sitter';
import type { ParsedCommand, ShellNode } from '../../core/permission/parsed-command';
import { guessCommand, readCommand } from '../../core/permission/read-command';
import type { ShellParser } from '../../core/ports';
import { appRoot } from '../files/app-root';

const MOST_REMEMBERED = 200;
const LONGEST_REMEMBERED = 2_000;
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

  return {
    ready() {
      loading ??= load().then((loaded) => {
        parser = loaded;
      });
      return loading;
    },
    parse(command) {
      if (parser === undefined) return guessCommand(command, 'the shell parser is not loaded');
      const known = remembered.get(command);
      if (known !== undefined) return known;
      const made = parser;
      const parsed = readCommand(command, (text) => readTree(made, text));
      if (command.length <= LONGEST_REMEMBERED) {
        const [oldest] = remembered.keys();
        if (oldest !== undefined && remembered.size >= MOST_REMEMBERED) remembered.delete(oldest);
        remembered.set(command, parsed);
      }
      return parsed;
    },
  };
}

async function load(): Promise<Parser> {
  // V8's optimising compiler takes hundreds of megabytes for the grammar's one huge function, and wins nothing on short commands.
  setFlagsFromString(`--wasm-tiering-budget=${UNREACHED_BUDGET}`);
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

function readTree(parser: Parser, text: string): ShellNode {
  const tree = parser.parse(text);
  if (tree === null)
    return { type: 'program', start: 0, end: text.length, children: [{ type: 'ERROR', start: 0, end: text.length, children: [] }] };
  const cursor = tree.walk();
  try {
    const { hasError } = tree.rootNode;
    const root = readNode(cursor, hasError);
    return hasError ? { ...root, type: 'ERROR' } : root;
  } finally {
    cursor.delete();
    tree.delete();
  }
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
