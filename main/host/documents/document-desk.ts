import { basename } from 'node:path/posix';
import type { Result } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { keepLineEnds, plainLineEnds } from '../../core/documents/keep-line-ends';
import { BAD_NAME, badName } from '../../core/kernel/bad-name';
import { FileError } from '../../core/ports';
import { decodeText, encodeText, isTextFile, type TextFile } from '../../core/tools/text-file';
import { settingsChange } from '../audit/rule-change';
import type { HostServices } from '../host-services';
import { KeyedQueue } from '../../core/kernel/keyed-queue';
import type { DocumentPlace, Documents } from './documents';
import { DocumentWatchers } from './document-watchers';
import { type LocatedDocument, locateDocument } from './locate-document';
import { Trash } from './trash';

const MAX_BYTES = 4 * 1024 * 1024;
const SETTINGS = /^settings(\.local)?\.json$/;

/**
 * The documents of the agent as a person edits them. Invariants:
 * 1. A text is written only to the very bytes that it was made from; otherwise nothing is, and the caller gets what stands there.
 * 2. Encoding, byte-order mark and line ends of a file stay.
 * 3. Nothing is removed but to the trash.
 * 4. Changes wait for each other: none finds its file moved away between its look and its deed.
 */
export class DocumentDesk implements Documents {
  readonly #services: HostServices;
  readonly #trash: Trash;
  readonly #watchers: DocumentWatchers;
  readonly #queue = new KeyedQueue();
  /** Who opens and closes a document in haste has it closed. */
  readonly #watching = new KeyedQueue();

  constructor(services: HostServices) {
    this.#services = services;
    this.#trash = new Trash(services.ports);
    this.#watchers = new DocumentWatchers(services.ports, services.feed, async (real) => {
      const bytes = await this.#bytesOf(real).catch(() => undefined);
      return bytes === undefined ? undefined : services.ports.hash(bytes);
    });
  }

  async read(place: DocumentPlace): Promise<Result<'document.read'>> {
    const { real, scope, writable, linked } = await locateDocument(this.#services, place);
    const bytes = await this.#bytesOf(real);
    if (bytes === undefined) throw new CodedError('not-found', `${place.path} does not exist.`);
    const { text } = decode(bytes, place.path);
    return {
      text: plainLineEnds(text),
      hash: this.#hash(bytes),
      size: bytes.length,
      scope,
      writable,
      ...(linked === undefined ? {} : { linked }),
    };
  }

  async write(place: DocumentPlace & { text: string; base: string }): Promise<{ hash: string }> {
    const found = await this.#locateWritable(place);
    return this.#alone(found, async () => {
      const bytes = await this.#bytesOf(found.real);
      if (bytes === undefined) throw new CodedError('conflict', `${place.path} does not exist any more.`);
      if (this.#hash(bytes) !== place.base) throw this.#conflict(bytes, place.path);
      const file = decode(bytes, place.path);
      return this.#put(found, { ...file, text: keepLineEnds(file.text, place.text) }, file.text);
    });
  }

  async create(place: DocumentPlace & { text: string }): Promise<{ hash: string }> {
    const found = await this.#locateNew(place);
    return this.#alone(found, async () => {
      const bytes = await this.#bytesOf(found.real);
      if (bytes !== undefined) throw this.#conflict(bytes, place.path);
      return this.#put(found, { text: place.text, encoding: 'utf-8', mark: false });
    });
  }

  async rename(place: DocumentPlace & { to: string }): Promise<void> {
    const found = await this.#locateWritable(place);
    const target = await this.#locateNew({ folder: place.folder, path: place.to });
    await this.#alone(found, async () => {
      const text = await this.#settingsText(found.real);
      await this.#move(found.real, target.real);
      await this.#changed(found, { before: text, after: '' });
      await this.#changed(target, { before: '', after: await this.#settingsText(target.real) });
    });
  }

  async copy(place: DocumentPlace & { to: string }): Promise<void> {
    const found = await locateDocument(this.#services, place);
    const target = await this.#locateNew({ folder: place.folder, path: place.to });
    await this.#alone(target, async () => {
      await this.#mustBeFree(target.real);
      await this.#services.ports.copyEntry(found.real, target.real);
      await this.#changed(target, { before: '', after: await this.#settingsText(target.real) });
    });
  }

  async trash(place: DocumentPlace): Promise<string> {
    const found = await this.#locateWritable(place);
    return this.#alone(found, async () => {
      const text = await this.#settingsText(found.real);
      const undo = await this.#trash.put(found.folder, found.real);
      await this.#changed(found, { before: text, after: '' });
      return undo;
    });
  }

  async restore(undo: string): Promise<string> {
    const entry = await this.#trash.read(undo);
    const found = await this.#locateWritable(entry);
    return this.#alone(found, async () => {
      if ((await this.#services.ports.files.stat(found.real)) !== undefined)
        throw new CodedError('conflict', `${entry.path} exists by now: nothing was brought back.`);
      await this.#trash.takeBack(undo, entry);
      await this.#changed(found, { before: '', after: await this.#settingsText(found.real) });
      return entry.path;
    });
  }

  watch(place: DocumentPlace, client: symbol): Promise<string | undefined> {
    return this.#watching.run(place.path, async () => {
      const { real } = await locateDocument(this.#services, place);
      return this.#watchers.watch(place.path, real, client);
    });
  }

  async unwatch(path: string, client: symbol): Promise<void> {
    await this.#watching.run(path, async () => this.#watchers.unwatch(path, client));
  }

  leaveAll(client: symbol): void {
    this.#watchers.leaveAll(client);
  }

  close(): void {
    this.#watchers.close();
  }

  async #locateWritable(place: DocumentPlace): Promise<LocatedDocument> {
    const found = await locateDocument(this.#services, place);
    if (!found.writable) throw new CodedError('denied', `${place.path} is not written from here.`);
    return found;
  }

  /** Where a document is to be that is loaded once it is there. */
  async #locateNew(place: DocumentPlace): Promise<LocatedDocument> {
    const found = await this.#locateWritable(place);
    const [, below = basename(place.path)] = place.path.split(/\/\.claude\/(?!.*\/\.claude\/)/s);
    if (below.split('/').some((name) => BAD_NAME.test(name))) throw new CodedError('bad-request', badName(place.path).message);
    return found;
  }

  /** Nobody of this process changes the file meanwhile, and no document is moved: a folder takes what lies in it along. */
  #alone<T>({ real }: LocatedDocument, job: () => Promise<T>): Promise<T> {
    return this.#queue.run('', () => this.#services.settingsQueue.run(real, job));
  }

  async #put(found: LocatedDocument, file: TextFile, before?: string): Promise<{ hash: string }> {
    const bytes = encodeText(file);
    await this.#services.ports.files.writeFile(found.real, bytes);
    await this.#changed(found, { before, after: file.text });
    return { hash: this.#hash(bytes) };
  }

  async #move(from: string, to: string): Promise<void> {
    if (from.toLowerCase() !== to.toLowerCase()) await this.#mustBeFree(to);
    await this.#services.ports.moveEntry(from, to);
  }

  async #mustBeFree(path: string): Promise<void> {
    if ((await this.#services.ports.files.stat(path)) !== undefined) throw new CodedError('conflict', `${path} already exists.`);
  }

  /** Rules and hooks of settings files hold at once, and a change of them goes on record. */
  async #changed({ folder, path, real }: LocatedDocument, texts: { before: string | undefined; after: string }): Promise<void> {
    if (!SETTINGS.test(basename(real))) return;
    await this.#services.reloadPolicies(folder);
    this.#services.audit.happened(folder, settingsChange(path, texts));
  }

  /** What a settings file says; nothing for any other file, and for one that nobody can read. */
  async #settingsText(real: string): Promise<string> {
    const bytes = SETTINGS.test(basename(real)) ? await this.#bytesOf(real).catch(() => undefined) : undefined;
    const decoded = bytes === undefined ? undefined : decodeText(bytes);
    return decoded !== undefined && isTextFile(decoded) ? decoded.text : '';
  }

  async #bytesOf(real: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#services.ports.files.readFile(real, MAX_BYTES);
    } catch (error) {
      if (error instanceof FileError && (error.code === 'not-found' || error.code === 'not-a-directory')) return undefined;
      throw error;
    }
  }

  #conflict(bytes: Uint8Array, path: string): CodedError {
    const { text } = decode(bytes, path);
    return new CodedError('conflict', `${path} was changed meanwhile: nothing was written.`, {
      text: plainLineEnds(text),
      hash: this.#hash(bytes),
    });
  }

  #hash(bytes: Uint8Array): string {
    return this.#services.ports.hash(bytes);
  }
}

function decode(bytes: Uint8Array, path: string): TextFile {
  const decoded = decodeText(bytes);
  if (!isTextFile(decoded)) throw new CodedError('bad-request', `${path} is not a text that can be edited: ${decoded.detail}.`);
  return decoded;
}
