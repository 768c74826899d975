import type { RegisteredTool, ToolRegistry } from './tool';

const MOST_NEAR = 3;

export function createToolRegistry(tools: readonly RegisteredTool[]): ToolRegistry {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size !== tools.length) throw new Error('two tools have the same name');
  return {
    all: () => tools,
    get: (name) => byName.get(name),
    near(name) {
      const wanted = plain(name);
      return tools
        .map((tool) => ({ name: tool.name, distance: distanceOf(wanted, plain(tool.name)) }))
        .filter(({ name: other, distance }) => distance <= Math.max(2, Math.floor(Math.max(wanted.length, other.length) / 2)))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, MOST_NEAR)
        .map((one) => one.name);
    },
  };
}

function plain(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Edit distance; a name that contains the other is near. */
function distanceOf(a: string, b: string): number {
  if (a !== '' && b !== '' && (a.includes(b) || b.includes(a))) return Math.min(1, Math.abs(a.length - b.length));
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
