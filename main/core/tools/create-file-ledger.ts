import type { ToolCallItem } from '../../../shared/model/item';
import type { FileLedger } from './tool';

export interface SessionFileLedger extends FileLedger {
  /** Every file with its last seen hash, for finding what changed outside. */
  entries(): IterableIterator<[path: string, hash: string]>;
  /** Takes over what a stored call read or wrote, so that a resumed session knows its files. */
  noteCall(item: ToolCallItem): void;
}

export function createFileLedger(): SessionFileLedger {
  const hashes = new Map<string, string>();
  return {
    seen: (path) => hashes.get(path),
    note(path, hash) {
      hashes.set(path, hash);
    },
    entries: () => hashes.entries(),
    noteCall({ display }) {
      if (display?.type === 'file' && display.hash !== '') hashes.set(display.path, display.hash);
      if (display?.type === 'change') hashes.set(display.change.path, display.change.afterHash);
    },
  };
}
