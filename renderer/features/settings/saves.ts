import { create } from 'zustand';
import type { ConfigChange } from '../../../shared/model/config';
import type { ErrorCode } from '../../../shared/model/failure';
import { changeConfig } from '../../stores/config';
import { errorCode } from '../../stores/host';

/** Keys to set, and keys to put back to their defaults. */
export interface Edit {
  change?: ConfigChange;
  clear?: (keyof ConfigChange)[];
}

/** What became of the newest change: shown beside its field. */
export interface SaveNote {
  field: string;
  state: 'saving' | 'saved' | 'undone' | 'failed';
  error?: ErrorCode;
  undo?: Edit;
}

export const useSaves = create<{ note: SaveNote | undefined }>(() => ({ note: undefined }));

/** Saves at once. `undo` is the edit that takes it back, where there is one. */
export async function saveSetting(field: string, edit: Edit, undo?: Edit): Promise<void> {
  await run(field, edit, { field, state: 'saved', ...(undo ? { undo } : {}) });
}

export async function undoSave(note: SaveNote): Promise<void> {
  if (note.undo) await run(note.field, note.undo, { field: note.field, state: 'undone' });
}

/** Shows the outcome of something else than the configuration (a key) in the same place. */
export async function noteOutcome(field: string, job: Promise<unknown>): Promise<boolean> {
  useSaves.setState({ note: { field, state: 'saving' } });
  try {
    await job;
    useSaves.setState({ note: { field, state: 'saved' } });
    return true;
  } catch (error) {
    useSaves.setState({ note: { field, state: 'failed', error: errorCode(error) } });
    return false;
  }
}

async function run(field: string, { change = {}, clear = [] }: Edit, done: SaveNote): Promise<void> {
  useSaves.setState({ note: { field, state: 'saving' } });
  try {
    await changeConfig(change, clear);
    useSaves.setState({ note: done });
  } catch (error) {
    useSaves.setState({ note: { field, state: 'failed', error: errorCode(error) } });
  }
}
