const USAGE = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

/** Content blocks as the provider's message. */
export function messageOf(blocks, number) {
  const stop = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-bench',
    content: blocks,
    stop_reason: stop,
    stop_sequence: null,
    usage: USAGE,
  };
}

/** The same message as the bytes of an event stream. */
export function streamOf(blocks, number) {
  const message = messageOf(blocks, number);
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} } },
      { type: 'content_block_delta', index, delta: deltaOf(block) },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ]
    .map(eventText)
    .join('');
}

export function eventText(event) {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function deltaOf(block) {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}
