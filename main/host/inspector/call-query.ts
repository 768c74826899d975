import type { RawSlice, SegmentRange } from '../../../shared/model/anatomy';
import { type CallSource, readerOf } from '../../core/context/call-source';
import { copyAsCurl, copyAsTypescript } from '../../core/context/copy-call';
import { jsonRanges } from '../../core/context/json-ranges';
import { findInBody, sliceText } from '../../core/context/slice-text';
import { textForm } from '../../core/context/text-form';
import type { LoadedCall } from './load-call';

export type CallForm = 'json' | 'text';

/** What the inspector asks of a whole body, and what it gets. */
export interface CallAnswers {
  raw: { ask: { form: CallForm; offset: number; limit: number }; answer: RawSlice };
  ranges: { ask: { form: CallForm }; answer: SegmentRange[] };
  find: { ask: { form: CallForm; query: string; limit: number }; answer: { offsets: number[]; more: boolean } };
  copy: { ask: { as: 'curl' | 'typescript' }; answer: string };
}
export type CallQuestion = keyof CallAnswers;
/** A question with what it needs. */
export type Asked<Q extends CallQuestion = CallQuestion> = { [K in Q]: { question: K; ask: CallAnswers[K]['ask'] } }[Q];

/** A call with its body laid out once per form. */
export class OpenCall {
  readonly source: CallSource;
  readonly #layouts = new Map<CallForm, { body: string; ranges: SegmentRange[] }>();

  constructor({ texts, ...outline }: LoadedCall) {
    this.source = { ...outline, read: readerOf(new Map(texts)) };
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
  raw: (call, { form, offset, limit }) => sliceText(call.layout(form).body, offset, limit),
  ranges: (call, { form }) => call.layout(form).ranges,
  find: (call, { form, query, limit }) => findInBody(call.layout(form).body, query, limit),
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
