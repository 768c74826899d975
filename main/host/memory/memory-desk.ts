import { join } from 'node:path/posix';
import type { Params, Result } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import type { MemoryFile } from '../../core/context/memory-file';
import { loadMemory, type Memory } from '../../core/context/load-memory';
import { addLine } from '../../core/memory/add-line';
import { lintMemory } from '../../core/memory/lint-memory';
import { setSetting } from '../../core/memory/set-setting';
import { readIfThere } from '../../core/permission/grant-rule';
import { unifiedDiff } from '../../core/tools/unified-diff';
import type { HostServices } from '../host-services';
import { memoryFolders } from './memory-folders';

/** Instruction files of a folder: what they say, what is wrong with them, and what adding to them would write. */
export class MemoryDesk {
  readonly #services: HostServices;
  readonly #loading = new Map<string, Promise<Memory>>();

  constructor(services: HostServices) {
    this.#services = services;
  }

  /** Those who ask at the same time get the same answer. */
  load(folder: string): Promise<Memory> {
    const loading = this.#loading.get(folder) ?? this.#load(folder).finally(() => this.#loading.delete(folder));
    this.#loading.set(folder, loading);
    return loading;
  }

  async #load(folder: string): Promise<Memory> {
    const { ports, readConfig, isTrusted } = this.#services;
    const [{ readUserFiles }, trusted, autoMemory] = await Promise.all([readConfig(), isTrusted(folder), memoryFolders(ports, folder)]);
    const { files, personHome: home, managedDir } = ports;
    return loadMemory({ folder, home, managedDir, files, readUserFiles, trusted, autoMemory });
  }

  async lint(folder: string): Promise<Result<'memory.lint'>> {
    const { ports, openPolicy } = this.#services;
    const [memory, policy] = await Promise.all([this.load(folder), openPolicy(folder)]);
    const denied = new Set(policy.rules().flatMap(({ verdict, text, off }) => (verdict === 'deny' && off === undefined ? [text] : [])));
    return {
      findings: await lintMemory(memory, {
        isDenied: (rule) => denied.has(rule),
        findSecretLines: async ({ pieces }) => {
          const found = await Promise.all(pieces.map(async (piece) => ({ piece, ranges: await ports.findSecrets(piece.text) })));
          const lines = found.flatMap(({ piece: { text, startLine }, ranges }) =>
            ranges.map(({ start }) => startLine + text.slice(0, start).split('\n').length - 1),
          );
          return [...new Set(lines)];
        },
      }),
    };
  }

  async show(folder: string, path: string | undefined): Promise<Result<'memory.show'>> {
    const memory = await this.load(folder);
    const files = [...memory.files, ...memory.conditional].filter((file) => path === undefined || file.path === path);
    if (path !== undefined && files.length === 0) throw new CodedError('not-found', `${path} is not among the files that are loaded.`);
    return { files: files.map((file) => ({ path: file.path, text: textOf(file) })) };
  }

  async targets(folder: string): Promise<Result<'memory.targets'>> {
    const { ports, readConfig } = this.#services;
    const [{ readUserFiles }, memory, { own }] = await Promise.all([readConfig(), this.load(folder), memoryFolders(ports, folder)]);
    const shared = memory.files.find(({ scope, path }) => scope === 'project' && path === join(folder, '.claude', 'CLAUDE.md'));
    const project = shared?.path ?? (await this.#projectFile(folder, memory));
    const paths: Array<Omit<Result<'memory.targets'>['targets'][number], 'exists'>> = [
      { target: 'project', path: project },
      { target: 'local', path: join(folder, 'CLAUDE.local.md') },
      ...(readUserFiles ? [{ target: 'user' as const, path: join(ports.personHome, '.claude', 'CLAUDE.md') }] : []),
      ...(memory.autoMemory ? [{ target: 'auto' as const, path: join(own, 'MEMORY.md') }] : []),
    ];
    return {
      targets: await Promise.all(
        paths.map(async (one) => ({ ...one, exists: (await ports.files.stat(one.path).catch(() => undefined)) !== undefined })),
      ),
    };
  }

  async planLine({ folder, path, line }: Params<'memory.planLine'>): Promise<Result<'memory.planLine'>> {
    const documents = await this.#services.documents();
    const found = await documents.read({ folder, path }).catch((error: unknown) => {
      if (error instanceof CodedError && error.code === 'not-found') return undefined;
      throw error;
    });
    if (found?.writable === false) throw new CodedError('denied', `${path} is not written from here.`);
    const before = found?.text ?? '';
    const text = addLine(before, line);
    const { patch } = unifiedDiff(path, found === undefined ? undefined : before, text);
    return { text, before, ...(found === undefined ? {} : { base: found.hash }), patch };
  }

  async keepNotes(folder: string, on: boolean): Promise<Result<'memory.keepNotes'>> {
    const { ports, settingsQueue } = this.#services;
    const path = await ports.files.realpath(join(folder, '.claude', 'settings.local.json'));
    if (!path.startsWith(`${folder}/`)) throw new CodedError('denied', `${path} is outside the project: nothing was written.`);
    await settingsQueue.run(path, async () => {
      const changed = setSetting(await readIfThere(ports.files, path), path, 'autoMemoryEnabled', on);
      await ports.files.writeFile(path, new TextEncoder().encode(changed));
    });
    return { path };
  }

  /** Where AGENTS.md stands in for CLAUDE.md a new CLAUDE.md would put it out of use: the line goes to the former. */
  async #projectFile(folder: string, memory: Memory): Promise<string> {
    const agents = join(folder, 'AGENTS.md');
    return memory.agents === 'instead' && memory.files.some(({ path }) => path === agents) ? agents : join(folder, 'CLAUDE.md');
  }
}

function textOf({ pieces }: MemoryFile): string {
  return pieces.map(({ text }) => text).join('');
}
