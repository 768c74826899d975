import { join } from 'node:path';
import type { z } from 'zod';
import { type FolderState, NO_STATE, serverStateFileSchema } from '../../core/mcp/server-state';
import { FileError } from '../../core/ports';
import { readLinked } from '../../core/kernel/read-linked';
import type { HostPorts } from '../host-ports';

type StateFile = z.infer<typeof serverStateFileSchema>;

/** What the person decided about servers, by folder: `mcp-state.json` of the home. */
export class ServerStore {
  readonly #ports: Pick<HostPorts, 'files' | 'lockFile' | 'home' | 'logger'>;
  readonly path: string;

  constructor(ports: Pick<HostPorts, 'files' | 'lockFile' | 'home' | 'logger'>) {
    this.#ports = ports;
    this.path = join(ports.home, 'mcp-state.json');
  }

  async read(folder: string): Promise<FolderState> {
    return (await this.#readFile()).folders[folder] ?? NO_STATE;
  }

  /** Writes what `change` makes of a folder's state, while no other process does. */
  async change(folder: string, change: (state: FolderState) => FolderState): Promise<void> {
    const { files, lockFile } = this.#ports;
    await lockFile(this.path, async () => {
      const whole = await this.#readFile();
      const next = { ...whole, folders: { ...whole.folders, [folder]: change(whole.folders[folder] ?? NO_STATE) } };
      await files.writeFile(await files.realpath(this.path), new TextEncoder().encode(`${JSON.stringify(next, undefined, 2)}\n`));
    });
  }

  /** A file that cannot be read approves nothing. */
  async #readFile(): Promise<StateFile> {
    try {
      return serverStateFileSchema.parse(JSON.parse(new TextDecoder().decode(await readLinked(this.#ports.files, this.path))));
    } catch (error) {
      if (!(error instanceof FileError && error.code === 'not-found'))
        this.#ports.logger.log('warn', 'what is known of servers could not be read', { path: this.path, error: String(error) });
      return serverStateFileSchema.parse({});
    }
  }
}
