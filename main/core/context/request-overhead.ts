/** What a request costs beside the text of its segments, as a guess: frames of messages and tools, the tools' own preamble. */
const PER_MESSAGE = 3;
const PER_TOOL = 8;
const TOOL_PREAMBLE = 250;

/** Tokens for the structure of a request with so many messages and tools. */
export function requestOverhead(messages: number, tools: number): number {
  return messages * PER_MESSAGE + (tools === 0 ? 0 : TOOL_PREAMBLE + tools * PER_TOOL);
}
