import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { Item } from '../../../shared/model/item';
import type { SessionSummary } from '../../../shared/model/session';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { cutEnd, cutStart } from '../../../shared/text/cut-text';
import { createPace } from '../kernel/create-pace';
import type { Clock } from '../ports';
import { readWholeText } from './item-text';
import type { PartReader } from './part-text';
import type { SearchHit } from './session-store';

/** One pass over the events and texts of a session. */
export interface SessionTexts extends PartReader {
  events(): AsyncIterable<SessionEvent | UnknownEvent>;
  close(): Promise<void>;
}

export interface SearchSource {
  /** Newest first. */
  summaries: readonly SessionSummary[];
  openTexts(id: string): Promise<SessionTexts>;
  clock: Clock;
}

export interface SearchResult {
  hits: SearchHit[];
  /** True when the search stopped before it had seen everything. */
  partial: boolean;
}

const SNIPPET = 80;

/**
 * Looks for a text in what was said, thought, asked of tools and answered by them, newest session and newest item first. Case and
 * compatibility forms (NFKC) do not matter. Stops at `limit` hits or when `signal` aborts. A session that cannot be read is left out.
 */
export async function searchSessions(source: SearchSource, query: string, limit: number, signal: AbortSignal): Promise<SearchResult> {
  const needle = comparable(query).trim();
  const hits: SearchHit[] = [];
  if (needle === '') return { hits, partial: false };
  const pace = createPace(source.clock);
  for (const summary of source.summaries) {
    if (signal.aborted || hits.length >= limit) return { hits, partial: true };
    const found = await searchSession(source, summary, needle, signal, pace);
    const room = limit - hits.length;
    hits.push(...found.slice(0, room));
    if (found.length > room) return { hits, partial: true };
  }
  return { hits, partial: signal.aborted };
}

async function searchSession(
  source: SearchSource,
  summary: SessionSummary,
  needle: string,
  signal: AbortSignal,
  pace: () => Promise<void>,
): Promise<SearchHit[]> {
  const reader = await source.openTexts(summary.id).catch(() => undefined);
  if (reader === undefined) return [];
  const hits: SearchHit[] = [];
  try {
    for await (const event of reader.events()) {
      if (signal.aborted) break;
      await pace();
      if (!isKnownEvent(event) || event.type !== 'item/completed') continue;
      const found = findIn(await readSearchable(reader, event.item), needle);
      if (found !== undefined) hits.push({ session: summary.id, title: summary.title, item: event.item.id, at: event.at, ...found });
    }
  } finally {
    await reader.close();
  }
  return hits.reverse();
}

async function readSearchable(reader: PartReader, item: Item): Promise<string[]> {
  if (item.kind === 'notice') return [];
  if (item.kind !== 'tool-call') return [await readWholeText(reader, item, 'text')];
  return [await readWholeText(reader, item, 'input'), await readWholeText(reader, item, 'result')];
}

function findIn(texts: readonly string[], needle: string): Pick<SearchHit, 'before' | 'match' | 'after'> | undefined {
  for (const text of texts) {
    const folded = comparable(text);
    const at = folded.indexOf(needle);
    if (at < 0) continue;
    // Lower case can change lengths (İ): then the folded text is shown, whose places are right.
    const original = text.normalize('NFKC');
    const shown = original.length === folded.length ? original : folded;
    return {
      before: cutEnd(shown.slice(0, at), SNIPPET),
      match: shown.slice(at, at + needle.length),
      after: cutStart(shown.slice(at + needle.length), SNIPPET),
    };
  }
  return undefined;
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
