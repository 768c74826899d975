import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, CapabilityUse } from '../../../shared/model/permission';

/** What these calls give back is the host's or the person's own. */
const OWN_CAPABILITIES: ReadonlySet<Action['capability']> = new Set(['ask-user', 'plan', 'write']);

/**
 * What an approval names as text that nobody vouches for: pages, servers, files outside the project, and the output of commands
 * that may reach further, whichever way they ended. The project's own files are its author's words. `folder` is absolute and resolved.
 */
export function untrustedSource(item: ToolCallItem, folder: string): string[] {
  const { action, decision } = item;
  if (item.display?.type === 'agent') return item.display.untrusted;
  if (item.synthesised === true || action === undefined || OWN_CAPABILITIES.has(action.capability)) return [];
  if (action.output !== undefined) {
    const { command, capabilities } = action.output;
    return capabilities.every(({ capability }) => capability === 'run-read-only') ? [] : [`${item.name}: ${command}`];
  }
  if (action.capability === 'read' || action.capability === 'search') {
    const outside = action.paths.filter((path) => path !== folder && !path.startsWith(`${folder}/`));
    return outside.map((path) => `${item.name}: ${path}`);
  }
  if (action.capability === 'execute' && decision?.builtin === 'read-only-command') return [];
  return [`${item.name}: ${action.url ?? action.command ?? action.summary}`];
}

/**
 * The same, of calls only that surely brought in foreign text: after these, what may act outside the project is asked for again.
 * The output of a command counts where it fetched something or read a file outside the project.
 */
export function foreignSource(item: ToolCallItem, folder: string): string[] {
  if (item.display?.type === 'agent') return item.display.foreign;
  const uses = commandUses(item);
  const reaches = uses?.some(({ capability }) => capability === 'network' || capability === 'read-outside') ?? true;
  return reaches ? untrustedSource(item, folder) : [];
}

/** What the command used whose output the call gave; undefined where it is no command's. */
function commandUses({ action, decision }: ToolCallItem): readonly CapabilityUse[] | undefined {
  return action?.output?.capabilities ?? (action?.capability === 'execute' ? (decision?.capabilities ?? []) : undefined);
}

/** Gathers the sources of a turn's calls, which only grow in number: each is looked at once. */
export function createSourceGatherer(
  sourcesOf: (item: ToolCallItem) => string[],
): (turn: string, calls: readonly ToolCallItem[]) => string[] {
  let known = { turn: '', calls: 0, sources: new Set<string>() };
  return (turn, calls) => {
    if (turn !== known.turn || calls.length < known.calls) known = { turn, calls: 0, sources: new Set() };
    for (const item of calls.slice(known.calls)) for (const source of sourcesOf(item)) known.sources.add(source);
    known.calls = calls.length;
    return [...known.sources];
  };
}
