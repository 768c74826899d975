import type { Config, ModelInfo } from '../../../shared/model/config';
import type { NewEvent } from '../../../shared/model/event';
import type { PlacedPart } from '../../../shared/model/part';
import type { SegmentWhy } from '../../../shared/model/segment';
import { repairSurrogates } from '../../../shared/text/cut-text';
import type { Ids } from '../ports';
import { countTokens } from './history';
import type { Candidate } from './reminder-candidates';
import type { ReminderCopy } from './reminder-policy';
import { dueReminder, policyOf, reminderKey } from './reminder-policy';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

export interface ReminderMoment {
  turn: string;
  agent: string;
  call: string;
  config: Config;
  model: ModelInfo;
  /** Estimated tokens of the messages before the reminders. */
  position: number;
  copies: ReadonlyMap<string, ReminderCopy>;
}

export interface SentReminder {
  placed: PlacedPart;
  event: NewEvent;
}

/** Decides which candidates are due and places those, in order, each with the reason why. */
export function sendDueReminders(candidates: readonly Candidate[], moment: ReminderMoment, maker: SegmentMaker, ids: Ids): SentReminder[] {
  const sent: SentReminder[] = [];
  for (const candidate of candidates) {
    const last = moment.copies.get(reminderKey(candidate.kind, candidate.source));
    const policy = policyOf(candidate.kind, moment.config);
    const hash = policy.when === 'never' || (policy.when === 'once' && last !== undefined) ? '' : hashOf(candidate, maker);
    const due = dueReminder(policy, last, { position: moment.position, hash, turn: moment.turn });
    if (due === undefined) continue;
    const special = due.trigger === 'first-reminder' || due.trigger === 'changed' ? candidate.trigger : undefined;
    const why: SegmentWhy = {
      ...due,
      ...(special === undefined ? {} : { trigger: special }),
      ...(candidate.detail === undefined ? {} : { detail: candidate.detail }),
    };
    const event = ids.next('ev');
    const placed = placeText(
      maker,
      candidate.pieces.map((piece) => ({ ...piece, why })),
      event,
    );
    sent.push({
      placed,
      event: {
        type: 'item/completed',
        id: event,
        item: {
          id: ids.next('item'),
          turn: moment.turn,
          agent: moment.agent,
          call: moment.call,
          kind: 'reminder',
          segment: candidate.kind,
          source: candidate.source,
          why,
          tokens: countTokens(placed.segments),
          placed: [placed],
        },
      },
    });
  }
  return sent;
}

/** Hashes of candidates that live longer than a call: a standing file is not hashed again every round. */
const hashes = new WeakMap<Candidate, string>();

function hashOf(candidate: Candidate, maker: SegmentMaker): string {
  const known = hashes.get(candidate);
  if (known !== undefined) return known;
  const text = candidate.pieces.map((piece) => repairSurrogates(piece.text)).join('');
  const { hash } = maker.log.putPart(JSON.stringify({ type: 'text', text }));
  hashes.set(candidate, hash);
  return hash;
}
