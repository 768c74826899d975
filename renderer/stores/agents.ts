/** The main agent's path (`MAIN_AGENT` in shared/model/item, repeated here so that the frame does not load the schemas). */
export const MAIN_AGENT_PATH = 'main';

/** Paths of the agents above one, from the main agent down. */
export function pathAbove(agent: string): string[] {
  const parts = agent.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
