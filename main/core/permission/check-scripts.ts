import { join } from 'node:path/posix';
import { readText } from '../kernel/read-text';
import type { FileSystem } from '../ports';
import { isScriptFile } from '../tools/check-commands';

/** Where a project says how it is built and tested. */
const BUILD_FILES = ['package.json', 'Makefile', 'justfile', 'Taskfile.yml', 'pyproject.toml'];
const LARGEST = 256 * 1024;
const SHELL_FILE = /(?<![\w./~-])(?:\.\/)?[\w-][\w.-]*(?:\/[\w.-]+)*(?![\w./-])/g;

/**
 * The shell scripts among the words of a command that are checks of the project: called like one, really there, and named by one of the
 * files that say how the project is built. Paths are relative to the folder, without `./`.
 */
export async function findCheckScripts(files: FileSystem, folder: string, command: string): Promise<ReadonlySet<string>> {
  const words = (command.match(SHELL_FILE) ?? []).map((word) => word.replace(/^\.\//, ''));
  const called = [...new Set(words)].filter((path) => /\/|\.sh$/.test(path) && isScriptFile(path) && !path.split('/').includes('..'));
  if (called.length === 0) return new Set();
  const texts = await Promise.all(BUILD_FILES.map((name) => readText(files, join(folder, name), LARGEST)));
  const named = new Set(texts.flatMap((read) => ('text' in read ? (read.text.match(SHELL_FILE) ?? []) : [])));
  const isNamed = (path: string) => named.has(path) || named.has(`./${path}`);
  const found = await Promise.all(called.map(async (path) => isNamed(path) && (await isFile(files, join(folder, path)))));
  return new Set(called.filter((_path, index) => found[index]));
}

async function isFile(files: FileSystem, path: string): Promise<boolean> {
  const found = await files.stat(path).catch(() => undefined);
  return found?.kind === 'file';
}
