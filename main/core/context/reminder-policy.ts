import type { Config } from '../../../shared/model/config';
import type { ReminderPolicy } from '../../../shared/model/reminder-policy';
import type { SegmentSource, SegmentWhy } from '../../../shared/model/segment';
import type { SegmentKind } from '../../../shared/model/segment-kind';
import { KIND_TRAITS } from '../../../shared/model/kind-traits';

/** The newest copy of a reminder in the history. */
export interface ReminderCopy {
  /** Estimated tokens of the messages before it. */
  position: number;
  /** Hash of its part: the same text has the same hash. */
  hash: string;
  turn: string;
}

/** Copies of one reminder share this key: the same kind from the same place. */
export function reminderKey(kind: SegmentKind, source: SegmentSource): string {
  if (kind === 'skill-list') return kind;
  if (source.type === 'file') return `${kind}|file:${source.path}`;
  if (source.type === 'host') return `${kind}|host:${source.part}`;
  return `${kind}|${JSON.stringify(source)}`;
}

export function policyOf(kind: SegmentKind, config: Config): ReminderPolicy {
  return config.reminders[kind] ?? KIND_TRAITS[kind].reminder ?? { when: 'once' };
}

/**
 * Whether a reminder is due now, and why. A text that changed since its last copy is due under every policy but `once` and
 * `never`: an outdated copy is none. `distance` is given whenever the policy looks at it and there is an earlier copy.
 */
export function dueReminder(
  policy: ReminderPolicy,
  last: ReminderCopy | undefined,
  now: { position: number; hash: string; turn: string },
): Pick<SegmentWhy, 'trigger' | 'policy' | 'distance'> | undefined {
  if (policy.when === 'never') return undefined;
  if (last === undefined) return { trigger: 'first-reminder', policy };
  if (policy.when === 'once') return undefined;
  const distance = now.position - last.position;
  if (last.hash !== now.hash) return { trigger: 'changed', policy, ...(policy.when === 'distance' ? { distance } : {}) };
  if (policy.when === 'turn') return last.turn === now.turn ? undefined : { trigger: 'every-turn', policy };
  if (policy.when === 'distance' && distance >= policy.tokens) return { trigger: 'distance', policy, distance };
  return undefined;
}
