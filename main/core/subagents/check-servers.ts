import type { Diagnostic } from '../../../shared/model/permission';
import { nearestName } from '../kernel/nearest-name';
import { sayAgent } from './agent-words';
import type { AgentDefinition } from './definition';

/** Servers that a definition names and that no file configures. */
export function checkServers({ mcpServers = [], source }: AgentDefinition, configured: readonly string[]): Diagnostic[] {
  const { file } = source;
  if (file === undefined) return [];
  return mcpServers
    .filter(({ name }) => !configured.includes(name))
    .map(({ name, line }) => {
      const suggestion = nearestName(name, configured);
      return {
        code: 'agent-no-server',
        severity: 'warning',
        ...sayAgent('no-server', { server: name }),
        file,
        line,
        ...(suggestion === undefined ? {} : { suggestion }),
      };
    });
}
