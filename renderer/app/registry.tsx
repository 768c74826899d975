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

export const Inspector = lazy(async () => ({ default: (await import('../features/inspector/inspector')).Inspector }));

/** What stands in the centre for each area but the sessions. */
export const VIEWS: Record<Exclude<View, 'sessions'>, ComponentType> = {
  settings: lazy(async () => ({ default: (await import('../features/settings/settings-view')).SettingsView })),
  permissions: lazy(async () => ({ default: (await import('../features/permissions/permissions-view')).PermissionsView })),
  skills: lazy(async () => ({ default: (await import('../features/skills/skills-view')).SkillsView })),
};
