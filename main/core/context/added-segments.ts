import type { CallOutline } from './call-source';
import { diffCalls } from './diff-calls';
import { listBlocks } from './list-segments';

const NONE: ReadonlySet<string> = new Set();

/** The call before one, where that has to be read to say what was added: a recipe on top of it holds just that. */
export function neededForAdded({ start: { recipe, comparison } }: CallOutline): string | undefined {
  return recipe.base === comparison.previous ? undefined : comparison.previous;
}

/** Ids of the segments that the agent's call before (`neededForAdded`) did not send: none where there was no such call. */
export function addedSegments(source: CallOutline, previous: CallOutline | undefined): ReadonlySet<string> {
  const { recipe, comparison } = source.start;
  if (comparison.previous === undefined) return NONE;
  if (recipe.base === comparison.previous)
    return new Set(listBlocks(recipe).flatMap(({ placed }) => placed.segments.map((segment) => segment.id)));
  return previous === undefined ? NONE : new Set(diffCalls(source, previous).added);
}
