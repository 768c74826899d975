import { type Theme, useUi } from '../stores/ui';

/** Sets `data-theme` on the page to light or dark, following the system where that is the choice. */
export function followTheme(): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset['theme'] = resolveTheme(useUi.getState().theme, query.matches);
  };
  apply();
  query.addEventListener('change', apply);
  const off = useUi.subscribe(apply);
  return () => {
    off();
    query.removeEventListener('change', apply);
  };
}

export function resolveTheme(theme: Theme, systemIsDark: boolean): 'light' | 'dark' {
  return theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme;
}
