import { type ComponentType, lazy } from 'react';
import type { View } from '../stores/selection-hash';

// Features never meet: the frame knows them by these names and loads each when it is first shown.
export const SessionsPane = lazy(async () => ({ default: (await import('../features/sessions/sessions-pane')).SessionsPane }));
export const FolderPicker = lazy(async () => ({ default: (await import('../features/sessions/folder-picker')).FolderPicker }));
export const ExportDialog = lazy(async () => ({ default: (await import('../features/sessions/export-dialog')).ExportDialog }));
export const ConversationPane = lazy(async () => ({
  default: (await import('../features/conversation/conversation-pane')).ConversationPane,
}));
export const Composer = lazy(async () => ({ default: (await import('../features/composer/composer')).Composer }));
export const CallsLedger = lazy(async () => ({ default: (await import('../features/ledgers/calls-ledger')).CallsLedger }));
export const CommandPalette = lazy(async () => ({ default: (await import('./palette/command-palette')).CommandPalette }));
export const ShortcutSheet = lazy(async () => ({ default: (await import('./palette/shortcut-sheet')).ShortcutSheet }));

type Views = Record<string, ComponentType>;
const files = import.meta.glob<Views>([
  '../features/inspector/inspector.tsx',
  '../features/settings/settings-view.tsx',
  '../features/permissions/permissions-view.tsx',
  '../features/skills/skills-view.tsx',
]);

function feature(path: string, name: string): ComponentType | undefined {
  const load = files[`../features/${path}.tsx`];
  if (!load) return undefined;
  return lazy(async () => {
    const view = (await load())[name];
    if (!view) throw new Error(`${path} has no ${name}`);
    return { default: view };
  });
}

export const Inspector = feature('inspector/inspector', 'Inspector');
export const VIEWS: Partial<Record<View, ComponentType>> = {
  settings: feature('settings/settings-view', 'SettingsView'),
  permissions: feature('permissions/permissions-view', 'PermissionsView'),
  skills: feature('skills/skills-view', 'SkillsView'),
};
