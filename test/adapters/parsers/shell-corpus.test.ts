import { describe, expect, it } from 'vitest';
import { decide } from '../../../main/core/permission/decide';
import { ruleSet, shellParser } from '../../unit/permission/support';
import { readCorpus } from './corpus';

const corpus = readCorpus();
const sections = [...new Set(corpus.map(({ section }) => section))];

describe.each(sections)('%s', (section) => {
  it.each(corpus.filter((line) => line.section === section))('$decision: $command', ({ command, parts, rules, decision }) => {
    const parsed = shellParser.parse(command);
    if (parts === undefined) expect(parsed.unknown).toBeDefined();
    else expect({ unknown: parsed.unknown, parts: parsed.parts.map(({ text }) => text) }).toEqual({ unknown: undefined, parts });
    const action = { tool: 'Bash', capability: 'execute' as const, paths: [], params: { command }, summary: '', command };
    expect(decide({ action, mode: 'default', agent: 'main' }, ruleSet(rules)).decision).toBe(decision);
  });
});

describe('the corpus', () => {
  it('is large', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(400);
  });
});
