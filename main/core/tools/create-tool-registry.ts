import { editDistance } from '../kernel/edit-distance';
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

/** A name that contains the other is near. */
function distanceOf(a: string, b: string): number {
  if (a !== '' && b !== '' && (a.includes(b) || b.includes(a))) return Math.min(1, Math.abs(a.length - b.length));
  return editDistance(a, b);
}
