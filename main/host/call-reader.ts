import type { SegmentRange } from '../../shared/model/anatomy';
import type { CallStart } from '../../shared/model/call';
import { CodedError } from '../../shared/model/failure';
import { type CallSource, openCallSource } from '../core/context/call-source';
import { jsonRanges } from '../core/context/json-ranges';
import { textForm } from '../core/context/text-form';
import type { SessionSource } from './sessions/session-source';

export type CallForm = 'json' | 'text';

/** A call with its parts loaded, and its body laid out once per form. */
export interface OpenCall {
  source: CallSource;
  layout(form: CallForm): { body: string; ranges: SegmentRange[] };
}

/** The inspector asks for the same call many times in a row; older ones are dropped. */
const KEPT = 4;

export class CallReader {
  readonly #kept = new Map<string, OpenCall>();

  /** Rejects with `not-found` for an unknown call, or one whose parts are damaged. */
  async open(session: SessionSource, call: string): Promise<OpenCall> {
    const key = `${session.id} ${call}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const stored = await session.readCall(call);
    if (stored === undefined) throw new CodedError('not-found', `no call ${call}`);
    const chain = await readChain(session, stored.started);
    const { started, ended } = stored;
    const head = { session: session.id, start: started, at: started.at, ...(ended === undefined ? {} : { end: ended }) };
    const source = await openCallSource(
      head,
      (id) => chain.get(id),
      (ref) => session.readPart(ref),
    );
    const open = createOpenCall(source);
    // A running call still gets its answer.
    if (ended !== undefined) this.#keep(key, open);
    return open;
  }

  #keep(key: string, open: OpenCall): void {
    this.#kept.set(key, open);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
  }
}

function createOpenCall(source: CallSource): OpenCall {
  const layouts = new Map<CallForm, ReturnType<OpenCall['layout']>>();
  return {
    source,
    layout(form) {
      const known = layouts.get(form);
      if (known !== undefined) return known;
      const made = form === 'json' ? jsonRanges(source) : textForm(source);
      layouts.set(form, made);
      return made;
    },
  };
}

/** The calls whose recipes this one builds on. */
async function readChain(session: SessionSource, start: CallStart): Promise<Map<string, CallStart>> {
  const chain = new Map<string, CallStart>([[start.call, start]]);
  for (let base = start.recipe.base; base !== undefined && !chain.has(base); ) {
    const stored = await session.readCall(base);
    if (stored === undefined) break;
    chain.set(base, stored.started);
    base = stored.started.recipe.base;
  }
  return chain;
}
