// The least that a program with the SDK can do: one request, its answer read. BENCH_URL names the server.
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: process.env.BENCH_URL });
const stream = await client.messages.create({
  model: 'claude-opus-5',
  max_tokens: 1024,
  stream: true,
  messages: [{ role: 'user', content: 'Say hello.' }],
});
for await (const event of stream) void event;
