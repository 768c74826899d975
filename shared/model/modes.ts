/** Permission modes in the order in which they are offered. */
export const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const;
