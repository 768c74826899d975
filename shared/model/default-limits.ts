/** Limits of a turn where the person set none. */
export const DEFAULT_LIMITS = { rounds: 100, repeats: 5 };
