/** Limits of a turn where the person set none. */
export const DEFAULT_LIMITS = { rounds: 100, repeats: 5 };
export const DEFAULT_AGENT_LIMITS = { depth: 3, total: 50, concurrent: 20 };
