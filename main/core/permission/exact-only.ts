/** Programs that hide what they run or when, or that change what later commands are: a prefix or wildcard rule never allows them. */
export const EXACT_ONLY = new Set([
  'watch',
  'setsid',
  'ionice',
  'flock',
  'eval',
  'source',
  '.',
  'trap',
  'exec',
  'alias',
  'hash',
  'enable',
  'coproc',
  'function',
]);
