// All words of a language lie in one chunk (see electron.vite.config.ts): one request, and no view waits for its own.
const files = import.meta.glob<{ default: Record<string, unknown> }>('../locales/*/*.json');

export const NAMESPACES: readonly string[] = [...new Set(Object.keys(files).map((file) => file.replace(/^.*\/|\.json$/g, '')))];

/** The words of a namespace; the first of a language brings all of them. */
export async function loadWords(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = files[`../locales/${language}/${namespace}.json`];
  if (!load) throw new Error(`no words for ${language}/${namespace}`);
  return (await load()).default;
}
