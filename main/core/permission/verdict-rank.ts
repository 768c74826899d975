import type { Verdict } from '../../../shared/model/permission';

const RANK: Readonly<Record<Verdict, number>> = { deny: 0, ask: 1, allow: 2 };

export function isStricter(one: Verdict, other: Verdict): boolean {
  return RANK[one] < RANK[other];
}
