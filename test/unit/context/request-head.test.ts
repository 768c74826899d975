import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages/messages';
import { describe, expect, it } from 'vitest';
import { requestHead } from '../../../main/core/context/request-head';
import { ANTHROPIC_MODELS, findModel } from '../../../main/core/providers/catalogue';
import { configSchema } from '../../../shared/model/config';
import type { Effort } from '../../../shared/model/effort';
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
    expect(thinking({ ...OPUS, thinking: 'optional' }, off, 8_000, true)).toEqual({ type: 'disabled' });
    expect(thinking(HAIKU, on, 8_000, true)).toEqual({ type: 'enabled', budget_tokens: 7_999 });
    expect(thinking(HAIKU, on, 8_000, false)).toBeUndefined();
    expect(thinking(HAIKU, on, 1_000, true)).toBeUndefined();
  });

  it('says the effort where the model knows it, and lets it think where more than high is wanted', () => {
    const effort = (...args: Parameters<typeof requestHead>) => requestHead(...args)['output_config'];
    expect(effort(OPUS, on, 8_000, true, 'low')).toEqual({ effort: 'low' });
    expect(effort(OPUS, on, 8_000, true)).toBeUndefined();
    expect(effort(HAIKU, on, 8_000, true, 'low')).toBeUndefined();
    const optional = { ...OPUS, thinking: 'optional' as const };
    expect(thinking(optional, off, 8_000, true, 'high')).toEqual({ type: 'disabled' });
    expect(thinking(optional, off, 8_000, true, 'max')).toEqual({ type: 'adaptive', display: 'summarized' });
  });

  it('says the next lower effort where the model does not know the one that is wanted, and none to a model that nobody knows', () => {
    const effort = (id: string, wanted: Effort) => {
      const model = findModel(id);
      return model && requestHead(model, off, 8_000, true, wanted)['output_config'];
    };
    expect(effort('claude-opus-4-7', 'xhigh')).toEqual({ effort: 'xhigh' });
    expect(effort('claude-opus-4-6', 'xhigh')).toEqual({ effort: 'high' });
    expect(effort('claude-sonnet-4-6', 'max')).toEqual({ effort: 'max' });
    expect(effort('claude-opus-4-5', 'max')).toEqual({ effort: 'high' });
    expect(effort('claude-sonnet-4-5', 'low')).toBeUndefined();
    expect(effort('claude-of-tomorrow', 'low')).toBeUndefined();
    const sonnet = findModel('claude-sonnet-4-6');
    expect(sonnet && thinking(sonnet, off, 8_000, true, 'xhigh')).toEqual({ type: 'disabled' });
  });

  it('keeps turns from being silent where thinking cannot be switched off', () => {
    const sonnet = findModel('claude-sonnet-5-5');
    if (sonnet === undefined) throw new Error('not in the catalogue');
    expect(thinking(OPUS, off, 8_000, true)).toEqual({ type: 'adaptive', display: 'summarized' });
    expect(thinking(sonnet, off, 8_000, true)).toEqual({ type: 'between_tools' });
    expect(thinking(sonnet, on, 8_000, true)).toEqual({ type: 'adaptive', display: 'summarized' });
  });

  it('is one that the SDK knows, for every model', () => {
    const known = [...ANTHROPIC_MODELS].flatMap((model) => [thinking(model, on, 8_000, true), thinking(model, off, 8_000, true)]);
    const typed: ThinkingConfigParam[] = [
      { type: 'adaptive', display: 'summarized' },
      { type: 'between_tools' },
      { type: 'disabled' },
      { type: 'enabled', budget_tokens: 7_999 },
    ];
    for (const value of known) if (value !== undefined) expect(typed).toContainEqual(value);
  });
});
