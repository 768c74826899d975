const LONGEST = 24;
/** What agents are called that a hook started: no definition can have this name. */
export const HOOK_NAME = 'hook:agent';
const HOOK_SLUG = 'hook-agent';

/** A path below `parent` that no agent of the session has: `main/explore-1`. */
export function nameAgent(parent: string, type: string, taken: Iterable<string>): string {
  const own = slugOf(type);
  const slug = own.startsWith(HOOK_SLUG) && type !== HOOK_NAME ? `type-${own}`.slice(0, LONGEST) : own;
  const ids = new Set([...taken].map(idOfAgent));
  let number = 1;
  while (ids.has(`${slug}-${number}`)) number += 1;
  return `${parent}/${slug}-${number}`;
}

function slugOf(type: string): string {
  const slug = type
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, LONGEST) || 'agent';
}

/** The last part of a path: what the model and the person call the agent. */
export function idOfAgent(agent: string): string {
  return agent.slice(agent.lastIndexOf('/') + 1);
}

/** Whether a hook started it, or one above it: hooks start no agents for these, or each would bring the next. */
export function isOfHook(agent: string): boolean {
  return agent.split('/').some((id) => id.startsWith(`${HOOK_SLUG}-`));
}
