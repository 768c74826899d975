import { isOneOf, readPreference } from './preferences';

export type Language = 'system' | 'en' | 'ja';

/** What was chosen last in this window. */
export function readLanguage(): Language {
  return readPreference('language', 'system', isOneOf('system', 'en', 'ja'));
}

/** The language that `system` stands for here. */
export function resolveLanguage(language: Language, system: string = navigator.language): 'en' | 'ja' {
  if (language !== 'system') return language;
  return system.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}
