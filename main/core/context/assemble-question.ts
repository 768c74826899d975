import type { CallStart } from '../../../shared/model/call';
import type { PartRef, PlacedPart, Recipe } from '../../../shared/model/part';
import type { ContextDeps } from './context-deps';
import { escapeMarks } from './escape-marks';
import { countTokens } from './history';
import type { SingleQuestion } from './single-question';
import { renderBody } from './render-body';
import { requestOverhead } from './request-overhead';
import type { AssembledCall } from './session-context';
import type { PieceOwner, SegmentMaker } from './text-block';
import { placeText } from './text-block';

/** A request of its own, with a segment for each of its texts, as every request has. */
export function assembleQuestion(
  deps: Pick<ContextDeps, 'ids' | 'sha256' | 'log'>,
  make: SegmentMaker,
  given: SingleQuestion,
): AssembledCall {
  const texts = new Map<string, string>();
  const maker: SegmentMaker = { ...make, log: { putPart: (json) => remember(deps.log.putPart(json), json) } };
  const remember = (ref: PartRef, json: string): PartRef => {
    texts.set(ref.hash, json);
    return ref;
  };
  const event = deps.ids.next('ev');
  const put = (owner: PieceOwner, text: string): PlacedPart => placeText(maker, [{ ...owner, text: escapeMarks(text) }], event);
  const { task, words } = ownersOf(given);
  const system = put(task, given.system);
  const asked = put(words, given.prompt);
  const recipe: Recipe = {
    head: given.head,
    system: [system],
    tools: [],
    messages: [{ role: 'user', blocks: [asked] }],
    marks: [],
  };
  const body = renderBody(recipe, (ref) => texts.get(ref.hash) ?? '');
  const start: CallStart = {
    call: deps.ids.next('call'),
    turn: given.turn,
    agent: given.agent,
    number: 1,
    purpose: given.server === undefined ? { type: 'hook' } : { type: 'server', server: given.server },
    provider: given.provider,
    model: given.model,
    endpoint: given.endpoint,
    recipe,
    bytes: new TextEncoder().encode(body).length,
    bodyHash: deps.sha256(body),
    estimate: {
      system: countTokens(system.segments),
      tools: 0,
      messages: countTokens(asked.segments),
      overhead: requestOverhead(recipe.messages.length, 0),
    },
    lint: [],
    comparison: { segments: 0, bytes: 0, tokens: 0, brokenBy: 'first-call' },
  };
  return { start, body, headers: {}, events: [] };
}

/** Who the task and the words of a question are from. */
function ownersOf({ run, place, server }: SingleQuestion): { task: PieceOwner; words: PieceOwner } {
  if (server !== undefined) {
    const why = { trigger: 'tool-ran' as const, detail: server };
    return {
      task: { kind: 'core', source: { type: 'host', part: 'sampling' }, why },
      words: { kind: 'mention', source: { type: 'server', server }, trust: 'untrusted', why },
    };
  }
  const why = { trigger: 'hook-ran' as const };
  const stands = place === undefined ? {} : { path: place.file, line: place.line };
  return {
    task: { kind: 'core', source: { type: 'host', part: 'hook-judge' }, why },
    words: { kind: 'hook-output', source: { type: 'hook', run, ...stands }, why },
  };
}
