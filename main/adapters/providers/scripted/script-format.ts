import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/** The format of `resources/scripts/README.md`. */
const words = z.strictObject({ en: z.string(), ja: z.string() });
const text = z.union([z.string(), words], { error: 'Expected a text, or { en, ja }' });
export type ScriptText = z.infer<typeof text>;

function pattern(flags: string) {
  return z.string().transform((source, context) => {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'not a regular expression' });
      return z.NEVER;
    }
  });
}

const failureSchema = z.strictObject({
  kind: z.enum(['reset', 'stall', 'cut', 'http', 'error-event', 'truncate', 'bad-json', 'empty']),
  at: z.enum(['text', 'thinking', 'tool']).optional(),
  status: z.number().int().min(400).max(599).default(529),
  type: z.string().optional(),
  message: z.string().optional(),
  retry_after: z.number().min(0).optional(),
  times: z.number().int().positive().default(1),
});
export type ScriptFailure = z.infer<typeof failureSchema>;

const roundSchema = z
  .strictObject({
    when: z.strictObject({ result: pattern('isu').optional(), error: z.boolean().optional() }).optional(),
    thinking: text.optional(),
    text: text.optional(),
    calls: z.array(z.strictObject({ name: z.string().min(1), input: z.record(z.string(), z.unknown()).default({}) })).default([]),
    stop_reason: z.string().optional(),
    stop_details: z.record(z.string(), z.unknown()).optional(),
    usage: z.strictObject({ input: z.number(), cache_read: z.number(), cache_write: z.number(), output: z.number() }).partial().default({}),
    delay_ms: z.number().min(0).default(0),
    chars_per_second: z.number().min(0).optional(),
    failure: failureSchema.optional(),
  })
  .superRefine((round, context) => {
    const { failure } = round;
    if (failure === undefined || failure.kind === 'http' || failure.kind === 'empty') return;
    const at = breaksAt(failure);
    if (at === 'tool' ? round.calls.length > 0 : round[at] !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['failure'],
      message: `"${failure.kind}" breaks a ${at === 'tool' ? 'call' : `${at} block`}, and this round has none`,
    });
  });
export type ScriptRound = z.infer<typeof roundSchema>;

/** The block in which a failure happens. */
export function breaksAt(failure: ScriptFailure): 'text' | 'thinking' | 'tool' {
  return failure.at ?? (failure.kind === 'truncate' || failure.kind === 'bad-json' ? 'tool' : 'text');
}

const alternativesSchema = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(roundSchema).min(1));

const turnSchema = z
  .strictObject({
    id: z.string().min(1),
    prompt: text.optional(),
    title: words.optional(),
    look: words.optional(),
    match: z
      .union([z.string(), z.array(z.string())], { error: 'Expected a text or a list of texts' })
      .transform((value) => [value].flat())
      .default([]),
    matches: pattern('iu').optional(),
    rounds: z.array(alternativesSchema).min(1),
  })
  .refine(
    (turn) => turn.prompt !== undefined || turn.match.length > 0 || turn.matches !== undefined,
    'Nothing starts this turn: give prompt, match or matches',
  );
export type ScriptTurn = z.infer<typeof turnSchema>;

const scriptSchema = z
  .strictObject({
    name: z.string().optional(),
    chars_per_second: z.number().min(0).default(0),
    menu: words.optional(),
    turns: z.array(turnSchema).min(1),
  })
  .superRefine((script, context) => {
    const seen = new Set<string>();
    script.turns.forEach(({ id }, index) => {
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: ['turns', index, 'id'], message: `There are two turns with the id "${id}"` });
      seen.add(id);
    });
  });
export type Script = z.infer<typeof scriptSchema>;

export interface TourStep {
  id: string;
  prompt: { en: string; ja: string };
  title: { en: string; ja: string };
  look: { en: string; ja: string };
}

/** The turns that are steps of a tour, in order. */
export function tourSteps(script: Script): TourStep[] {
  return script.turns.flatMap(({ id, prompt, title, look }) =>
    prompt === undefined || title === undefined || look === undefined ? [] : [{ id, prompt: inBoth(prompt), title, look }],
  );
}

export function inBoth(said: ScriptText): z.infer<typeof words> {
  return typeof said === 'string' ? { en: said, ja: said } : said;
}

/** Words in both languages where a call's input may have them. */
export function wordsOf(value: unknown): z.infer<typeof words> | undefined {
  return words.safeParse(value).data;
}

export type ParsedScript = { ok: true; script: Script } | { ok: false; problems: string[] };

/** Reads a script. Each problem is one line: `file:line: message`. Never throws. */
export function parseScript(source: string, file: string): ParsedScript {
  try {
    return readScript(source, file);
  } catch (error) {
    return { ok: false, problems: [`${file}:1: ${error instanceof Error ? error.message : 'bad YAML'}`] };
  }
}

function readScript(source: string, file: string): ParsedScript {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  if (document.errors.length > 0)
    return { ok: false, problems: document.errors.map((error) => `${file}:${lineOf(error.pos[0])}: ${error.message.split('\n')[0]}`) };
  const script = scriptSchema.safeParse(document.toJS());
  if (script.success) return { ok: true, script: script.data };
  return {
    ok: false,
    problems: script.error.issues.map(
      (issue) => `${file}:${lineOf(offsetOf(document.contents, issue.path))}: ${issue.message}${nameOf(issue.path)}`,
    ),
  };
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : ` (at ${path.join('.')})`;
}

/** Where the innermost node of the path that exists begins. A round that stands alone has no list around it: its index is passed over. */
function offsetOf(root: unknown, path: readonly PropertyKey[]): number {
  let node: unknown = root;
  let offset = startOf(root) ?? 0;
  for (const step of path) {
    if (isMap(node) && typeof step === 'number') continue;
    if (!isMap(node) && !isSeq(node)) break;
    const next: unknown = node.get(step, true);
    const start = startOf(next);
    if (start === undefined) break;
    node = next;
    offset = start;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
