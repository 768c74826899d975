import type { MethodTable } from './dispatch';
import { agentHandlers } from './handlers/agent-handlers';
import { appHandlers } from './handlers/app-handlers';
import { auditHandlers } from './handlers/audit-handlers';
import { callHandlers } from './handlers/call-handlers';
import { documentHandlers } from './handlers/document-handlers';
import { folderHandlers } from './handlers/folder-handlers';
import { hookHandlers } from './handlers/hook-handlers';
import { itemHandlers } from './handlers/item-handlers';
import { mcpHandlers } from './handlers/mcp-handlers';
import { memoryHandlers } from './handlers/memory-handlers';
import { nativeHandlers } from './handlers/native-handlers';
import { permissionHandlers } from './handlers/permission-handlers';
import { ruleHandlers } from './handlers/rule-handlers';
import { sessionHandlers } from './handlers/session-handlers';
import { settingsHandlers } from './handlers/settings-handlers';
import { skillHandlers } from './handlers/skill-handlers';
import { terminalHandlers } from './handlers/terminal-handlers';
import { worktreeHandlers } from './handlers/worktree-handlers';
import type { HostServices } from './host-services';

/** Every method of the contract with its handler: a method without one does not compile. */
export function createMethodTable(services: HostServices): MethodTable {
  return {
    ...appHandlers(services),
    ...folderHandlers(services),
    ...documentHandlers(services),
    ...memoryHandlers(services),
    ...mcpHandlers(services),
    ...sessionHandlers(services),
    ...itemHandlers(services),
    ...callHandlers(services),
    ...permissionHandlers(services),
    ...ruleHandlers(services),
    ...auditHandlers(services),
    ...skillHandlers(services),
    ...agentHandlers(services),
    ...worktreeHandlers(services),
    ...hookHandlers(services),
    ...settingsHandlers(services),
    ...terminalHandlers(services),
    ...nativeHandlers(),
  };
}
