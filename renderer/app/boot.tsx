import { createRoot } from 'react-dom/client';
import { loadOpenSession } from '../features/conversation/conversation-pane';
import { loadMarkdown } from '../features/conversation/rich-text';
import { startLanguages } from '../stores/i18n';
import { connectHost } from '../transport/connect-host';
import { App } from './app';
import { loadInspector } from './registry';
import { start } from './start';

/** Draws the frame as soon as it has its words; the connection is made beside that. */
export async function boot(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const connecting = connectHost();
  await startLanguages();
  createRoot(root).render(<App />);
  start(await connecting);
  // Once the first screen is done and nothing else is at work. What fails here is tried again when it is shown.
  for (const load of [loadOpenSession, loadMarkdown, loadInspector]) window.requestIdleCallback?.(() => void load().catch(() => undefined));
}
