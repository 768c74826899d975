import type { Anatomy, CallResponse, PayloadDiff, RawSlice, SegmentRange } from '../../../shared/model/anatomy';
import type { Price } from '../../../shared/model/config';
import { CodedError } from '../../../shared/model/failure';
import { buildAnatomy } from '../../core/context/anatomy';
import type { CallSource } from '../../core/context/call-source';
import { copyAsCurl, copyAsTypescript } from '../../core/context/copy-call';
import { diffCalls } from '../../core/context/diff-calls';
import { jsonRanges } from '../../core/context/json-ranges';
import { responseOf } from '../../core/context/response-of';
import { findInBody, sliceText } from '../../core/context/slice-text';
import { textForm } from '../../core/context/text-form';
import type { LoadedCall } from './load-call';

export type CallForm = 'json' | 'text';

/** What the inspector asks of a loaded call, and what it gets. */
export interface CallAnswers {
  anatomy: { ask: object; answer: Anatomy };
  diff: { ask: { against: LoadedCall | undefined; price: Price | undefined }; answer: PayloadDiff };
  raw: { ask: { form: CallForm; offset: number; limit: number }; answer: RawSlice };
  ranges: { ask: { form: CallForm }; answer: SegmentRange[] };
  find: { ask: { form: CallForm; query: string; limit: number }; answer: { offsets: number[]; more: boolean } };
  segment: { ask: { segment: string; offset: number; limit: number }; answer: RawSlice };
  response: { ask: object; answer: CallResponse };
  copy: { ask: { as: 'curl' | 'typescript' }; answer: string };
}
export type CallQuestion = keyof CallAnswers;
/** A question with what it needs. */
export type Asked<Q extends CallQuestion = CallQuestion> = { [K in Q]: { question: K; ask: CallAnswers[K]['ask'] } }[Q];

/** A call with its body laid out once per form. */
export class OpenCall {
  readonly source: CallSource;
  readonly #layouts = new Map<CallForm, { body: string; ranges: SegmentRange[] }>();

  constructor({ texts, ...source }: LoadedCall) {
    const byHash = new Map(texts);
    this.source = { ...source, read: (ref) => byHash.get(ref.hash) ?? '{}' };
  }

  layout(form: CallForm): { body: string; ranges: SegmentRange[] } {
    const known = this.#layouts.get(form);
    if (known !== undefined) return known;
    const made = form === 'json' ? jsonRanges(this.source) : textForm(this.source);
    this.#layouts.set(form, made);
    return made;
  }
}

type Answerers = { [Q in CallQuestion]: (call: OpenCall, ask: CallAnswers[Q]['ask']) => CallAnswers[Q]['answer'] };

const ANSWERERS: Answerers = {
  anatomy: ({ source }) => buildAnatomy(source),
  diff: ({ source }, { against, price }) => diffCalls(source, against === undefined ? undefined : new OpenCall(against).source, price),
  raw: (call, { form, offset, limit }) => sliceText(call.layout(form).body, offset, limit),
  ranges: (call, { form }) => call.layout(form).ranges,
  find: (call, { form, query, limit }) => findInBody(call.layout(form).body, query, limit),
  segment(call, { segment, offset, limit }) {
    const { body, ranges } = call.layout('text');
    const range = ranges.find((one) => one.segment === segment);
    if (range === undefined) throw new CodedError('not-found', `no segment ${segment}`);
    return sliceText(body.slice(range.start, range.end), offset, limit);
  },
  response: ({ source }) => responseOf(source),
  copy(call, { as }) {
    const { body } = call.layout('json');
    const { endpoint } = call.source.start;
    return as === 'curl' ? copyAsCurl(endpoint, body) : copyAsTypescript(endpoint, body);
  },
};

export function answerQuestion<Q extends CallQuestion>(
  call: OpenCall,
  { question, ask }: { question: Q; ask: CallAnswers[Q]['ask'] },
): CallAnswers[Q]['answer'] {
  return ANSWERERS[question](call, ask);
}
