import { create } from 'zustand';
import { type Language, readLanguage } from './language';
import { isBoolean, isNumber, isOneOf, isRecordOf, readPreference, writePreference } from './preferences';

export type Theme = 'system' | 'light' | 'dark';
export type Bottom = 'terminal' | 'calls' | 'hooks';
export type Overlay = 'palette' | 'shortcuts' | 'folder' | 'export' | undefined;

interface UiState {
  theme: Theme;
  language: Language;
  inspectorOpen: boolean;
  /** The dock that lies over the page on a window too narrow to show it beside; not remembered. */
  overlaid: 'list' | 'inspector' | undefined;
  bottomOpen: boolean;
  /** What the dock at the bottom shows. */
  bottom: Bottom;
  listOpen: boolean;
  /** Terminals are written out for screen readers, line by line. */
  terminalReader: boolean;
  overlay: Overlay;
  layouts: Record<string, Record<string, number>>;
}

export const useUi = create<UiState>(() => ({
  theme: readPreference('theme', 'system', isOneOf('system', 'light', 'dark')),
  language: readLanguage(),
  inspectorOpen: readPreference('inspectorOpen', true, isBoolean),
  overlaid: undefined,
  bottomOpen: readPreference('bottomOpen', false, isBoolean),
  bottom: readPreference('bottom', 'calls', isOneOf('terminal', 'calls', 'hooks')),
  listOpen: readPreference('listOpen', true, isBoolean),
  terminalReader: readPreference('terminalReader', false, isBoolean),
  overlay: undefined,
  layouts: readPreference('layouts', {}, isRecordOf(isRecordOf(isNumber))),
}));

export function setTheme(theme: Theme): void {
  useUi.setState({ theme });
  writePreference('theme', theme);
}

export function setLanguage(language: Language): void {
  useUi.setState({ language });
  writePreference('language', language);
}

type Dock = 'inspectorOpen' | 'bottomOpen' | 'listOpen';

export function setDock(dock: Dock, open: boolean): void {
  useUi.setState(dock === 'inspectorOpen' ? { inspectorOpen: open } : dock === 'bottomOpen' ? { bottomOpen: open } : { listOpen: open });
  writePreference(dock, open);
}

export function toggleDock(dock: Dock): void {
  setDock(dock, !useUi.getState()[dock]);
}

/** Opens the dock at the bottom with one of its parts. */
export function setBottom(bottom: Bottom): void {
  useUi.setState({ bottom });
  writePreference('bottom', bottom);
  setDock('bottomOpen', true);
}

export function setTerminalReader(terminalReader: boolean): void {
  useUi.setState({ terminalReader });
  writePreference('terminalReader', terminalReader);
}

export function showOverlay(overlay: Overlay): void {
  useUi.setState({ overlay });
}

/** Remembers the sizes (percent) of a panel group, by the set of panels that it shows. */
export function rememberLayout(group: string, layout: Record<string, number>): void {
  const layouts = { ...useUi.getState().layouts, [group]: layout };
  useUi.setState({ layouts });
  writePreference('layouts', layouts);
}
