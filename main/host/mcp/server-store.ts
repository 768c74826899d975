import { join } from 'node:path';
import { z } from 'zod';
import { CodedError } from '../../../shared/model/failure';
import type { Diagnostic } from '../../../shared/model/permission';
import { type FolderState, NO_STATE, SERVER_STATE_VERSION, type ServerStateFile } from '../../core/mcp/server-state';
import { FileError } from '../../core/ports';
import { readLinked } from '../../core/kernel/read-linked';
import type { HostPorts } from '../host-ports';
import type { SaidByKey } from '../../core/kernel/say-words';
import { sayServer } from '../../core/mcp/server-words';

const versionSchema = z.looseObject({ version: z.number().default(SERVER_STATE_VERSION) });

/** What is kept of the servers of a folder; with a problem nothing of it is known. */
export interface KeptDecisions {
  state: FolderState;
  problem?: Diagnostic;
}

/** What the person decided about servers, by folder: `mcp-state.json` of the home. A file that cannot be used is never written over. */
export class ServerStore {
  readonly #ports: Pick<HostPorts, 'files' | 'lockFile' | 'home' | 'logger'>;
  readonly path: string;

  constructor(ports: Pick<HostPorts, 'files' | 'lockFile' | 'home' | 'logger'>) {
    this.#ports = ports;
    this.path = join(ports.home, 'mcp-state.json');
  }

  async read(folder: string): Promise<KeptDecisions> {
    const read = await this.#readFile();
    return 'problem' in read ? { state: NO_STATE, problem: read.problem } : { state: read.file.folders[folder] ?? NO_STATE };
  }

  /** Writes what `change` makes of a folder's state, while no other process does. Rejects with `read-only` where the file cannot be used. */
  async change(folder: string, change: (state: FolderState) => FolderState): Promise<void> {
    const { files, lockFile } = this.#ports;
    await lockFile(this.path, async () => {
      const read = await this.#readFile();
      if ('problem' in read) throw new CodedError('read-only', read.problem.message, { file: this.path });
      const { file } = read;
      const next = { ...file, folders: { ...file.folders, [folder]: change(file.folders[folder] ?? NO_STATE) } };
      await files.writeFile(await files.realpath(this.path), new TextEncoder().encode(`${JSON.stringify(next, undefined, 2)}\n`));
    });
  }

  async #readFile(): Promise<{ file: ServerStateFile } | { problem: Diagnostic }> {
    try {
      return { file: await parseFile(new TextDecoder().decode(await readLinked(this.#ports.files, this.path))) };
    } catch (error) {
      if (error instanceof FileError && error.code === 'not-found') return { file: { version: SERVER_STATE_VERSION, folders: {} } };
      this.#ports.logger.log('warn', 'what is known of servers could not be read', { path: this.path, error: String(error) });
      return { problem: { code: 'decisions-unreadable', severity: 'error', ...explain(error), file: this.path } };
    }
  }
}

class NewerFile extends Error {}

/** The schemas of servers are loaded for a file that is there: a session without any server needs none. */
async function parseFile(text: string): Promise<ServerStateFile> {
  const value: unknown = JSON.parse(text);
  const { version } = versionSchema.parse(value);
  if (version > SERVER_STATE_VERSION) throw new NewerFile();
  const { serverStateFileSchema } = await import('../../core/mcp/server-state-file');
  return serverStateFileSchema.parse(value);
}

function explain(error: unknown): SaidByKey {
  if (error instanceof NewerFile) return sayServer('decisions-newer');
  if (!(error instanceof z.ZodError))
    return sayServer('decisions-unread', { said: error instanceof Error ? error.message : String(error) });
  const [issue] = error.issues;
  return sayServer('decisions-shape', { said: `${issue?.path.join('.')}: ${issue?.message}` });
}
