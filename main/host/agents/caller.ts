/** Who asks for an agent: a call of a turn. */
export interface Caller {
  agent: string;
  turn: string;
  item?: string;
  signal: AbortSignal;
}
