import { type ComponentType, lazy } from 'react';
import type { View } from '../stores/selection-hash';
import { loadAhead } from '../ui/load-ahead';

// Features never meet: the frame knows them by these names and loads each when it is first shown. What every first screen shows
// is no lazy part: React holds back what replaces a fallback until 300 ms after the fallback appeared.
export const FolderPicker = lazy(async () => ({ default: (await import('../features/sessions/folder-picker')).FolderPicker }));
export const ExportDialog = lazy(async () => ({ default: (await import('../features/sessions/export-dialog')).ExportDialog }));
export const CallsLedger = lazy(async () => ({ default: (await import('../features/ledgers/calls-ledger')).CallsLedger }));
export const HookLedger = lazy(async () => ({ default: (await import('../features/hooks/hook-ledger')).HookLedger }));
export const TerminalPane = lazy(async () => ({ default: (await import('../features/terminal/terminal-pane')).TerminalPane }));
export const AgentTreePane = lazy(async () => ({ default: (await import('../features/agents/agent-tree-pane')).AgentTreePane }));
export const AgentBar = lazy(async () => ({ default: (await import('../features/agents/agent-bar')).AgentBar }));
export const SessionServerRequests = lazy(async () => ({
  default: (await import('../features/mcp/session-server-requests')).SessionServerRequests,
}));
export const CommandPalette = lazy(async () => ({ default: (await import('./palette/command-palette')).CommandPalette }));
export const ShortcutSheet = lazy(async () => ({ default: (await import('./palette/shortcut-sheet')).ShortcutSheet }));

/** Loaded ahead of the key that opens it. */
export const { load: loadInspector, Part: Inspector } = loadAhead<object>(
  async () => (await import('../features/inspector/inspector')).Inspector,
);

export const SettingsView = lazy(async () => ({ default: (await import('../features/settings/settings-view')).SettingsView }));

export type FolderArea = Exclude<View, 'sessions' | 'settings'>;
/** What stands in the centre for each area that shows something of the open folder. */
export const FOLDER_VIEWS: Record<FolderArea, ComponentType<{ folder: string }>> = {
  permissions: lazy(async () => ({ default: (await import('../features/permissions/permissions-view')).PermissionsView })),
  audit: lazy(async () => ({ default: (await import('../features/audit/audit-view')).AuditView })),
  hooks: lazy(async () => ({ default: (await import('../features/hooks/hooks-view')).HooksView })),
  agents: lazy(async () => ({ default: (await import('../features/agents/agents-view')).AgentsView })),
  mcp: lazy(async () => ({ default: (await import('../features/mcp/mcp-view')).McpView })),
  skills: lazy(async () => ({ default: (await import('../features/skills/skills-view')).SkillsView })),
};
