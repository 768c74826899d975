import { existsSync } from 'node:fs';
import type { Anatomy, CallResponse, PayloadDiff, RawSlice, SegmentBeginning } from '../../../shared/model/anatomy';
import type { Price } from '../../../shared/model/config';
import { CodedError } from '../../../shared/model/failure';
import { neededForAdded } from '../../core/context/added-segments';
import { buildAnatomy } from '../../core/context/build-anatomy';
import { type CallOutline, readerOf, readTexts } from '../../core/context/call-source';
import { diffCalls } from '../../core/context/diff-calls';
import { responseOf } from '../../core/context/response-of';
import { readBeginnings } from '../../core/context/segment-beginnings';
import { readSegmentText } from '../../core/context/segment-text';
import { readPartOrWords } from '../../core/sessions/part-text';
import type { SessionSource } from '../sessions/session-source';
import { answerQuestion, type Asked, type CallAnswers, type CallQuestion, OpenCall } from './call-query';
import { InspectorThread } from './inspector-thread';
import { loadTexts, readOutline } from './load-call';

/** Bodies from this size on are looked at in the thread: below it an answer takes less than about 8 ms. */
const THREAD_BYTES = 160 * 1024;
/** Calls that are kept: the inspector asks for the same one many times in a row. */
const KEPT = 4;

/**
 * Answers questions about any call of any session, live or old. All reject with `not-found` for an unknown call or segment, and
 * what asks for a whole body where parts of it are damaged. Only what asks for a whole body has it in memory.
 */
export class CallInspector {
  readonly #outlines = new Map<string, CallOutline>();
  readonly #bodies = new Map<string, OpenCall>();
  readonly #thread: InspectorThread | undefined;

  /** `worker`: the thread's bundled file; without it everything is answered here. */
  constructor(worker: string) {
    this.#thread = existsSync(worker) ? new InspectorThread(worker) : undefined;
  }

  async anatomy(session: SessionSource, call: string): Promise<Anatomy> {
    const outline = await this.#outline(session, call);
    const needed = neededForAdded(outline);
    // A call before that cannot be read any more takes the marks of what is new with it, not the anatomy.
    const previous = needed === undefined ? undefined : await this.#outline(session, needed).catch(() => undefined);
    return buildAnatomy(outline, previous);
  }

  async beginnings(session: SessionSource, call: string, segments: readonly string[]): Promise<SegmentBeginning[]> {
    return readBeginnings(await this.#outline(session, call), (ref) => session.readPart(ref), segments);
  }

  /** Against the agent's call before it, unless another one is named. */
  async diff(
    session: SessionSource,
    call: string,
    against: string | undefined,
    priceOf: (model: string) => Promise<Price | undefined>,
  ): Promise<PayloadDiff> {
    const outline = await this.#outline(session, call);
    const other = against ?? outline.start.comparison.previous;
    const price = await priceOf(`${outline.start.provider}/${outline.start.model}`);
    return diffCalls(outline, other === undefined ? undefined : await this.#outline(session, other), price);
  }

  async segment(session: SessionSource, call: string, slice: { segment: string; offset: number; limit: number }): Promise<RawSlice> {
    const text = await readSegmentText(await this.#outline(session, call), (ref) => session.readPart(ref), slice);
    if (text === undefined) throw new CodedError('not-found', `no segment ${slice.segment}`);
    return text;
  }

  async response(session: SessionSource, call: string): Promise<CallResponse> {
    const ended = (await this.#outline(session, call)).end;
    const texts = await readTexts(ended?.blocks ?? [], (ref) => readPartOrWords(session, ref));
    return responseOf({ ...(ended === undefined ? {} : { end: ended }), read: readerOf(texts) });
  }

  async ask<Q extends CallQuestion>(session: SessionSource, call: string, asked: Asked<Q>): Promise<CallAnswers[Q]['answer']> {
    const key = keyOf(session, call);
    if (this.#thread?.has(key)) return this.#thread.ask(key, undefined, asked);
    const known = this.#bodies.get(key);
    if (known !== undefined) return answerQuestion(known, asked);
    const loaded = await loadTexts(session, await this.#outline(session, call));
    const running = loaded.end === undefined;
    // A running call is loaded again with each question: its answer is still to come.
    if (this.#thread !== undefined && loaded.start.bytes >= THREAD_BYTES)
      return this.#thread.ask(running ? `${key} running` : key, loaded, asked);
    const open = new OpenCall(loaded);
    if (!running) keep(this.#bodies, key, open);
    return answerQuestion(open, asked);
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  async #outline(session: SessionSource, call: string): Promise<CallOutline> {
    const key = keyOf(session, call);
    const known = this.#outlines.get(key);
    if (known !== undefined) return known;
    const outline = await readOutline(session, call);
    if (outline.end !== undefined) keep(this.#outlines, key, outline);
    return outline;
  }
}

function keyOf(session: SessionSource, call: string): string {
  return `${session.id} ${call}`;
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
}
