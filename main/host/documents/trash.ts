import { basename, join } from 'node:path/posix';
import { z } from 'zod';
import { CodedError } from '../../../shared/model/failure';
import { readText } from '../../core/kernel/read-text';
import type { HostPorts } from '../host-ports';

const entrySchema = z.object({ version: z.literal(1), folder: z.string(), path: z.string(), at: z.string() });
export type TrashEntry = z.infer<typeof entrySchema>;

type Needed = Pick<HostPorts, 'home' | 'ids' | 'clock' | 'files' | 'moveEntry'>;

/** What a person threw away, one folder each below `trash/` of the home. Nothing here is removed by itself. */
export class Trash {
  readonly #ports: Needed;

  constructor(ports: Needed) {
    this.#ports = ports;
  }

  async put(folder: string, path: string): Promise<string> {
    const { ids, clock, files, moveEntry } = this.#ports;
    const id = ids.next('trash');
    const place = await this.#place(id);
    const entry: TrashEntry = { version: 1, folder, path, at: new Date(clock.now()).toISOString() };
    await files.writeFile(join(place, 'entry.json'), new TextEncoder().encode(`${JSON.stringify(entry, undefined, 2)}\n`));
    try {
      await moveEntry(path, join(place, basename(path)));
    } catch (error) {
      await files.remove(join(place, 'entry.json'));
      throw error;
    }
    return id;
  }

  /** Rejects with `not-found` for what is not in the trash. */
  async read(id: string): Promise<TrashEntry> {
    if (!/^[a-z0-9_]{1,64}$/.test(id)) throw notThere();
    const read = await readText(this.#ports.files, join(await this.#place(id), 'entry.json'), 65_536);
    const entry = 'problem' in read ? undefined : entrySchema.safeParse(JSON.parse(read.text)).data;
    if (entry === undefined) throw notThere();
    return entry;
  }

  async takeBack(id: string, { path }: TrashEntry): Promise<void> {
    const place = await this.#place(id);
    await this.#ports.moveEntry(join(place, basename(path)), path);
    await this.#ports.files.remove(join(place, 'entry.json'));
  }

  async #place(id: string): Promise<string> {
    return join(await this.#ports.files.realpath(this.#ports.home), 'trash', id);
  }
}

function notThere(): CodedError {
  return new CodedError('not-found', 'That is not in the trash any more.');
}
