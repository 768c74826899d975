import { readLanguage, resolveLanguage } from '../stores/language';
import { loadWords } from '../stores/words';

// Imported at run time: the static shell paints before all the rest is read. The words travel meanwhile.
void loadWords(resolveLanguage(readLanguage()), 'common').catch(() => undefined);
void import('./boot').then(({ boot }) => boot());
