import { hideInValue, type HideSecrets } from '../secrets/hide-secrets';
import type { ServerPrompt, ServerResource, ServerResourceTemplate, ServerTool } from './server-connection';

/**
 * What servers say of what they have, without secrets: it goes into requests, logs and lists. What they are asked by stays: the names of
 * tools, prompts and arguments, and the addresses of resources.
 */
export function guardTool(tool: ServerTool, hide: HideSecrets): Promise<ServerTool> {
  return guard(tool, ['title', 'description', 'inputSchema', 'outputSchema'], hide);
}

export function guardResource(resource: ServerResource, hide: HideSecrets): Promise<ServerResource> {
  return guard(resource, ['name', 'title', 'description'], hide);
}

export function guardTemplate(template: ServerResourceTemplate, hide: HideSecrets): Promise<ServerResourceTemplate> {
  return guard(template, ['name', 'title', 'description'], hide);
}

export async function guardPrompt(prompt: ServerPrompt, hide: HideSecrets): Promise<ServerPrompt> {
  const named = await Promise.all(prompt.arguments.map((one) => guard(one, ['description'], hide)));
  return { ...(await guard(prompt, ['title', 'description'], hide)), arguments: named };
}

async function guard<T extends object>(given: T, members: ReadonlyArray<keyof T & string>, hide: HideSecrets): Promise<T> {
  const present = members.filter((member) => given[member] !== undefined);
  const hidden = await Promise.all(
    present.map(async (member): Promise<[string, unknown]> => [member, await hideInValue(given[member], hide)]),
  );
  return { ...given, ...Object.fromEntries(hidden) };
}
