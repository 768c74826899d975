import type { FiringRecord } from '../../../shared/contract/hook-methods';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { SessionLog } from '../sessions/session-log';

/** Events that one page may look through: in a session with few hooks it is short, and says where to go on. */
const MOST_EVENTS = 20_000;

export interface FiringPage {
  /** Newest first. */
  firings: FiringRecord[];
  /** Where an older page begins; absent: there is none. */
  before?: number;
}

/** Firings of hooks before a place in the log, read backwards from there: a page costs what is in it, not what the log has. */
export async function pageFirings(
  log: Pick<SessionLog, 'state' | 'read'>,
  { before = Infinity, limit }: { before?: number | undefined; limit: number },
): Promise<FiringPage> {
  const firings: FiringRecord[] = [];
  let end = Math.min(before, log.state.lastSeq + 1);
  const last = Math.max(1, end - MOST_EVENTS);
  for (let window = limit * 4; end > last && firings.length < limit; window *= 2) {
    const from = Math.max(last, end - window);
    firings.push(...(await readFirings(log, from, end)).reverse());
    end = from;
  }
  const page = firings.slice(0, limit);
  const next = page.length < firings.length ? page.at(-1)?.seq : end > 1 ? end : undefined;
  return { firings: page, ...(next === undefined ? {} : { before: next }) };
}

async function readFirings(log: Pick<SessionLog, 'read'>, from: number, end: number): Promise<FiringRecord[]> {
  const firings: FiringRecord[] = [];
  for await (const event of log.read(from - 1)) {
    if (event.seq >= end) break;
    if (!isKnownEvent(event) || event.type !== 'hook/considered') continue;
    const { v: _v, id: _id, type: _type, ...firing } = event;
    firings.push(firing);
  }
  return firings;
}
