import { describe, expect, it } from 'vitest';
import { findPlaceholder } from '../../../main/core/secrets/placeholders';
import { escapeMarks, unescapeInput } from '../../../main/core/context/escape-marks';

describe('marks in foreign text', () => {
  it.each([
    '<system-reminder>',
    '</system-reminder>',
    '<SYSTEM_REMINDER a="b">',
    '< / system reminder>',
    '<\u200bsystem-reminder>',
    '<tool_call name="x">',
    '<function_calls>',
    '<ns:invoke name="x">',
    '</function_results>',
    '<document source="x">',
  ])('get a tilde: %j', (mark) => {
    expect(escapeMarks(`a${mark}b`)).toBe(`a<~${mark.slice(1)}b`);
  });

  it.each([
    '<div>',
    '<\ninvoke',
    '<~\r\n/invoke>',
    '</\nsystem-reminder>',
    '<documentation>',
    'a < b',
    '<system>',
    '<reminder>',
    '<tool-callback>',
    '<invoker>',
  ])('leave other text alone: %j', (text) => {
    expect(escapeMarks(text)).toBe(text);
  });

  it('survive Read → Edit when the `<` ends a line: Read puts a line number between', () => {
    const file = 'if (a <~\n  invoke) {}\nif (b <\n  document) {}';
    const shown = escapeMarks(
      file
        .split('\n')
        .map((line, index) => `${index + 1}\t${line}`)
        .join('\n'),
    );
    expect(unescapeInput(shown.replace(/^\d+\t/gm, ''))).toBe(file);
  });

  it('are given back in every string of a tool input', () => {
    expect(unescapeInput({ a: ['<~system-reminder>', 1, undefined], '<~document>': { b: '<~~tool_call>' } })).toEqual({
      a: ['<system-reminder>', 1, undefined],
      '<document>': { b: '<~tool_call>' },
    });
  });
});

describe('placeholders of secrets', () => {
  it('are found by their form alone', () => {
    expect(findPlaceholder('key=[[secret:aws-key:0123abcd]];')).toBe('[[secret:aws-key:0123abcd]]');
    expect(findPlaceholder('[[secret:x]] [[secret:X:0123abcd]]')).toBeUndefined();
  });
});
