import '../theme/theme.css';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '../stores/i18n';
import { connectHost } from '../transport/connect-host';
import { App } from './app';
import { loadFirstScreen } from './registry';
import { start } from './start';

const FIRST_WORDS = ['common', 'frame', 'conversation', 'composer', 'sessions'];

/** Draws the frame as soon as it has its words; the connection is made beside that. */
export async function boot(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const connecting = connectHost();
  loadFirstScreen();
  await startLanguages(FIRST_WORDS);
  createRoot(root).render(<App />);
  start(await connecting);
}
