import type { LintFinding } from '../../../shared/model/call';
import type { PlacedMessage, PlacedPart } from '../../../shared/model/part';
import type { BlockDraft } from './block-draft';
import { blockType, draftBlock, isThinking, textMember } from './block-draft';
import { withoutReferences } from './drop-references';
import type { History } from './history';
import type { LostParts } from './lost-parts';
import type { RefusedBlock } from './session-context';
import { placeStandIn } from './stand-in';
import type { SegmentMaker } from './text-block';

export const QUARANTINE_WORDS = '[This part is left out: the provider refused it.]';
const ORPHAN_WORDS = '[This result is left out: its call is lost.]';
const CALL_POINTER = /^\/messages\/(\d+)(?:\/content\/(\d+))?(?:\/|$)/;

/** Message and block that a pointer into a request names. */
export function readBlockPointer(pointer: string): { message: number; block: number | undefined } | undefined {
  const match = CALL_POINTER.exec(pointer);
  return match === null ? undefined : { message: Number(match[1]), block: match[2] === undefined ? undefined : Number(match[2]) };
}

export interface Rewrite {
  /** Thinking goes: another model signed it. */
  dropThinking: boolean;
  /** References to deferred tools become words: the provider has no deferral of its own. */
  plainReferences: boolean;
  /** Blocks that the provider refused, with the event that set each aside. */
  quarantined: ReadonlyArray<{ pointer: string; event: string }>;
  /** Blocks whose stored text is gone. */
  lost: LostParts;
}

/** The messages of a history after an operation that breaks its prefix. Messages without a change keep their parts. */
export async function rewriteMessages(
  history: History,
  rewrite: Rewrite,
  read: (placed: PlacedPart) => Promise<string>,
  maker: SegmentMaker,
): Promise<{ messages: PlacedMessage[]; findings: LintFinding[] }> {
  const refused = new Map(rewrite.quarantined.map(({ pointer, event }) => [pointer, event]));
  const droppedCalls = new Set<string>();
  const { lost } = rewrite;
  const isRecovery = lostInHistory(history, lost);
  let dropped = 0;
  let asked = new Set<string>();
  const messages: PlacedMessage[] = [];
  for (const [index, { message }] of history.entries.entries()) {
    const blocks: PlacedPart[] = [];
    if (message.role === 'assistant') asked = new Set();
    for (const [place, placed] of message.blocks.entries()) {
      const refusal = refused.get(`/messages/${index}/content/${place}`);
      const isRefused = refusal !== undefined;
      if (!isRefused && message.role === 'user' && droppedCalls.size === 0 && !rewrite.plainReferences && !isRecovery) {
        blocks.push(placed);
        continue;
      }
      const draft = draftBlock(placed, await read(placed));
      const isLost = lost.has(placed.part);
      if (isLost && wasThinking(placed, message.role)) continue;
      if (isThinking(draft) && (rewrite.dropThinking || isRefused)) {
        dropped += 1;
        continue;
      }
      if (droppedCalls.has(textMember(draft.value, 'tool_use_id'))) continue;
      if (isRefused && blockType(draft) === 'tool_use') droppedCalls.add(textMember(draft.value, 'id'));
      if (isRecovery && blockType(draft) === 'tool_use') asked.add(textMember(draft.value, 'id'));
      const isOrphan = isRecovery && blockType(draft) === 'tool_result' && !asked.has(textMember(draft.value, 'tool_use_id'));
      if (isOrphan) blocks.push(placeStandIn(maker, placed, { type: 'text', text: ORPHAN_WORDS }, 'recovery', lost.event));
      else if (isLost) blocks.push(placeStandIn(maker, placed, draft.value, 'recovery', lost.event));
      else if (isRefused) blocks.push(replaceRefused(draft, maker, refusal));
      else blocks.push(rewrite.plainReferences ? withoutReferences(draft, maker) : placed);
    }
    if (blocks.length > 0) messages.push({ role: message.role, blocks });
  }
  const findings: LintFinding[] =
    dropped > 0 && rewrite.dropThinking
      ? [
          {
            code: 'foreign-thinking',
            pointer: '/messages',
            message: `${dropped} thinking blocks of another model are left out`,
            repaired: true,
          },
        ]
      : [];
  return { messages, findings };
}

/** Whether the newest request holds a block whose stored text is gone; its texts were read. */
export function lostInHistory({ entries }: History, lost: LostParts): boolean {
  return entries.some(({ message }) => message.blocks.some(({ part }) => lost.has(part)));
}

/** Thinking that is lost leaves nothing: its signature was of the very text. Redacted thinking has no segments. */
function wasThinking({ segments: [first] }: PlacedPart, role: PlacedMessage['role']): boolean {
  return role === 'assistant' && (first === undefined || first.kind === 'thinking');
}

/** A refused block keeps its place, and a result its pairing; its content becomes words that say so. */
function replaceRefused(draft: BlockDraft, maker: SegmentMaker, event: string): PlacedPart {
  const value =
    blockType(draft) === 'tool_result'
      ? { type: 'tool_result', tool_use_id: draft.value['tool_use_id'], content: QUARANTINE_WORDS }
      : { type: 'text', text: QUARANTINE_WORDS };
  return placeStandIn(maker, draft.placed, value, 'quarantine', event);
}

/** Which block was refused; undefined when the pointer names none. */
export async function describeRefused(
  history: History,
  pointer: string,
  read: (placed: PlacedPart) => Promise<string>,
): Promise<{ pointer: string; refused: RefusedBlock } | undefined> {
  const at = readBlockPointer(pointer);
  const entry = at === undefined ? undefined : history.entries[at.message];
  if (at === undefined || entry === undefined) return undefined;
  const drafts = await Promise.all(entry.message.blocks.map(async (placed) => draftBlock(placed, await read(placed))));
  const heavy = drafts.flatMap((draft, index) =>
    blockType(draft) === 'image' || blockType(draft) === 'document' || /"type":"(image|document)"/.test(draft.json) ? [index] : [],
  );
  const block = at.block ?? (heavy.length === 1 ? heavy[0] : drafts.length === 1 ? 0 : undefined);
  const draft = block === undefined ? undefined : drafts[block];
  if (block === undefined || draft === undefined || draft.value['text'] === QUARANTINE_WORDS || draft.value['content'] === QUARANTINE_WORDS)
    return undefined;
  return { pointer: `/messages/${at.message}/content/${block}`, refused: { block: blockType(draft), place: at.message + 1 } };
}
