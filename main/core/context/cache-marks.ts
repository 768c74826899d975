import type { CacheMark } from '../../../shared/model/part';

/** A block that a mark may stand on, with the estimated tokens of the prefix that ends with it. */
export interface MarkPlace {
  pointer: string;
  prefixTokens: number;
}

export interface MarkPlan {
  /** Last block of system, or of tools when there is no system. */
  front: MarkPlace | undefined;
  /** Where the agent's previous call had its newest mark, and how many blocks came after it. */
  previous: (MarkPlace & { blocksSince: number }) | undefined;
  /** The newest message's last block that may carry one. */
  newest: MarkPlace | undefined;
  minimumTokens: number;
  ttl: '5m' | '1h';
}

/** A mark looks back this many blocks for an earlier cache entry. */
export const LOOK_BACK = 20;
export const MAX_MARKS = 4;

/**
 * Marks for an append-only prefix: the pinned front, the newest block, and, when more was added than a mark looks back over,
 * the place of the previous call's mark, so that its entry is found. A prefix below the model's minimum is not cached: no mark.
 */
export function planMarks(plan: MarkPlan): CacheMark[] {
  const places = [
    plan.front,
    plan.previous !== undefined && plan.previous.blocksSince > LOOK_BACK ? plan.previous : undefined,
    plan.newest,
  ];
  const pointers = new Set(
    places.filter((place) => place !== undefined && place.prefixTokens >= plan.minimumTokens).map((place) => place?.pointer ?? ''),
  );
  return [...pointers].slice(0, MAX_MARKS).map((pointer) => ({ pointer, ...(plan.ttl === '1h' ? { ttl: '1h' as const } : {}) }));
}
