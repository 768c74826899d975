import { readJapaneseOrder } from './read-japanese-order';
import type { Sentence } from './read-sentences';

/** What a sentence asks for: to do something, or not to. */
export interface Order {
  sentence: Sentence;
  /** False: it must not be done. */
  wanted: boolean;
  /** What, in plain English words that compare: no articles, no marks, verbs in their short form. */
  deed: string;
  /** The same as written. */
  raw: string;
}

const NOT =
  /^(?:please\s+)?(?:you\s+|we\s+|claude\s+|the agent\s+|agents?\s+)?(?:(?:must|should|may|can|will)\s+(?:never|not)|mustn['’]t|shouldn['’]t|never|do\s+not|don['’]t)\s+(?:ever\s+)?(.+)$/i;
const AVOID = /^(?:please\s+)?avoid\s+(.+)$/i;
const ALWAYS =
  /^(?:please\s+)?(?:you\s+|we\s+|claude\s+|the agent\s+|agents?\s+)?(?:must\s+always|should\s+always|must|should|always)\s+(?!not\b|never\b)(.+)$/i;
const IMPERATIVE =
  /^(?:please\s+)?((?:use|run|write|add|commit|push|prefer|keep|put|include|import|throw|return|create|edit|export|declare|mock|log|indent|format|name|answer|reply|respond|follow|call|document|squash|rebase|merge)\s+.+)$/i;

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Undefined for a sentence that asks for nothing, as far as its form tells. */
export function readOrder(sentence: Sentence): Order | undefined {
  const { words } = sentence;
  if (JAPANESE.test(words)) {
    const order = readJapaneseOrder(words);
    return order === undefined ? undefined : { sentence, ...order };
  }
  const not = NOT.exec(words)?.[1];
  if (not !== undefined) return { sentence, wanted: false, deed: plainDeed(not), raw: not };
  const avoided = AVOID.exec(words)?.[1];
  if (avoided !== undefined)
    return { sentence, wanted: false, deed: plainDeed(/^\w+ing\b/i.test(avoided) ? avoided : `use ${avoided}`), raw: avoided };
  const always = ALWAYS.exec(words)?.[1] ?? IMPERATIVE.exec(words)?.[1];
  return always === undefined ? undefined : { sentence, wanted: true, deed: plainDeed(always), raw: always };
}

/** Verbs that come as `-ing` after "avoid". */
const SHORT: Record<string, string> = {
  using: 'use',
  running: 'run',
  writing: 'write',
  adding: 'add',
  committing: 'commit',
  pushing: 'push',
  putting: 'put',
  importing: 'import',
  throwing: 'throw',
  creating: 'create',
  editing: 'edit',
  mocking: 'mock',
  logging: 'log',
};

function plainDeed(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_"“”'’]/g, '')
    .replace(/[.!;:,]+(?=\s|$)/g, '')
    .replace(/\b(?:a|an|the|any|always|please|ever)\b/g, ' ')
    .replace(/\b[a-z]+ing\b/g, (word) => SHORT[word] ?? word)
    .replace(/\s+/g, ' ')
    .trim();
}
