import type { FiringRecord } from '../../../shared/contract/hook-methods';

const LINK = /^bench:([^:]+):(\d+)$/;

/** A selected detail that leads to the test bench with the input of a recorded event. */
export function benchLink({ event, seq }: Pick<FiringRecord, 'event' | 'seq'>): string {
  return `bench:${event}:${seq}`;
}

export function readBenchLink(detail: string | undefined): { event: string; seq: number } | undefined {
  const [, event, seq] = detail?.match(LINK) ?? [];
  return event === undefined ? undefined : { event, seq: Number(seq) };
}
