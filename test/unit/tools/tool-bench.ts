import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { hashBytes } from '../../../main/adapters/files/hash-bytes';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { ripgrepPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';
import { createDocumentReader } from '../../../main/adapters/parsers/document-reader';
import { createNodeShell } from '../../../main/adapters/shell/node-shell';
import { createWebFetcher } from '../../../main/adapters/web/web-fetcher';
import { builtInTools } from '../../../main/core/tools/built-in-tools';
import { createBackgroundShells } from '../../../main/core/tools/create-background-shells';
import { createFileLedger } from '../../../main/core/tools/create-file-ledger';
import { createToolRegistry } from '../../../main/core/tools/create-tool-registry';
import { createWorkingDirectory } from '../../../main/core/tools/create-working-directory';
import type { ToolContext, ToolOutcome } from '../../../main/core/tools/tool';
import type { Question } from '../../../shared/model/question';
import type { FileChange } from '../../../shared/model/tool';

/** A project folder with the real adapters behind the real tools. */
export function createToolBench() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  const folder = join(home, 'project');
  const blobs = join(home, 'blobs');
  mkdirSync(folder);
  mkdirSync(blobs);
  const clock = createClock();
  const ids = createIds(clock);
  const shell = createNodeShell({ ids, env: process.env });
  const files = createNodeFileSystem();
  const background = createBackgroundShells(files.readRange, async () => undefined);
  const registry = createToolRegistry(builtInTools({ webFetch: true }));
  const changes: FileChange[] = [];
  const patches: string[] = [];
  const state: { answers: string[][] | undefined; asked: Question[] } = { answers: undefined, asked: [] };
  const abort = new AbortController();
  const context: ToolContext = {
    session: 's',
    item: 'i',
    agent: 'main',
    folder,
    home,
    cwd: createWorkingDirectory([folder]),
    signal: abort.signal,
    files,
    hide: async (text) => text,
    shell,
    search: createRipgrepSearch({ rgPath: ripgrepPath() }),
    documents: createDocumentReader(),
    web: createWebFetcher({ allowPrivate: true }),
    clock,
    ledger: createFileLedger(),
    background,
    hash: hashBytes,
    onOutput: () => undefined,
    recordChange: async ({ path, before, after, patch, added, removed }) => {
      const name = before === undefined ? undefined : ids.next('blob');
      if (name !== undefined && before !== undefined) writeFileSync(join(blobs, name), before);
      patches.push(patch);
      const change: FileChange = { path, before: name, afterHash: hashBytes(after), added, removed, patch: { hash: 'x', at: 0, size: 0 } };
      changes.push(change);
      return change;
    },
    newSpill: () => {
      const name = ids.next('spill');
      return { name, path: join(blobs, name) };
    },
    askQuestions: async (questions) => {
      state.asked = questions;
      return state.answers;
    },
  };

  function prepare(name: string, input: unknown) {
    const parsed = registry.get(name)!.parse(input);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.prepared;
  }
  /** Also holds the tool to the errors that it declares. */
  async function run(name: string, input: unknown): Promise<ToolOutcome> {
    const outcome = await prepare(name, input).run(context);
    if (!outcome.ok) expect(registry.get(name)?.errors, `${name} declares ${outcome.kind}`).toContain(outcome.kind);
    return outcome;
  }
  return {
    home,
    folder,
    blobs,
    context,
    registry,
    changes,
    patches,
    state,
    abort,
    shell,
    background,
    path: (name: string) => join(folder, name),
    write(name: string, content: string | Uint8Array): string {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    bytes: (name: string) => new Uint8Array(readFileSync(join(folder, name))),
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
    describe: (name: string, input: unknown) => prepare(name, input).describe(context),
    run,
    /** Runs a tool and gives the text of its result or error. */
    async say(name: string, input: unknown): Promise<string> {
      const outcome = await run(name, input);
      if (!outcome.ok) return `${outcome.kind}: ${outcome.message}`;
      return typeof outcome.content === 'string' ? outcome.content : JSON.stringify(outcome.content);
    },
    readBlob: async (name: string) => new Uint8Array(readFileSync(join(blobs, name))),
  };
}

export type ToolBench = ReturnType<typeof createToolBench>;
