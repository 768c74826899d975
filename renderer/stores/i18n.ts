import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { resolveLanguage, useUi } from './ui';

// One chunk for each language and namespace: a screen loads only its own words, in one language.
const files = import.meta.glob<{ default: Record<string, unknown> }>('../locales/*/*.json');

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`no words for ${language}/${namespace}`), undefined);
    load().then(
      (words) => done(null, words.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), undefined),
    );
  },
};

/** Starts the languages with what the first screen needs, and keeps them in step with the chosen language. */
export async function startLanguages(first: readonly string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: resolveLanguage(useUi.getState().language),
      fallbackLng: false,
      supportedLngs: ['en', 'ja'],
      ns: [...first],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = i18next.language;
  useUi.subscribe(({ language }, before) => {
    const next = resolveLanguage(language);
    if (language === before.language || next === i18next.language) return;
    void i18next.changeLanguage(next).then(() => {
      document.documentElement.lang = next;
    });
  });
}
