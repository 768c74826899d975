import type { Result } from '../../../shared/contract/methods';

export interface DocumentPlace {
  folder: string;
  path: string;
}

/** The documents of the agent as a person edits them: what `document.*` of the contract does. */
export interface Documents {
  read(place: DocumentPlace): Promise<Result<'document.read'>>;
  write(place: DocumentPlace & { text: string; base: string }): Promise<{ hash: string }>;
  create(place: DocumentPlace & { text: string }): Promise<{ hash: string }>;
  rename(place: DocumentPlace & { to: string }): Promise<void>;
  copy(place: DocumentPlace & { to: string }): Promise<void>;
  /** Gives the name by which `restore` brings it back. */
  trash(place: DocumentPlace): Promise<string>;
  restore(undo: string): Promise<string>;
  /** Gives the hash of what stands there now. */
  watch(place: DocumentPlace, client: symbol): Promise<string | undefined>;
  unwatch(path: string, client: symbol): Promise<void>;
  /** A client went: nobody tells it of changes any more. */
  leaveAll(client: symbol): void;
  close(): void;
}
