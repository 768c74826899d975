import type { AddCommand } from './command-context';

/** Each command is loaded only when it is named, so that none pays for another. */
export const COMMANDS = {
  open: async (): Promise<AddCommand> => (await import('./open-command')).addOpenCommand,
  serve: async (): Promise<AddCommand> => (await import('./serve-command')).addServeCommand,
  run: async (): Promise<AddCommand> => (await import('./run-command')).addRunCommand,
  sessions: async (): Promise<AddCommand> => (await import('./sessions-command')).addSessionsCommand,
  payload: async (): Promise<AddCommand> => (await import('./payload-command')).addPayloadCommand,
  permissions: async (): Promise<AddCommand> => (await import('./permissions-command')).addPermissionsCommand,
  audit: async (): Promise<AddCommand> => (await import('./audit-command')).addAuditCommand,
  agents: async (): Promise<AddCommand> => (await import('./agents-command')).addAgentsCommand,
  skills: async (): Promise<AddCommand> => (await import('./skills-command')).addSkillsCommand,
  hooks: async (): Promise<AddCommand> => (await import('./hooks-command')).addHooksCommand,
  mcp: async (): Promise<AddCommand> => (await import('./mcp-command')).addMcpCommand,
  memory: async (): Promise<AddCommand> => (await import('./memory-command')).addMemoryCommand,
  doctor: async (): Promise<AddCommand> => (await import('./doctor-command')).addDoctorCommand,
} as const;

export type CommandName = keyof typeof COMMANDS;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
