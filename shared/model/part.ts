import { z } from 'zod';
import { storedSegmentSchema } from './segment';

/**
 * A reference to a stored JSON value (content block, system block, tool definition, tool input …) in the session's pack file.
 * `hash` is the first 24 bytes of the SHA-256 of its JSON text, base64url; `at` and `size` are its byte range in
 * `parts/pack.jsonl`, so that reading one needs no index. The bytes there are the bytes that go over the wire.
 */
export const partRefSchema = z.object({ hash: z.string(), at: z.number().int().min(0), size: z.number().int().min(0) });
export type PartRef = z.infer<typeof partRefSchema>;

/** A part as it stands in a request, with the segments that own its text. */
export const placedPartSchema = z.object({ part: partRefSchema, segments: z.array(storedSegmentSchema) });
export type PlacedPart = z.infer<typeof placedPartSchema>;

export const placedMessageSchema = z.object({ role: z.enum(['user', 'assistant']), blocks: z.array(placedPartSchema) });
export type PlacedMessage = z.infer<typeof placedMessageSchema>;

/** Where `cache_control` is put when the body is rendered; a mark belongs to a call, never to a part. */
export const cacheMarkSchema = z.object({ pointer: z.string(), ttl: z.enum(['5m', '1h']).optional() });
export type CacheMark = z.infer<typeof cacheMarkSchema>;

/**
 * The recipe of a request body. Rendering it with its parts gives the exact bytes of the body (`core/context/render-body`).
 * `base` names an earlier call of the same agent whose system, tools and messages are kept whole and come first: a call
 * stores only what it adds, so n calls cost what was added.
 */
export const recipeSchema = z.object({
  base: z.string().optional(),
  /** Top-level members other than system, tools and messages, in wire order (model, max_tokens, stream, thinking …). */
  head: z.record(z.string(), z.unknown()),
  system: z.array(placedPartSchema),
  tools: z.array(placedPartSchema),
  messages: z.array(placedMessageSchema),
  marks: z.array(cacheMarkSchema),
});
export type Recipe = z.infer<typeof recipeSchema>;

/** A recipe with its base chain resolved: every part of the request in order. */
export type ResolvedRecipe = Omit<Recipe, 'base'>;
