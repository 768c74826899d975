import { focusComposer } from '../stores/composer';
import { changeConfig } from '../stores/config';
import { goBack, goForward, selectSession, selectTree, selectView } from '../stores/selection';
import { stepCall } from '../stores/shown-call';
import { hideTour } from '../stores/tour';
import { focusTerminal, openShell } from '../stores/terminals';
import { showOverlay, toggleDock, useUi } from '../stores/ui';
import { toggleSideDock } from './frame/narrow-docks';

/** A thing that the person can do from anywhere. Its words are `frame:command.<id>`. */
export interface Command {
  id: string;
  /** `Mod` is Ctrl, or Command on a Mac. A bare key works only outside of text fields. */
  keys?: string;
  run: () => void;
}

export const COMMANDS: readonly Command[] = [
  { id: 'palette', keys: 'Mod+K', run: () => showOverlay('palette') },
  { id: 'new-session', keys: 'Mod+N', run: startSession },
  { id: 'open-folder', keys: 'Mod+O', run: () => showOverlay('folder') },
  { id: 'focus-composer', keys: 'Mod+L', run: focusComposer },
  { id: 'view-sessions', keys: 'Mod+1', run: () => selectView('sessions') },
  { id: 'view-permissions', keys: 'Mod+2', run: () => selectView('permissions') },
  { id: 'view-skills', keys: 'Mod+3', run: () => selectView('skills') },
  { id: 'view-settings', keys: 'Mod+4', run: () => selectView('settings') },
  { id: 'view-audit', keys: 'Mod+5', run: () => selectView('audit') },
  { id: 'view-hooks', keys: 'Mod+6', run: () => selectView('hooks') },
  { id: 'view-agents', keys: 'Mod+7', run: () => selectView('agents') },
  { id: 'view-mcp', keys: 'Mod+8', run: () => selectView('mcp') },
  { id: 'agent-tree', run: () => selectTree() },
  { id: 'previous-call', keys: '[', run: () => stepCall(-1) },
  { id: 'next-call', keys: ']', run: () => stepCall(1) },
  { id: 'back', keys: 'Alt+ArrowLeft', run: goBack },
  { id: 'forward', keys: 'Alt+ArrowRight', run: goForward },
  { id: 'toggle-list', keys: 'Mod+B', run: () => toggleSideDock('list') },
  { id: 'toggle-inspector', keys: 'Mod+I', run: () => toggleSideDock('inspector') },
  { id: 'toggle-bottom', keys: 'Mod+J', run: () => toggleDock('bottomOpen') },
  { id: 'toggle-terminal', keys: 'Mod+`', run: toggleTerminal },
  { id: 'shortcuts', keys: '?', run: () => showOverlay('shortcuts') },
  { id: 'new-terminal', run: () => openShell({ isolated: true }) },
  { id: 'new-terminal-outside', run: () => openShell({ isolated: false }) },
  { id: 'export-session', run: () => showOverlay('export') },
  { id: 'show-tour', run: () => hideTour(false) },
  { id: 'theme-light', run: () => void changeConfig({ theme: 'light' }) },
  { id: 'theme-dark', run: () => void changeConfig({ theme: 'dark' }) },
  { id: 'theme-system', run: () => void changeConfig({ theme: 'system' }) },
  { id: 'language-en', run: () => void changeConfig({ language: 'en' }) },
  { id: 'language-ja', run: () => void changeConfig({ language: 'ja' }) },
];

/** To the terminal, and from there back to the composer. */
function toggleTerminal(): void {
  const { bottomOpen, bottom } = useUi.getState();
  const inside = bottomOpen && bottom === 'terminal' && document.activeElement?.closest('.terminal-screen');
  if (inside) focusComposer();
  else focusTerminal();
}

function startSession(): void {
  selectSession(undefined);
  focusComposer();
}
