/** The one door to localStorage: what a window remembers about its own looks. Everything else lives in the host. */
interface Preferences {
  theme: 'system' | 'light' | 'dark';
  language: 'system' | 'en' | 'ja';
  inspectorOpen: boolean;
  rawWrap: boolean;
  bottomOpen: boolean;
  bottom: 'terminal' | 'calls' | 'hooks';
  listOpen: boolean;
  terminalReader: boolean;
  layouts: Record<string, Record<string, number>>;
  folder: string;
  tourStep: number;
  tourHidden: boolean;
  keyBannerHidden: boolean;
  history: string[];
  drafts: Record<string, string>;
  /** Documents with unsaved changes, by folder and path. */
  documents: Record<string, Record<'text' | 'saved' | 'hash', string>>;
}
type Key = keyof Preferences;

const prefix = 'vitrine.';
const memory = new Map<string, string>();

/** A stored value of the fallback's own type; anything else reads as the fallback. */
export function readPreference<K extends Key>(
  key: K,
  fallback: Preferences[K],
  isValid: (value: unknown) => value is Preferences[K],
): Preferences[K] {
  const text = getItem(prefix + key);
  if (text === undefined) return fallback;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function writePreference<K extends Key>(key: K, value: Preferences[K]): void {
  const text = JSON.stringify(value);
  memory.set(prefix + key, text);
  try {
    localStorage.setItem(prefix + key, text);
  } catch {
    // A full or forbidden store costs the memory of looks only; this window still has `memory`.
  }
}

function getItem(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return memory.get(key);
  }
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isString = (value: unknown): value is string => typeof value === 'string';
export const isStringList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);
export const isRecordOf =
  <T>(isValid: (value: unknown) => value is T) =>
  (value: unknown): value is Record<string, T> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isValid);
export const isOneOf =
  <T extends string>(...options: readonly T[]) =>
  (value: unknown): value is T =>
    options.some((option) => option === value);
