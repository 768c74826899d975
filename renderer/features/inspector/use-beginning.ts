import { useEffect } from 'react';
import { create } from 'zustand';
import type { SegmentBeginning } from '../../../shared/model/anatomy';
import { call } from '../../stores/host';

interface Beginnings {
  /** Session and call that they belong to: those of another one are let go of. */
  about: string;
  read: Readonly<Record<string, SegmentBeginning>>;
}

const useBeginnings = create<Beginnings>(() => ({ about: '', read: {} }));
const MAX_READ = 500;
let waiting: { about: string; ref: { session: string; call: string }; segments: Set<string> } | undefined;

/** How a segment's text begins; undefined until it is there. What is asked for in one moment makes one request. */
export function useBeginning(session: string, callId: string, segment: string): SegmentBeginning | undefined {
  const about = `${session} ${callId}`;
  const known = useBeginnings((state) => (state.about === about ? state.read[segment] : undefined));
  useEffect(() => {
    if (!known) want(about, { session, call: callId }, segment);
  }, [known, about, session, callId, segment]);
  return known;
}

function want(about: string, ref: { session: string; call: string }, segment: string): void {
  if (waiting?.about !== about) {
    waiting = { about, ref, segments: new Set() };
    queueMicrotask(() => void readWaiting());
  }
  waiting.segments.add(segment);
}

async function readWaiting(): Promise<void> {
  if (!waiting) return;
  const { about, ref, segments } = waiting;
  waiting = undefined;
  try {
    const { beginnings } = await call('call.beginnings', { ...ref, segments: [...segments].slice(0, MAX_READ) });
    const added = Object.fromEntries(beginnings.map((beginning) => [beginning.segment, beginning]));
    useBeginnings.setState((old) => ({ about, read: { ...(old.about === about ? old.read : {}), ...added } }));
  } catch {
    // Out of reach for the moment: a row asks again when it is next in sight.
  }
}
