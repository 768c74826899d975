import { useEffect, useState } from 'react';
import type { SegmentRange } from '../../../shared/model/anatomy';
import type { ErrorCode } from '../../../shared/model/failure';
import { call, errorCode } from '../../stores/host';
import { cutRows, type RawRows } from './raw-rows';

export type RawForm = 'json' | 'text';

export interface RawText {
  text: string;
  rows: RawRows;
  ranges: SegmentRange[];
}

const SLICE = 1_048_576;

async function readAll(ref: { session: string; call: string }, form: RawForm, cancelled: () => boolean): Promise<string> {
  const parts: string[] = [];
  let offset = 0;
  for (;;) {
    const slice = await call('call.raw', { ...ref, form, offset, limit: SLICE });
    parts.push(slice.text);
    offset += slice.text.length;
    if (offset >= slice.total || slice.text.length === 0 || cancelled()) return parts.join('');
  }
}

/** The whole text of a call's body in one form, cut into rows, with the place of every segment in it. */
export function useRaw(ref: { session: string; call: string }, form: RawForm): { raw: RawText | undefined; error: ErrorCode | undefined } {
  const [state, setState] = useState<{ key: string; raw?: RawText; error?: ErrorCode }>({ key: '' });
  const key = `${ref.session} ${ref.call} ${form}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the parameters
  useEffect(() => {
    let gone = false;
    const cancelled = () => gone;
    const load = async () => {
      const [text, { ranges }] = await Promise.all([readAll(ref, form, cancelled), call('call.ranges', { ...ref, form })]);
      const rows = await cutRows(text, form, cancelled);
      if (rows && !gone) setState({ key, raw: { text, rows, ranges: ranges.sort((a, b) => a.start - b.start) } });
    };
    load().catch((error: unknown) => {
      if (!gone) setState({ key, error: errorCode(error) });
    });
    return () => {
      gone = true;
    };
  }, [key]);
  return state.key === key ? { raw: state.raw, error: state.error } : { raw: undefined, error: undefined };
}
