import type { Anatomy } from '../../../shared/model/anatomy';
import { cutStart } from '../../../shared/text/cut-text';
import type { CallSource } from './call-source';
import { describeSource } from './describe-source';
import { listBlocks, listSegments } from './list-segments';
import { parsePart, readPieces } from './text-form';
import { tokenTable } from './token-table';

const MAX_PREVIEW = 400;

/** What the inspector's first tab shows of a call. Tokens of segments are the table's shares, so that they add up. */
export function buildAnatomy(source: CallSource): Anatomy {
  const { start, end, recipe } = source;
  const listed = listSegments(recipe);
  const tokens = tokenTable(source, listed);
  const texts = new Map<string, string>();
  for (const { placed } of listBlocks(recipe)) {
    for (const piece of readPieces(parsePart(source.read(placed.part)), placed)) texts.set(piece.segment.id, piece.text);
  }
  const segments = listed.map((segment, index) => {
    const text = texts.get(segment.id) ?? '';
    const share = tokens.rows[index]?.tokens ?? 0;
    return {
      ...segment,
      tokens: share,
      text: cutStart(text, MAX_PREVIEW),
      chars: text.length,
      share: tokens.total === 0 ? 0 : share / tokens.total,
      path: describeSource(segment.source),
    };
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
    tokens,
    marks: recipe.marks,
    lint: start.lint,
    comparison: start.comparison,
    contextTokens: tokens.total + (end?.usage?.output ?? 0),
  };
}
