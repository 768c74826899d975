import type { Anatomy } from '../../../shared/model/anatomy';
import type { HiddenSecrets } from '../../../shared/model/hidden-secrets';
import type { ResolvedRecipe } from '../../../shared/model/part';
import { cutStart } from '../../../shared/text/cut-text';
import { mapLimited } from '../kernel/map-limited';
import { listHidden } from '../secrets/placeholders';
import type { SessionLog } from '../sessions/session-log';
import { type CallOutline, SIDE_BY_SIDE } from './call-source';
import { describeSource } from './describe-source';
import { listBlocks, listSegments } from './list-segments';
import { parsePart, readPieces } from './text-form';
import { tokenTable } from './token-table';

const MAX_PREVIEW = 400;

interface Beginning {
  text: string;
  chars: number;
  hidden: HiddenSecrets[];
}

/**
 * What the inspector's first tab shows of a call. Tokens of segments are the table's shares, so that they add up.
 *
 * @throws CodedError `not-found` when a part is missing or damaged.
 */
export async function readAnatomy(source: CallOutline, readPart: SessionLog['readPart']): Promise<Anatomy> {
  const { start, end, recipe } = source;
  const listed = listSegments(recipe);
  const tokens = tokenTable(source, listed);
  const beginnings = await readBeginnings(recipe, readPart);
  const segments = listed.map((segment, index) => {
    const beginning = beginnings.get(segment.id);
    const share = tokens.rows[index]?.tokens ?? 0;
    return {
      ...segment,
      tokens: share,
      text: beginning?.text ?? '',
      chars: beginning?.chars ?? 0,
      share: tokens.total === 0 ? 0 : share / tokens.total,
      path: describeSource(segment.source),
      ...(beginning === undefined || beginning.hidden.length === 0 ? {} : { hidden: beginning.hidden }),
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

/** One part after the other: of a request of megabytes only the beginnings are kept, and other work gets its turn in between. */
async function readBeginnings(recipe: ResolvedRecipe, readPart: SessionLog['readPart']): Promise<Map<string, Beginning>> {
  const beginnings = new Map<string, Beginning>();
  await mapLimited(listBlocks(recipe), SIDE_BY_SIDE, async ({ placed }) => {
    for (const { segment, text } of readPieces(parsePart(await readPart(placed.part)), placed))
      beginnings.set(segment.id, { text: cutStart(text, MAX_PREVIEW), chars: text.length, hidden: listHidden(text) });
  });
  return beginnings;
}
