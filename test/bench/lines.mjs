/** Every line of the bench by its name, in the order of the table. Loaded when it is run. */
export const LINES = {
  'run-start': async () => (await import('./lines/run-start.mjs')).measureRunStart,
  'tool-rounds': async () => (await import('./lines/tool-rounds.mjs')).measureToolRounds,
  'many-reads': async () => (await import('./lines/many-reads.mjs')).measureManyReads,
  desktop: async () => (await import('./lines/desktop.mjs')).measureDesktop,
  'open-session': async () => (await import('./lines/open-session.mjs')).measureOpenSession,
  'stream-text': async () => (await import('./lines/stream-text.mjs')).measureStreamText,
  'bash-output': async () => (await import('./lines/bash-output.mjs')).measureBashOutput,
  inspector: async () => (await import('./lines/inspector.mjs')).measureInspector,
  'disk-growth': async () => (await import('./lines/disk-growth.mjs')).measureDiskGrowth,
  'large-repository': async () => (await import('./lines/large-repository.mjs')).measureLargeRepository,
  sandbox: async () => (await import('./lines/sandbox.mjs')).measureSandbox,
  agents: async () => (await import('./lines/agents.mjs')).measureAgents,
  hooks: async () => (await import('./lines/hooks.mjs')).measureHooks,
  skills: async () => (await import('./lines/skills.mjs')).measureSkills,
  memory: async () => (await import('./lines/memory.mjs')).measureMemory,
  'permission-decide': async () => (await import('./lines/permission-decide.mjs')).measurePermissionDecide,
};
