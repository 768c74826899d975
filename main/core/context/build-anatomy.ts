import type { Anatomy } from '../../../shared/model/anatomy';
import { addedSegments } from './added-segments';
import type { CallOutline } from './call-source';
import { describeSource } from './describe-source';
import { listSegments } from './list-segments';
import { shareTokens } from './share-tokens';

/** What the inspector's first tab shows of a call: all of it is in the log, no part is read. `previous` as in `addedSegments`. */
export function buildAnatomy(source: CallOutline, previous?: CallOutline): Anatomy {
  const { start, end, recipe } = source;
  const listed = listSegments(recipe);
  const { shares, sums } = shareTokens(source, listed);
  const added = addedSegments(source, previous);
  const segments = listed.map((segment, index) => {
    const tokens = shares[index] ?? 0;
    const share = sums.total === 0 ? 0 : tokens / sums.total;
    return { ...segment, tokens, share, path: describeSource(segment.source), ...(added.has(segment.id) ? { added: true } : {}) };
  });
  return {
    session: source.session,
    call: start.call,
    agent: start.agent,
    number: start.number,
    turn: start.turn,
    at: source.at,
    provider: start.provider,
    model: start.model,
    endpoint: start.endpoint,
    bytes: start.bytes,
    segments,
    tokens: sums,
    marks: recipe.marks,
    lint: start.lint,
    comparison: start.comparison,
    contextTokens: sums.total + (end?.usage?.output ?? 0),
  };
}
