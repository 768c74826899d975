import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const corpusSchema = z.object({
  rules: z.record(z.string(), z.array(z.string())),
  sections: z.array(z.object({ name: z.string(), rules: z.string(), lines: z.array(z.array(z.string()).min(2)) })),
});

export interface CorpusLine {
  section: string;
  rules: string[];
  command: string;
  /** Texts of the parts; undefined where the command is unknown. */
  parts: string[] | undefined;
  decision: string;
}

/** The shell lines of `test/fixtures/shell/corpus.yaml`. */
export function readCorpus(): CorpusLine[] {
  const { rules, sections } = corpusSchema.parse(
    parse(readFileSync(join(import.meta.dirname, '../../fixtures/shell/corpus.yaml'), 'utf8')),
  );
  return sections.flatMap((section) =>
    section.lines.map((line) => {
      const [command = '', ...rest] = line;
      const decision = rest.pop() ?? '';
      const parts = rest[0] === '?' ? undefined : rest.length === 0 && command !== '' ? [command] : rest;
      return { section: section.name, rules: rules[section.rules] ?? [], command, parts, decision };
    }),
  );
}
