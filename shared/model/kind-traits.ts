import type { ReminderPolicy } from './reminder-policy';
import type { Field, Stability, Trust } from './segment';
import type { SegmentKind } from './segment-kind';

/** Where model-read text comes from, by number; the letter is what the interface shows. */
export const ORIGINS = {
  1: { name: 'core', letter: 'C' },
  2: { name: 'memory', letter: 'M' },
  3: { name: 'environment', letter: 'E' },
  4: { name: 'version-control', letter: 'V' },
  5: { name: 'instructions', letter: 'I' },
  6: { name: 'skills', letter: 'S' },
  7: { name: 'reminder', letter: 'R' },
  8: { name: 'conversation', letter: 'U' },
  9: { name: 'built-in-tool', letter: 'T' },
  10: { name: 'mcp', letter: 'P' },
} as const;
export type Origin = keyof typeof ORIGINS;

/** Long distance weakens attention: instructions and skills come back after this many tokens. */
export const DEFAULT_DISTANCE: ReminderPolicy = { when: 'distance', tokens: 40_000 };
const ONCE: ReminderPolicy = { when: 'once' };

export interface KindTraits {
  /** Origin that a segment of this kind has unless its source says otherwise (tool definitions may be 9 or 10). */
  origin: Origin;
  field: Field;
  trust: Trust;
  stability: Stability;
  /** Only kinds that travel in a `<system-reminder>` have one. */
  reminder?: ReminderPolicy;
}

/** The one table of kinds: field, trust, stability and default reminder policy of each. */
export const KIND_TRAITS: Record<SegmentKind, KindTraits> = {
  core: { origin: 1, field: 'system', trust: 'host', stability: 'session' },
  'agent-definition': { origin: 1, field: 'system', trust: 'project', stability: 'session' },
  'output-style': { origin: 1, field: 'system', trust: 'user', stability: 'session' },
  'memory-reference': { origin: 2, field: 'system', trust: 'user', stability: 'session' },
  environment: { origin: 3, field: 'system', trust: 'host', stability: 'session' },
  'vcs-snapshot': { origin: 4, field: 'system', trust: 'project', stability: 'session' },
  instructions: { origin: 5, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  rule: { origin: 5, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  'nested-instructions': { origin: 5, field: 'messages', trust: 'project', stability: 'session', reminder: ONCE },
  'skill-list': { origin: 6, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  'agent-list': { origin: 9, field: 'messages', trust: 'project', stability: 'session', reminder: DEFAULT_DISTANCE },
  'state-change': { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  mode: { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  'hook-output': { origin: 7, field: 'messages', trust: 'project', stability: 'turn', reminder: ONCE },
  todo: { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  limit: { origin: 7, field: 'messages', trust: 'host', stability: 'call', reminder: ONCE },
  'file-changed': { origin: 7, field: 'messages', trust: 'host', stability: 'turn', reminder: { when: 'changed' } },
  'user-text': { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  'user-command': { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  mention: { origin: 8, field: 'messages', trust: 'project', stability: 'turn' },
  attachment: { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  image: { origin: 8, field: 'messages', trust: 'user', stability: 'turn' },
  'assistant-text': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  thinking: { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  'tool-call': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  'tool-result': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  'synthesised-result': { origin: 8, field: 'messages', trust: 'host', stability: 'call' },
  'skill-body': { origin: 8, field: 'messages', trust: 'project', stability: 'turn' },
  'agent-task': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'turn' },
  'agent-result': { origin: 8, field: 'messages', trust: 'untrusted', stability: 'call' },
  summary: { origin: 8, field: 'messages', trust: 'host', stability: 'session' },
  'tool-definition': { origin: 9, field: 'tools', trust: 'host', stability: 'session' },
  'deferred-list': { origin: 9, field: 'messages', trust: 'host', stability: 'session', reminder: DEFAULT_DISTANCE },
  'server-instructions': { origin: 10, field: 'messages', trust: 'untrusted', stability: 'session', reminder: ONCE },
};
