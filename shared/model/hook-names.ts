/** Kinds of handlers. */
export const HOOK_TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'] as const;

/** In the order of their weight: of several hooks, the first of these decides. */
export const HOOK_DECISIONS = ['deny', 'defer', 'ask', 'allow'] as const;
