/** The main agent's path (`MAIN_AGENT` in shared/model/item, repeated here so that the frame does not load the schemas). */
export const MAIN_AGENT_PATH = 'main';
