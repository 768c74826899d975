import { useEffect } from 'react';
import { create } from 'zustand';
import type { DocumentScope } from '../../shared/contract/document-methods';
import type { ErrorCode } from '../../shared/model/failure';
import { HostCallError } from '../transport/host-call-error';
import { call, errorCode, listen } from './host';
import { isRecordOf, isString, readPreference, writePreference } from './preferences';

/** What stands on the disk now while the person edited what stood there before; without a `hash` the file is gone. */
export interface DocumentConflict {
  text: string;
  hash: string | undefined;
}

export interface OpenDocument {
  phase: 'loading' | 'ready' | 'missing' | 'failed';
  error: ErrorCode | undefined;
  /** As the person has it; `saved` as it was read or written last, under `hash`. */
  text: string;
  saved: string;
  hash: string;
  scope: DocumentScope;
  writable: boolean;
  /** It is not written because a link of the project leads to it from elsewhere. */
  linked: boolean;
  saving: boolean;
  conflict: DocumentConflict | undefined;
}

const LOADING: OpenDocument = {
  phase: 'loading',
  error: undefined,
  text: '',
  saved: '',
  hash: '',
  scope: 'project',
  writable: false,
  linked: false,
  saving: false,
  conflict: undefined,
};

interface Place {
  folder: string;
  path: string;
}

/** More than this is not kept over a reload of the window. */
const MOST_KEPT = 500_000;
/** Between what is typed and its note: not with every key. */
const KEEP_MS = 300;

/** Documents by folder and path. One with unsaved changes stays when nothing shows it: coming back finds them, also after a reload. */
const useDocuments = create<Record<string, OpenDocument>>(() =>
  Object.fromEntries(
    Object.entries(readPreference('documents', {}, isRecordOf(isKept))).map(([key, kept]) => [key, { ...LOADING, ...kept }]),
  ),
);

type Kept = Record<'text' | 'saved' | 'hash', string>;

function isKept(value: unknown): value is Kept {
  return isRecordOf(isString)(value) && ['text', 'saved', 'hash'].every((name) => name in value);
}

/** Notes what is unsaved, for a window that is loaded anew. */
function keepUnsaved(): void {
  const unsaved = Object.entries(useDocuments.getState()).filter(([, open]) => isDirty(open));
  const kept: Record<string, Kept> = {};
  let size = 0;
  for (const [key, { text, saved, hash }] of unsaved) {
    size += text.length + saved.length;
    if (size <= MOST_KEPT) kept[key] = { text, saved, hash };
  }
  writePreference('documents', kept);
}

const shown = new Map<string, number>();
/** Changed by somebody while they were being written from here. */
const missed = new Set<string>();
/** How often each was written from here: what was read before a write says nothing about it. */
const writes = new Map<string, number>();

function keyOf({ folder, path }: Place): string {
  return `${folder}\n${path}`;
}

let keeping = false;

function change(place: Place, next: Partial<OpenDocument>): void {
  useDocuments.setState((all) => ({ [keyOf(place)]: { ...(all[keyOf(place)] ?? LOADING), ...next } }));
  if (keeping) return;
  keeping = true;
  setTimeout(() => {
    keeping = false;
    keepUnsaved();
  }, KEEP_MS);
}

function current(place: Place): OpenDocument {
  return useDocuments.getState()[keyOf(place)] ?? LOADING;
}

export function isDirty({ text, saved }: Pick<OpenDocument, 'text' | 'saved'>): boolean {
  return text !== saved;
}

/** Reads what stands on the disk. The person's changes are never dropped by it: where both changed, that is a conflict. */
export async function readDocument(place: Place): Promise<void> {
  const written = writes.get(keyOf(place));
  try {
    const { text, hash, scope, writable, linked = false } = await call('document.read', place);
    if (writes.get(keyOf(place)) !== written) return readDocument(place);
    const now = current(place);
    const base = { phase: 'ready' as const, error: undefined, scope, writable, linked };
    if (!isDirty(now) || now.text === text) change(place, { ...base, text, saved: text, hash, conflict: undefined });
    else if (hash !== now.hash) change(place, { ...base, conflict: { text, hash } });
    else change(place, { ...base, conflict: undefined });
  } catch (error) {
    const code = errorCode(error);
    const now = current(place);
    if (code === 'not-found' && isDirty(now)) change(place, { conflict: { text: '', hash: undefined } });
    else if (code === 'not-found') change(place, { ...LOADING, phase: 'missing', error: code });
    else change(place, now.phase === 'ready' ? { error: code } : { ...LOADING, phase: 'failed', error: code });
  }
}

export function editDocument(place: Place, text: string): void {
  change(place, { text });
}

/** Writes over the very text that the person began with. Answers whether it was written; rejects for anything but a conflict. */
export async function saveDocument(place: Place): Promise<boolean> {
  const { text, hash } = current(place);
  change(place, { saving: true });
  try {
    const written =
      hash === '' ? await call('document.create', { ...place, text }) : await call('document.write', { ...place, text, base: hash });
    change(place, { phase: 'ready', writable: true, saved: text, hash: written.hash, conflict: undefined, error: undefined });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'conflict') throw error;
    change(place, { conflict: conflictOf(error) });
    return false;
  } finally {
    writes.set(keyOf(place), (writes.get(keyOf(place)) ?? 0) + 1);
    change(place, { saving: false });
    if (missed.delete(keyOf(place))) void readDocument(place);
  }
}

function conflictOf(error: unknown): DocumentConflict {
  const data = error instanceof HostCallError ? error.data : undefined;
  const [text, hash] = [data?.['text'], data?.['hash']];
  return { text: typeof text === 'string' ? text : '', hash: typeof hash === 'string' ? hash : undefined };
}

/** Writes the person's text over what somebody else wrote meanwhile, as it was shown. */
export async function keepMine(place: Place): Promise<boolean> {
  const { conflict } = current(place);
  if (!conflict) return false;
  change(place, { saved: conflict.text, hash: conflict.hash ?? '', conflict: undefined });
  return saveDocument(place);
}

/** Takes what stands on the disk and answers what the person had. */
export function takeTheirs(place: Place): string {
  const { conflict, text } = current(place);
  if (conflict?.hash === undefined) change(place, { ...LOADING, phase: 'missing', error: 'not-found' });
  else change(place, { text: conflict.text, saved: conflict.text, hash: conflict.hash, conflict: undefined });
  return text;
}

async function hearOf(place: Place, hash: string | undefined): Promise<void> {
  const { saving, hash: known } = current(place);
  // What is being written here may be what was heard of: it is looked at when that is done.
  if (saving) missed.add(keyOf(place));
  else if ((hash ?? '') !== known) await readDocument(place);
}

/** An open document: what it holds now, and what can be done with it. External changes appear at once where nothing is unsaved. */
export function useDocument(folder: string, path: string): OpenDocument & { dirty: boolean; place: Place } {
  const place = { folder, path };
  const key = keyOf(place);
  const open = useDocuments((all) => all[key]) ?? LOADING;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the place
  useEffect(() => {
    shown.set(key, (shown.get(key) ?? 0) + 1);
    const look = () => void readDocument(place);
    const first = readDocument(place);
    // What changed between that look and the watch nobody tells.
    void call('document.watch', place).then(
      ({ hash }) => first.then(() => hearOf(place, hash)),
      () => undefined,
    );
    const off = listen('document/changed', ({ path: changed, hash }) => {
      if (changed === path) void hearOf(place, hash);
    });
    // What no watcher tells, such as a change on a network disk, is seen when the window is looked at again.
    addEventListener('focus', look);
    return () => {
      off();
      removeEventListener('focus', look);
      const left = (shown.get(key) ?? 1) - 1;
      shown.set(key, left);
      if (left > 0) return;
      shown.delete(key);
      void call('document.unwatch', place).catch(() => undefined);
      if (!isDirty(current(place))) forget(key);
    };
  }, [key]);
  return { ...open, dirty: isDirty(open), place };
}

function forget(key: string): void {
  const { [key]: _gone, ...rest } = useDocuments.getState();
  useDocuments.setState(rest, true);
}
