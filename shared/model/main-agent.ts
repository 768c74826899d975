/** The main agent's path; a sub-agent's is `main/<id>`. */
export const MAIN_AGENT = 'main';
