import { describe, expect, it } from 'vitest';
import { readItemText } from '../../../main/core/sessions/item-text';
import { readItemView } from '../../../main/core/sessions/item-view';
import { LOST_WORDS } from '../../../main/core/sessions/part-text';
import type { Item } from '../../../shared/model/item';
import { memoryParts } from './memory-parts';
import { placed, toolItem } from './sample-events';

describe('a view of an item', () => {
  it('shows what the person typed, not what was added to it, and the images', async () => {
    const parts = memoryParts();
    const text = 'typed text<document>file</document>';
    const item: Item = {
      id: 'i1',
      turn: 't1',
      agent: 'main',
      kind: 'user-text',
      author: 'user',
      preview: 'typed text',
      placed: [
        {
          part: parts.put({ type: 'text', text }),
          segments: [
            {
              id: 's1',
              origin: 8,
              kind: 'user-text',
              pointer: '/text',
              start: 0,
              end: 10,
              source: { type: 'user' },
              why: { trigger: 'user-sent' },
              tokens: 2,
              event: 'e',
            },
            {
              id: 's2',
              origin: 8,
              kind: 'mention',
              pointer: '/text',
              start: 10,
              end: text.length,
              source: { type: 'user' },
              why: { trigger: 'user-mentioned' },
              tokens: 2,
              event: 'e',
            },
          ],
        },
        { part: parts.put({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }), segments: [] },
      ],
    };
    expect(await readItemView(parts, item)).toEqual({
      item,
      text: 'typed text',
      images: [{ mediaType: 'image/png', data: 'AAAA' }],
      more: false,
    });
  });

  it('bounds long texts between characters and says that there is more', async () => {
    const parts = memoryParts();
    const text = `a${'😀'.repeat(40_000)}`;
    const item: Item = { id: 'i1', turn: 't1', agent: 'main', kind: 'assistant-text', part: parts.put({ type: 'text', text }) };
    const view = await readItemView(parts, item);
    expect(view).toMatchObject({ more: true });
    expect(view.text).toBe(`a${'😀'.repeat(32_767)}`);
    expect(await readItemText(parts, item, 'text', 2, 4)).toEqual({ text: '😀😀', offset: 1, total: 80_001 });
  });

  it('shows a tool call with input, result, change and whole output', async () => {
    const parts = memoryParts();
    const part = parts.put({
      type: 'tool_use',
      id: 'u',
      name: 'Edit',
      input: { path: 'a', text: 'x'.repeat(70_000), list: [1, true, null] },
    });
    const result = parts.put({
      type: 'tool_result',
      tool_use_id: 'u',
      is_error: true,
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'BB' } },
      ],
    });
    const patch = parts.put('--- a\n+++ b\n');
    const item = toolItem('i1', 't1', 'c1', 'error', {
      part,
      result,
      display: { type: 'change', change: { path: 'a', afterHash: 'h', added: 1, removed: 0, patch } },
    });
    const view = await readItemView(parts, item);
    expect(view).toMatchObject({
      patch: '--- a\n+++ b\n',
      more: true,
      result: { text: 'one\n', isError: true, images: 1 },
      images: [{ data: 'BB' }],
    });
    expect(JSON.stringify(view.input)).toBe(JSON.stringify({ path: 'a', text: 'x'.repeat(65_535), list: [1, true, null] }));

    parts.blobs.set('spill_1', Buffer.from('whole output'));
    const shell = toolItem('i2', 't1', 'c1', 'success', {
      result,
      display: { type: 'shell', timedOut: false, outputBytes: 12, cwd: '/', spill: 'spill_1' },
    });
    expect(await readItemText(parts, shell, 'output', 6, 100)).toEqual({ text: 'output', offset: 6, total: 12 });
    expect(await readItemText(parts, item, 'result', 0, 100)).toMatchObject({ text: 'one\n' });
    expect((await readItemText(parts, item, 'input', 0, 20)).text).toBe('{\n  "path": "a",\n  "');
  });

  it('says what is damaged, and gives the rest', async () => {
    const parts = memoryParts();
    const missing = { hash: 'missing', at: 0, size: 1 };
    expect(await readItemView(parts, { id: 'i', turn: 't', agent: 'main', kind: 'assistant-text', part: missing })).toMatchObject({
      text: LOST_WORDS,
      more: false,
    });
    expect(await readItemView(parts, toolItem('i', 't', 'c', 'success', { part: missing, result: missing }))).toMatchObject({
      input: LOST_WORDS,
      result: { text: LOST_WORDS, images: 0 },
      more: false,
    });
    const typed = { ...placed(missing), segments: [{ ...SEGMENT, start: 30, end: 34 }] };
    const kept = placed(parts.put({ type: 'text', text: 'and the rest' }));
    const message = { id: 'i', turn: 't', agent: 'main', kind: 'user-text' as const, preview: '', author: 'user' as const };
    const view = await readItemView(parts, { ...message, placed: [typed, { ...kept, segments: [{ ...SEGMENT, start: 4, end: 12 }] }] });
    expect(view.text).toBe(`${LOST_WORDS}\nthe rest`);
  });
});

const SEGMENT = {
  id: 's1',
  origin: 8,
  kind: 'user-text' as const,
  pointer: '/text',
  source: { type: 'user' as const },
  why: { trigger: 'user-sent' as const },
  tokens: 1,
  event: 'e1',
};
