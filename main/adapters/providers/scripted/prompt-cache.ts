import { createHash } from 'node:crypto';
import { estimateTokenCount } from 'tokenx';
import { z } from 'zod';
import type { ScriptRequest } from './read-request';

/** Below this nothing is cached, as with the real service. */
const MINIMUM_TOKENS = 512;
/** How far a mark looks back for something that is already cached. */
const LOOK_BACK = 20;
const IMAGE_TOKENS = 1500;
const MOST_PREFIXES = 50_000;
const LIFETIME_MS = { '5m': 300_000, '1h': 3_600_000 };

export interface PromptCount {
  input: number;
  cacheRead: number;
  cacheWrite: number;
}

const markSchema = z.object({ cache_control: z.looseObject({ ttl: z.enum(['5m', '1h']).default('5m') }) });

interface Prefix {
  hash: string;
  tokens: number;
  ttl?: '5m' | '1h';
}

/** Counts prompts like the service: by the byte prefix, the request's cache marks, and what was cached before. */
export class PromptCache {
  /** Tokens up to the end of every prefix that was ever seen. */
  #tokens = new Map<string, number>();
  #cachedUntil = new Map<string, number>();

  count(request: ScriptRequest, now: number): PromptCount {
    const prefixes = this.#measure(request);
    const total = prefixes.at(-1)?.tokens ?? 0;
    let read = 0;
    let written = 0;
    prefixes.forEach((prefix, index) => {
      if (prefix.ttl === undefined || prefix.tokens < MINIMUM_TOKENS) return;
      const seen = prefixes.slice(Math.max(0, index - LOOK_BACK), index + 1).filter(({ hash }) => (this.#cachedUntil.get(hash) ?? 0) > now);
      read = Math.max(read, seen.at(-1)?.tokens ?? 0);
      written = Math.max(written, prefix.tokens);
    });
    for (const { hash, ttl, tokens } of prefixes)
      if (ttl !== undefined && tokens >= MINIMUM_TOKENS) this.#cachedUntil.set(hash, now + LIFETIME_MS[ttl]);
    return { input: total - Math.max(read, written), cacheRead: read, cacheWrite: Math.max(0, written - read) };
  }

  /** Every block in the order in which a prefix is made: tools, system, messages. */
  #measure(request: ScriptRequest): Prefix[] {
    if (this.#tokens.size > MOST_PREFIXES) this.#tokens.clear();
    const rolling = createHash('sha1').update(request.model);
    let tokens = 0;
    const blocks = [...request.tools, ...request.system, ...request.messages.flatMap((message) => message.content)];
    return blocks.map((block) => {
      const mark = markSchema.safeParse(block);
      const text = JSON.stringify({ ...block, cache_control: undefined });
      const hash = rolling.update(text).copy().digest('base64');
      tokens = this.#tokens.get(hash) ?? tokens + (text.startsWith('{"type":"image"') ? IMAGE_TOKENS : estimateTokenCount(text));
      this.#tokens.set(hash, tokens);
      return mark.success ? { hash, tokens, ttl: mark.data.cache_control.ttl } : { hash, tokens };
    });
  }
}
