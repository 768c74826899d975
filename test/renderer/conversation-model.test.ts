// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRows } from '../../renderer/features/conversation/rows';
import { toolSummary } from '../../renderer/features/conversation/tool-summary';
import { parsePatch } from '../../renderer/ui/parse-patch';
import { splitBlocks } from '../../renderer/ui/split-blocks';
import { originLetter, originName } from '../../renderer/ui/origin';
import { MAIN_AGENT_PATH } from '../../renderer/stores/agents';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import { ORIGINS } from '../../shared/model/kind-traits';
import { demoState, FOLDER, PATCH } from './support/demo-session';

describe('the rows of a conversation', () => {
  it('put a line before the first item of each call and end a turn once it is done', () => {
    expect(buildRows(demoState()).map((row) => row.key)).toEqual([
      'i-rem1',
      'i-rem2',
      'i-user',
      'call c1',
      'i-think',
      'i-text1',
      'i-read',
      'i-grep',
      'call c2',
      'i-edit',
      'call c3',
      'i-bash',
      'i-notice',
      'call c4',
      'i-text2',
      'end t1',
    ]);
  });

  it('show a call that brought no item, in its place', () => {
    const state = demoState();
    const items = state.items.filter((item) => item.call !== 'c2' && item.call !== 'c4');
    expect(buildRows({ ...state, items }).map((row) => row.key)).toEqual([
      'i-rem1',
      'i-rem2',
      'i-user',
      'call c1',
      'i-think',
      'i-text1',
      'i-read',
      'i-grep',
      'call c2',
      'call c3',
      'i-bash',
      'i-notice',
      'call c4',
      'end t1',
    ]);
  });

  it('end a turn once, before what the person ran after it', () => {
    const state = demoState();
    const ran = { id: 'i-ran', kind: 'user-text' as const, turn: 'ran', agent: 'main', state: 'done' as const, chars: 80 };
    expect(
      buildRows({ ...state, items: [...state.items, ran] })
        .map((row) => row.key)
        .slice(-3),
    ).toEqual(['i-text2', 'end t1', 'i-ran']);
  });

  it('have keys of their own, whatever the order of items and turns', () => {
    const place = fc.record({ turn: fc.constantFrom('t1', 't2', 'ran'), call: fc.option(fc.constantFrom(0, 1, 2), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), fc.array(fc.boolean(), { maxLength: 2 }), (places, done) => {
        const { calls, items, turns } = demoState();
        const [call, item, turn] = [calls[0], items[0], turns[0]];
        if (!call || !item || !turn) throw new Error('the demo session is empty');
        const rows = buildRows({
          items: places.map((at, index) => ({
            ...item,
            id: `i${index}`,
            kind: 'user-text',
            turn: at.turn,
            ...(at.call === undefined ? {} : { call: `${at.turn} ${at.call}` }),
          })),
          calls: ['t1', 't2'].flatMap((id) => [0, 1, 2].map((number) => ({ ...call, call: `${id} ${number}`, turn: id }))),
          turns: done.map((is, index) => ({ ...turn, turn: `t${index + 1}`, state: is ? 'done' : 'running' })),
        });
        const keys = rows.map((row) => row.key);
        expect(keys).toEqual([...new Set(keys)]);
        for (const [index, id] of ['t1', 't2'].entries())
          if (done[index] && places.some((at) => at.turn === id)) expect(keys.filter((key) => key === `end ${id}`)).toHaveLength(1);
      }),
    );
  });

  it('have no footer while the turn runs', () => {
    const state = demoState();
    expect(buildRows({ ...state, turns: state.turns.map((turn) => ({ ...turn, state: 'running' as const })) }).at(-1)?.key).toBe('i-text2');
  });
});

describe('a tool line', () => {
  it('says the path, command or pattern without words of a language', () => {
    expect(toolSummary({ file_path: `${FOLDER}/a.ts`, offset: 10, limit: 5 }, FOLDER)).toBe('a.ts:10–14');
    expect(toolSummary({ plan: '\n## Mend the menu\n\n1. Edit' }, FOLDER)).toBe('Mend the menu');
    expect(toolSummary({ command: 'npm test\nnpm run lint' }, FOLDER)).toBe('npm test ⋯');
    expect(toolSummary({ pattern: 'x', path: `${FOLDER}/src` }, FOLDER)).toBe('x  src');
    expect(toolSummary(undefined, FOLDER)).toBe('');
  });
});

describe('a patch', () => {
  it('has the line numbers of both sides and its signs', () => {
    expect(parsePatch(PATCH).map(({ type, before, after }) => [type, before, after])).toEqual([
      ['hunk', undefined, undefined],
      ['same', 12, 12],
      ['same', 13, 13],
      ['same', 14, 14],
      ['remove', 15, undefined],
      ['add', undefined, 15],
      ['add', undefined, 16],
      ['add', undefined, 17],
      ['same', 16, 18],
      ['same', 17, 19],
      ['same', 18, 20],
    ]);
  });
  it('keeps added lines that look like headers', () => {
    expect(parsePatch('--- a\n+++ b\n@@ -1 +1,2 @@\n x\n+++ y\n').at(-1)).toMatchObject({ type: 'add', text: '++ y' });
  });
});

describe('Markdown blocks', () => {
  it('hold the whole text in order, and settled blocks stay while the text grows', () => {
    const line = fc.constantFrom('', 'word', 'many words '.repeat(40), '- item', '  indented', '```', '> quote', '1. one', '| a | b |');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.nat(), (lines, cut) => {
        const text = lines.join('\n');
        const blocks = splitBlocks(text);
        for (const block of blocks) expect(text.slice(block.start, block.start + block.text.length)).toBe(block.text);
        expect(
          blocks
            .map((block) => block.text)
            .join('')
            .replaceAll('\n', ''),
        ).toBe(text.replaceAll('\n', '').trim() === '' ? '' : text.replaceAll('\n', ''));
        const before = splitBlocks(text.slice(0, cut % (text.length + 1)));
        for (const [index, block] of before.slice(0, -2).entries()) expect(blocks[index]).toEqual(block);
      }),
    );
  });
  it('never cut inside a fence', () => {
    const fenced = `\`\`\`\n${'a\n\n'.repeat(150)}b\n\`\`\`\n\n`;
    expect(splitBlocks(`${fenced}after`).map((block) => block.text)).toEqual([fenced, 'after']);
  });
});

describe('what the renderer repeats of shared names', () => {
  it('is the same as there', () => {
    expect(MAIN_AGENT_PATH).toBe(MAIN_AGENT);
    expect(Object.keys(ORIGINS).map((origin) => [originLetter(Number(origin)), originName(Number(origin))])).toEqual(
      Object.values(ORIGINS).map(({ letter, name }) => [letter, name]),
    );
  });
});
