/** Names that the ecosystem keeps for itself. */
const RESERVED: ReadonlySet<string> = new Set(['workspace', 'claude-in-chrome', 'computer-use', 'Claude Preview', 'Claude Browser']);
/** An object cannot have this one like any other. */
const NAME = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/;

/** Why a server cannot be called that; undefined where it can. */
export function findNameProblem(name: string): 'reserved' | 'bad' | undefined {
  if (RESERVED.has(name)) return 'reserved';
  return NAME.test(name) ? undefined : 'bad';
}
