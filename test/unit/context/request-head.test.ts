import { describe, expect, it } from 'vitest';
import { requestHead } from '../../../main/core/context/request-head';
import { configSchema } from '../../../shared/model/config';
import { HAIKU, OPUS } from '../../support/context-session';

const on = configSchema.parse({});
const off = configSchema.parse({ thinking: 'off' });
const thinking = (...args: Parameters<typeof requestHead>) => requestHead(...args)['thinking'];

describe('the head of a request', () => {
  it('begins with the model and asks for a stream', () => {
    expect(JSON.stringify(requestHead({ ...OPUS, thinking: 'none' }, on, 100, true))).toBe(
      '{"model":"claude-opus-5-5","max_tokens":100,"stream":true}',
    );
  });

  it('asks for thinking as the model takes it', () => {
    expect(thinking(OPUS, on, 8_000, true)).toEqual({ type: 'adaptive', display: 'summarized' });
    expect(thinking(OPUS, off, 8_000, true)).toBeUndefined();
    expect(thinking({ ...OPUS, thinking: 'optional' }, off, 8_000, true)).toEqual({ type: 'disabled' });
    expect(thinking(HAIKU, on, 8_000, true)).toEqual({ type: 'enabled', budget_tokens: 7_999 });
    expect(thinking(HAIKU, on, 8_000, false)).toBeUndefined();
    expect(thinking(HAIKU, on, 1_000, true)).toBeUndefined();
  });
});
