import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { resolveLanguage } from './language';
import { useUi } from './ui';
import { loadWords, NAMESPACES } from './words';

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    loadWords(language, namespace).then(
      (words) => done(null, words),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), undefined),
    );
  },
};

/** Starts with the chosen language and keeps in step with it. */
export async function startLanguages(): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: resolveLanguage(useUi.getState().language),
      fallbackLng: false,
      supportedLngs: ['en', 'ja'],
      ns: [...NAMESPACES],
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
