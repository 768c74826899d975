import '../theme/theme.css';
import { createRoot } from 'react-dom/client';
import { startLanguages } from '../stores/i18n';
import { connectHost } from '../transport/connect-host';
import { App } from './app';
import { start } from './start';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

// The languages and the connection start side by side; the frame is drawn as soon as it has its words.
const connecting = connectHost();
await startLanguages(['common', 'frame']);
createRoot(root).render(<App />);
start(await connecting);
