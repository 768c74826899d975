import { describe, expect, it } from 'vitest';
import type { ExportSource } from '../../../main/core/sessions/export-document';
import { exportSession } from '../../../main/core/sessions/export-session';
import { LOST_WORDS } from '../../../main/core/sessions/part-text';
import { findKnownSecrets } from '../../../main/core/secrets/known-formats';
import { CodedError } from '../../../shared/model/failure';
import type { NewEvent } from '../../../shared/model/event';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import { memoryParts } from './memory-parts';
import { assistantText, callEnded, created, placed, stored, toolItem, turnEnded, turnStarted } from './sample-events';

// Put together here so that no scanner takes this file for a leak.
const KEY = ['sk', 'ant', 'api03', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('-');
const find = async (text: string) => findKnownSecrets(text);

function source(): ExportSource {
  const parts = memoryParts();
  const use = parts.put({ type: 'tool_use', id: 'u', name: 'Bash', input: { command: `curl -H "x-api-key: ${KEY}"` } });
  const result = parts.put({ type: 'tool_result', tool_use_id: 'u', content: 'a ``` fence\n<script>alert("&")</script>' });
  const thinking = parts.put({ type: 'thinking', thinking: 'hm', signature: KEY });
  const events: NewEvent[] = [
    created(),
    turnStarted('t1'),
    {
      type: 'item/completed',
      item: {
        id: 'i1',
        turn: 't1',
        agent: 'main',
        kind: 'user-text',
        preview: `use ${KEY}`,
        placed: [placedText(parts.put({ type: 'text', text: `use ${KEY}` }))],
        author: 'user',
      },
    },
    callEnded('c1', { blocks: [thinking, use] }),
    { type: 'item/completed', item: { id: 'i2', turn: 't1', agent: 'main', call: 'c1', kind: 'thinking', part: thinking } },
    { type: 'item/completed', item: toolItem('i3', 't1', 'c1', 'success', { part: use, result, name: 'Bash' }) },
    assistantText('i4', 't1', 'c1', parts.put({ type: 'text', text: 'Done <b>now</b>.' })),
    turnEnded('t1', 'max_tokens'),
  ];
  const all = stored(events);
  return {
    readPart: parts.readPart,
    readBlob: parts.readBlob,
    state: applyEvents(emptySession('s_1'), all),
    async *read(after) {
      yield* all.filter((event) => event.seq > after);
    },
  };
}

function placedText(part: { hash: string; at: number; size: number }) {
  return { ...placed(part), segments: [] };
}

describe('an export', () => {
  it.each(['md', 'json', 'html'] as const)('to %s has every secret hidden and counted, in its name too', async (format) => {
    const { text, redacted, name } = await exportSession(source(), format, find);
    expect(format === 'json' ? text.replace(/"signature": "[^"]*"/, '') : text).not.toContain(KEY);
    expect(text).toContain('[redacted: anthropic-key]');
    expect(redacted).toBeGreaterThanOrEqual(3);
    expect(name).toMatch(new RegExp(`^[a-z0-9-]+-s_1\\.${format}$`));
    expect(name).not.toContain('abcdefghijklmnop');
  });

  it('says which parts are damaged, and has the rest', async () => {
    const whole = source();
    const hashes: string[] = [];
    const damaged: ExportSource = {
      ...whole,
      async readPart(ref) {
        const text = await whole.readPart(ref);
        if (!text.includes('fence')) return text;
        hashes.push(ref.hash);
        throw new CodedError('not-found', 'damaged');
      },
    };
    const { lost, parts } = JSON.parse((await exportSession(damaged, 'json', find)).text);
    expect(lost).toContain(hashes[0]);
    expect(parts).not.toHaveProperty(hashes[0] ?? '');
    expect(Object.keys(parts)).toHaveLength(4);
    expect((await exportSession(damaged, 'md', find)).text).toContain(LOST_WORDS);
  });

  it('to JSON has every event and every part, thinking signatures as they were', async () => {
    const { text } = await exportSession(source(), 'json', find);
    const parsed = JSON.parse(text);
    expect(parsed).toMatchObject({ vitrineExport: 1, session: 's_1' });
    expect(parsed.events).toHaveLength(8);
    expect(Object.values(parsed.parts)).toContainEqual({ type: 'thinking', thinking: 'hm', signature: KEY });
  });

  it('to HTML runs nothing, loads nothing and shows markup as text', async () => {
    const { text } = await exportSession(source(), 'html', find);
    expect(text).not.toMatch(/<script|<b>|src=|href=|@import|url\(/);
    expect(text).toContain('Done &lt;b&gt;now&lt;/b&gt;.');
    expect(text).toContain("default-src 'none'");
    expect(text).toContain('color-scheme: light dark');
  });

  it('to Markdown keeps what is inside a fence inside', async () => {
    const { text } = await exportSession(source(), 'md', find);
    expect(text).toContain('````\na ``` fence');
    expect(text).toContain('## Bash: success\n\n```json');
    expect(text).toContain('max_tokens');
  });
});
