import { z } from 'zod';
import { type ContentBlock, otherBlockSchema } from '../../../shared/model/block';
import type { Usage } from '../../../shared/model/usage';
import { NO_USAGE } from '../../../shared/model/add-usage';
import { isRecord } from '../../core/kernel/is-record';
import type { ProviderEvent } from '../../core/providers/provider';
import { failureOfAnswer } from './map-failure';

/** A count that cannot be one is a count that was not given. */
const tokens = z.number().int().nonnegative().nullish().catch(undefined);
const usageSchema = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
});

const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('message_start'), message: z.looseObject({ usage: usageSchema.optional() }) }),
  z.looseObject({ type: z.literal('content_block_start'), index: z.number(), content_block: otherBlockSchema }),
  z.looseObject({ type: z.literal('content_block_delta'), index: z.number(), delta: z.looseObject({ type: z.string() }) }),
  z.looseObject({ type: z.literal('content_block_stop'), index: z.number() }),
  z.looseObject({
    type: z.literal('message_delta'),
    usage: usageSchema.optional(),
    delta: z.looseObject({ stop_reason: z.string().nullish(), stop_details: z.record(z.string(), z.unknown()).nullish() }),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
  z.looseObject({
    type: z.literal('error'),
    error: z.looseObject({ type: z.string().optional(), message: z.string().optional(), details: z.unknown().optional() }),
  }),
]);
type WireEvent = z.infer<typeof eventSchema>;

const KNOWN: ReadonlySet<string> = new Set(eventSchema.options.map((option) => option.shape.type.value));
const inputSchema = z.record(z.string(), z.unknown());

/** Levels of objects and lists in a block: what is deeper comes from nobody's tool and would overflow whoever walks it. */
const MAX_DEPTH = 200;

/** Characters of an answer, several times what any model can give: an endless one must end, and not in the history. */
const MAX_ANSWER_CHARS = 8_000_000;

interface OpenBlock {
  block: Record<string, unknown> & { type: string };
  /** Pieces of tool input, joined and parsed once at the end. */
  input: string;
}

/** Turns the raw events of one response into provider events. Feed it every event; unknown ones give nothing. */
export class StreamReader {
  #open = new Map<number, OpenBlock>();
  #usage: Usage | undefined;
  #stopReason: string | undefined;
  #stopDetails: Record<string, unknown> | undefined;
  #chars = 0;

  /** What has been counted so far; undefined before the first report. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  read(data: string): ProviderEvent[] {
    if (data === '') return [];
    const event = parseEvent(data);
    if (event === 'unknown') return [];
    if (event === undefined) return [this.#failed({ kind: 'protocol', message: 'The server sent an event that cannot be read.' })];
    this.#chars += event.type === 'content_block_delta' ? lengthOf(event.delta) : data.length;
    if (this.#chars > MAX_ANSWER_CHARS)
      return [this.#failed({ kind: 'protocol', message: 'The answer is longer than any model can give.' })];
    return this.#take(event);
  }

  #take(event: WireEvent): ProviderEvent[] {
    switch (event.type) {
      case 'message_start':
        this.#count(event.message.usage);
        return [];
      case 'content_block_start': {
        const block = completeStart(event.content_block);
        if (block === undefined)
          return [this.#failed({ kind: 'protocol', message: `The server began a ${event.content_block.type} block that cannot be read.` })];
        this.#open.set(event.index, { block, input: '' });
        return [{ type: 'block-started', index: event.index, block: { ...block } }];
      }
      case 'content_block_delta':
        return this.#grow(event.index, event.delta);
      case 'content_block_stop':
        return this.#close(event.index);
      case 'message_delta':
        this.#count(event.usage);
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason;
        this.#stopDetails = event.delta.stop_details ?? this.#stopDetails;
        return [];
      case 'message_stop':
        return [this.#ended()];
      case 'error':
        return [
          this.#failed(
            failureOfAnswer({
              message: event.error.message ?? 'The server reported an error.',
              type: event.error.type,
              details: event.error.details,
            }),
          ),
        ];
    }
  }

  #grow(index: number, delta: Record<string, unknown> & { type: string }): ProviderEvent[] {
    const open = this.#open.get(index);
    if (open === undefined) return [];
    const { block } = open;
    switch (delta.type) {
      case 'text_delta':
        return appended(block, 'text', index, 'text', delta['text']);
      case 'thinking_delta':
        return appended(block, 'thinking', index, 'thinking', delta['thinking']);
      case 'signature_delta':
        appended(block, 'signature', index, 'thinking', delta['signature']);
        return [];
      case 'input_json_delta': {
        const text = delta['partial_json'];
        if (typeof text !== 'string' || text === '') return [];
        open.input += text;
        return [{ type: 'block-delta', index, channel: 'input', text }];
      }
      case 'citations_delta':
        block['citations'] = [...(Array.isArray(block['citations']) ? block['citations'] : []), delta['citation']];
        return [];
      default:
        return [];
    }
  }

  #close(index: number): ProviderEvent[] {
    const open = this.#open.get(index);
    if (open === undefined) return [];
    this.#open.delete(index);
    const { block, input } = open;
    if (input === '') return [{ type: 'block-ended', index, block }];
    const parsed = parseObject(input);
    const whole: ContentBlock = { ...block, input: parsed ?? {} };
    return [{ type: 'block-ended', index, block: whole, ...(parsed === undefined ? { unparsed: input } : {}) }];
  }

  #ended(): ProviderEvent {
    if (this.#stopReason === undefined) return this.#failed({ kind: 'protocol', message: 'The answer ended without a stop reason.' });
    return {
      type: 'ended',
      stopReason: this.#stopReason,
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#stopDetails === undefined ? {} : { stopDetails: this.#stopDetails }),
    };
  }

  #failed(failure: Extract<ProviderEvent, { type: 'failed' }>['failure']): ProviderEvent {
    return { type: 'failed', failure, ...(this.#usage === undefined ? {} : { usage: this.#usage }) };
  }

  /** Counts are cumulative: a later one replaces an earlier one. */
  #count(usage: z.infer<typeof usageSchema> | undefined): void {
    if (usage === undefined) return;
    const before = this.#usage ?? NO_USAGE;
    this.#usage = {
      input: usage.input_tokens ?? before.input,
      output: usage.output_tokens ?? before.output,
      cacheWrite: usage.cache_creation_input_tokens ?? before.cacheWrite,
      cacheRead: usage.cache_read_input_tokens ?? before.cacheRead,
    };
  }
}

const emptyText = z.string().default('');
const startSchemas: Readonly<Record<string, z.ZodType<OpenBlock['block']>>> = {
  text: z.looseObject({ type: z.literal('text'), text: emptyText }),
  thinking: z.looseObject({ type: z.literal('thinking'), thinking: emptyText, signature: z.string().optional() }),
  redacted_thinking: z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  tool_use: z.looseObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
};

/** A block as it begins; undefined when a type that is known has fields that are not, or when it is nested beyond use. */
function completeStart(block: OpenBlock['block']): OpenBlock['block'] | undefined {
  if (isDeeper(block, MAX_DEPTH)) return undefined;
  const schema = Object.hasOwn(startSchemas, block.type) ? startSchemas[block.type] : undefined;
  if (schema === undefined) return { ...block };
  const read = schema.safeParse(block);
  return read.success ? { ...block, ...read.data } : undefined;
}

/** Characters that a delta brings; what frames it is not counted. */
function lengthOf(delta: Record<string, unknown>): number {
  const piece = delta['text'] ?? delta['thinking'] ?? delta['partial_json'] ?? delta['signature'];
  return typeof piece === 'string' ? piece.length : 0;
}

function appended(
  block: Record<string, unknown>,
  field: string,
  index: number,
  channel: 'text' | 'thinking',
  text: unknown,
): ProviderEvent[] {
  if (typeof text !== 'string' || text === '') return [];
  const before = block[field];
  block[field] = typeof before === 'string' ? before + text : text;
  return [{ type: 'block-delta', index, channel, text }];
}

function parseEvent(data: string): WireEvent | 'unknown' | undefined {
  const value = parseJson(data);
  if (!isRecord(value) || typeof value['type'] !== 'string') return undefined;
  if (!KNOWN.has(value['type'])) return 'unknown';
  const event = eventSchema.safeParse(value);
  return event.success ? event.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = inputSchema.safeParse(parseJson(text));
  return value.success && !isDeeper(value.data, MAX_DEPTH) ? value.data : undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
