import type { ServerWarning } from '../../../shared/model/mcp';

/** What a person should know of a server whose tools, each with a hash of what it says, are others than before. */
export function describeGrowth(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): ServerWarning[] {
  const added = Object.keys(now).filter((tool) => before[tool] === undefined);
  const removed = Object.keys(before).filter((tool) => now[tool] === undefined);
  const changed = Object.keys(now).filter((tool) => before[tool] !== undefined && before[tool] !== now[tool]);
  const params = (tools: readonly string[]) => ({
    tools: tools.slice(0, 20).join(', '),
    count: tools.length,
    before: Object.keys(before).length,
    now: Object.keys(now).length,
  });
  return [
    ...(added.length === 0 ? [] : [{ code: 'tools-added' as const, params: params(added) }]),
    ...(removed.length === 0 ? [] : [{ code: 'tools-removed' as const, params: params(removed) }]),
    ...(changed.length === 0 ? [] : [{ code: 'tools-changed' as const, params: params(changed) }]),
  ];
}
