import { z } from 'zod';

/**
 * Content blocks as they travel to and from the model (the Messages API's own field names, so that a stored part is the wire
 * form). Unknown block types are kept and sent back unchanged: hence the loose objects and the open last member.
 */
export const textBlockSchema = z.looseObject({ type: z.literal('text'), text: z.string() });
export const thinkingBlockSchema = z.looseObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().optional() });
export const toolUseBlockSchema = z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() });
export const imageBlockSchema = z.looseObject({
  type: z.literal('image'),
  source: z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
});
export const documentBlockSchema = z.looseObject({ type: z.literal('document'), source: z.looseObject({ type: z.string() }) });

/** In a result: the definition of a deferred tool, which the provider puts there. */
export const toolReferenceBlockSchema = z.looseObject({ type: z.literal('tool_reference'), tool_name: z.string() });

export const resultContentSchema = z.union([
  z.string(),
  z.array(z.union([textBlockSchema, imageBlockSchema, documentBlockSchema, toolReferenceBlockSchema])),
]);
export type ResultContent = z.infer<typeof resultContentSchema>;

export const toolResultBlockSchema = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: resultContentSchema.optional(),
  is_error: z.boolean().optional(),
});
export const otherBlockSchema = z.looseObject({ type: z.string() });

export type TextBlock = z.infer<typeof textBlockSchema>;
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>;
export type ToolUseBlock = z.infer<typeof toolUseBlockSchema>;
export type ImageBlock = z.infer<typeof imageBlockSchema>;
export type DocumentBlock = z.infer<typeof documentBlockSchema>;
export type ToolResultBlock = z.infer<typeof toolResultBlockSchema>;
export type OtherBlock = z.infer<typeof otherBlockSchema>;

/** Any content block. Narrow it with the `is…Block` guards: an unknown type stays an `OtherBlock`. */
export type ContentBlock = TextBlock | ThinkingBlock | ToolUseBlock | ImageBlock | DocumentBlock | ToolResultBlock | OtherBlock;

export function isTextBlock(block: ContentBlock): block is TextBlock {
  return block.type === 'text' && 'text' in block && typeof block.text === 'string';
}
export function isThinkingBlock(block: ContentBlock): block is ThinkingBlock {
  return block.type === 'thinking' && 'thinking' in block;
}
export function isToolUseBlock(block: ContentBlock): block is ToolUseBlock {
  return block.type === 'tool_use' && 'id' in block && 'name' in block;
}
export function isToolResultBlock(block: ContentBlock): block is ToolResultBlock {
  return block.type === 'tool_result' && 'tool_use_id' in block;
}
export function isImageBlock(block: ContentBlock): block is ImageBlock {
  return block.type === 'image' && 'source' in block;
}

export interface WireMessage {
  role: 'user' | 'assistant';
  content: ContentBlock[];
}
