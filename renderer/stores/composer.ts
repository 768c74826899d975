import type { Mode } from '../../shared/model/mode';
import type { UserInput } from '../../shared/model/item';
import { create } from 'zustand';
import { isRecordOf, isString, isStringList, readPreference, writePreference } from './preferences';

type Image = UserInput['images'][number];

interface Draft {
  text: string;
  images: Image[];
}

interface ComposerState {
  /** By session id, or `new` for the session that the first message will make. */
  drafts: Record<string, Draft>;
  /** Oldest first. */
  history: string[];
  /** Chosen for new sessions. */
  model: string | undefined;
  /** Chosen for the next new session alone. */
  mode: Mode | undefined;
  /** Rises to ask the composer to take the focus. */
  focusRequest: number;
}

export const NEW_SESSION = 'new';
const MAX_HISTORY = 200;
const MAX_STORED_DRAFT = 20_000;
/** Unsent texts that are kept; the one that was touched longest ago goes first. */
const MAX_DRAFTS = 50;
const EMPTY: Draft = { text: '', images: [] };

const stored = readPreference('drafts', {}, isRecordOf(isString));

export const useComposer = create<ComposerState>(() => ({
  drafts: Object.fromEntries(Object.entries(stored).map(([key, text]) => [key, { text, images: [] }])),
  history: readPreference('history', [], isStringList),
  model: undefined,
  mode: undefined,
  focusRequest: 0,
}));

export function draftOf(state: ComposerState, key: string): Draft {
  return state.drafts[key] ?? EMPTY;
}

export function setDraft(key: string, change: Partial<Draft>): void {
  const { drafts } = useComposer.getState();
  const next = { ...(drafts[key] ?? EMPTY), ...change };
  const { [key]: _old, ...others } = drafts;
  const kept = Object.entries(others).slice(1 - MAX_DRAFTS);
  const all = Object.fromEntries(next.text === '' && next.images.length === 0 ? kept : [...kept, [key, next]]);
  useComposer.setState({ drafts: all });
  writePreference('drafts', Object.fromEntries(Object.entries(all).map(([id, draft]) => [id, draft.text.slice(0, MAX_STORED_DRAFT)])));
}

/** Puts what was not sent before whatever is typed by now. */
export function putBack(key: string, { text, images }: Draft): void {
  const typed = draftOf(useComposer.getState(), key);
  setDraft(key, { text: [text, typed.text].filter(Boolean).join('\n'), images: [...images, ...typed.images] });
}

export function rememberSent(text: string): void {
  const history = [...useComposer.getState().history.filter((old) => old !== text), text].slice(-MAX_HISTORY);
  useComposer.setState({ history });
  writePreference(
    'history',
    history.filter((entry) => entry.length <= MAX_STORED_DRAFT),
  );
}

export function focusComposer(): void {
  useComposer.setState(({ focusRequest }) => ({ focusRequest: focusRequest + 1 }));
}

/** Puts a text into the composer for the person to look at and send: nothing is sent by itself. */
export function suggestText(key: string, text: string): void {
  setDraft(key, { text });
  focusComposer();
}
