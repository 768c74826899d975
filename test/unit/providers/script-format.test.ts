import { describe, expect, test } from 'vitest';
import { parseScript, tourSteps } from '../../../main/adapters/providers/scripted/script-format';

function problems(yaml: string): string[] {
  const parsed = parseScript(yaml, 'a.yaml');
  return parsed.ok ? [] : parsed.problems;
}

describe('a script', () => {
  test('names the line of each problem', () => {
    const yaml = `turns:
  - id: one
    match: hello
    rounds:
      - text: hi
        tekst: oops
      - - when: { result: '(' }
          text: x
  - id: one
    rounds:
      - text: [1]
`;
    expect(problems(yaml)).toEqual([
      'a.yaml:5: Unrecognized key: "tekst" (at turns.0.rounds.0.0)',
      'a.yaml:7: Invalid regular expression: /(/isu: Unterminated group (at turns.0.rounds.1.0.when.result)',
      'a.yaml:11: Expected a text, or { en, ja } (at turns.1.rounds.0.0.text)',
    ]);
  });

  test('refuses broken YAML, double ids, turns that nothing starts, and failures in blocks that are not there', () => {
    expect(
      problems(`a0: &a0 [x]\n${Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n')}`),
    ).toHaveLength(1);
    expect(problems('turns: [')[0]).toMatch(/^a\.yaml:1: /);
    expect(problems('turns:\n  - { id: a, match: x, rounds: [{ text: y }] }\n  - { id: a, match: z, rounds: [{ text: y }] }')).toEqual([
      'a.yaml:3: There are two turns with the id "a" (at turns.1.id)',
    ]);
    expect(problems('turns:\n  - { id: a, rounds: [{ text: y }] }')).toEqual([
      'a.yaml:2: Nothing starts this turn: give prompt, match or matches (at turns.0)',
    ]);
    expect(problems('turns:\n  - { id: a, match: x, rounds: [{ text: y, failure: { kind: truncate } }] }')).toEqual([
      'a.yaml:2: "truncate" breaks a call, and this round has none (at turns.0.rounds.0.0.failure)',
    ]);
  });

  test('has the turns with prompt, title and look as steps', () => {
    const parsed = parseScript(
      'turns:\n  - { id: a, prompt: p, title: { en: t, ja: と }, look: { en: l, ja: る }, rounds: [{ text: y }] }\n  - { id: b, match: x, rounds: [{ text: y }] }',
      'a.yaml',
    );
    expect(parsed.ok && tourSteps(parsed.script)).toEqual([
      { id: 'a', prompt: { en: 'p', ja: 'p' }, title: { en: 't', ja: 'と' }, look: { en: 'l', ja: 'る' } },
    ]);
  });
});
