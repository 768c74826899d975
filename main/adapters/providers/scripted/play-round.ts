import { estimateTokenCount } from 'tokenx';
import { sayIn } from './pick-round';
import type { PromptCount } from './prompt-cache';
import type { Situation } from './read-request';
import { breaksAt, type ScriptFailure, type ScriptRound, wordsOf } from './script-format';

/** What goes over the wire, in order. `break` ends it. */
export type PlayStep =
  | { type: 'event'; name: string; data: unknown }
  | { type: 'wait'; ms: number }
  | { type: 'break'; how: 'reset' | 'stall' | 'cut' };

export interface PlayOptions {
  model: string;
  prompt: PromptCount;
  situation: Situation;
  charsPerSecond: number;
  /** The failure of this attempt, if it fails inside the stream. */
  failure: ScriptFailure | undefined;
  nextId(prefix: string): string;
}

/** Characters of one delta: about what a live model sends. */
const PIECE = 24;

interface PlayBlock {
  kind: 'text' | 'thinking' | 'tool';
  start: Record<string, unknown>;
  delta(piece: string): Record<string, unknown>;
  body: string;
  close?: Record<string, unknown>;
}

export function* playRound(round: ScriptRound, options: PlayOptions): Generator<PlayStep> {
  const { failure, prompt } = options;
  const blocks = failure?.kind === 'empty' ? [] : blocksOf(round, options);
  const usage = {
    input: prompt.input,
    cache_read: prompt.cacheRead,
    cache_write: prompt.cacheWrite,
    output: outputTokens(blocks),
    ...round.usage,
  };
  if (round.delay_ms > 0) yield { type: 'wait', ms: round.delay_ms };
  const counted = { input_tokens: usage.input, cache_creation_input_tokens: usage.cache_write, cache_read_input_tokens: usage.cache_read };
  const message = {
    id: options.nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: options.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...counted, output_tokens: 1 },
  };
  yield event('message_start', { message });
  let stopReason = round.stop_reason ?? (round.calls.length > 0 ? 'tool_use' : 'end_turn');
  if (failure?.kind === 'empty') stopReason = 'end_turn';
  for (const [index, block] of blocks.entries()) {
    const breaks = failure !== undefined && block.kind === breaksAt(failure);
    yield* playBlock(index, block, breaks ? failure : undefined, block.kind === 'tool' ? 0 : options.charsPerSecond);
    if (!breaks) continue;
    if (failure.kind === 'reset' || failure.kind === 'stall' || failure.kind === 'cut') {
      yield { type: 'break', how: failure.kind };
      return;
    }
    if (failure.kind === 'error-event') {
      yield event('error', { error: { type: failure.type ?? 'overloaded_error', message: failure.message ?? 'Overloaded' } });
      return;
    }
    if (failure.kind === 'truncate') stopReason = 'max_tokens';
    break;
  }
  const details = round.stop_details === undefined ? {} : { stop_details: round.stop_details };
  yield event('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: null, ...details },
    usage: { ...counted, output_tokens: usage.output },
  });
  yield event('message_stop', {});
}

function* playBlock(index: number, block: PlayBlock, failure: ScriptFailure | undefined, charsPerSecond: number): Generator<PlayStep> {
  yield event('content_block_start', { index, content_block: block.start });
  const body = failure === undefined ? block.body : brokenBody(block.body, failure);
  for (const piece of pieces(body)) {
    yield event('content_block_delta', { index, delta: block.delta(piece) });
    if (charsPerSecond > 0) yield { type: 'wait', ms: (piece.length / charsPerSecond) * 1000 };
  }
  if (failure !== undefined && failure.kind !== 'truncate' && failure.kind !== 'bad-json') return;
  if (block.close !== undefined) yield event('content_block_delta', { index, delta: block.close });
  yield event('content_block_stop', { index });
}

function brokenBody(body: string, failure: ScriptFailure): string {
  if (failure.kind === 'bad-json') return `${body.slice(0, -1)}, oops`;
  return pieces(body.slice(0, Math.max(1, Math.floor(body.length / 2)))).join('');
}

function blocksOf(round: ScriptRound, options: PlayOptions): PlayBlock[] {
  const { situation } = options;
  const filled = (text: string): string => text.replaceAll('{{cwd}}', situation.folder);
  const blocks: PlayBlock[] = [];
  if (round.thinking !== undefined) {
    const signature = Buffer.from(`scripted ${options.nextId('sig')}`).toString('base64');
    blocks.push({
      kind: 'thinking',
      start: { type: 'thinking', thinking: '', signature: '' },
      body: filled(sayIn(round.thinking, situation.language)),
      delta: (thinking) => ({ type: 'thinking_delta', thinking }),
      close: { type: 'signature_delta', signature },
    });
  }
  if (round.text !== undefined) {
    blocks.push({
      kind: 'text',
      start: { type: 'text', text: '' },
      body: filled(sayIn(round.text, situation.language)),
      delta: (text) => ({ type: 'text_delta', text }),
    });
  }
  for (const { name, input } of round.calls) {
    const body = JSON.stringify(input, (_key, value: unknown) => {
      const said = wordsOf(value)?.[situation.language] ?? value;
      return typeof said === 'string' ? filled(said) : said;
    });
    blocks.push({
      kind: 'tool',
      start: { type: 'tool_use', id: options.nextId('toolu'), name, input: {} },
      body: body === '{}' ? '' : body,
      delta: (partial_json) => ({ type: 'input_json_delta', partial_json }),
    });
  }
  return blocks;
}

/** Cuts between code points. */
function pieces(body: string): string[] {
  const all: string[] = [];
  let piece = '';
  for (const character of body) {
    piece += character;
    if (piece.length < PIECE) continue;
    all.push(piece);
    piece = '';
  }
  return piece === '' ? all : [...all, piece];
}

function outputTokens(blocks: readonly PlayBlock[]): number {
  return blocks.reduce((sum, block) => sum + estimateTokenCount(block.body) + 8, 0);
}

function event(name: string, data: Record<string, unknown>): PlayStep {
  return { type: 'event', name, data: { type: name, ...data } };
}
