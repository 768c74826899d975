// The SDK's own loop with one tool that reads a file as ours does, all messages sent each time. BENCH_URL names the server.
import { readFile } from 'node:fs/promises';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: process.env.BENCH_URL });
const read = {
  type: 'custom',
  name: 'Read',
  description: 'Reads a file.',
  input_schema: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
  parse: (input) => input,
  run: async ({ file_path }) =>
    (await readFile(file_path, 'utf8'))
      .split('\n')
      .map((line, place) => `${place + 1}\t${line}`)
      .join('\n'),
};
const runner = client.beta.messages.toolRunner({
  model: 'claude-opus-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Read the files.' }],
  tools: [read],
  stream: true,
  thread: false,
  max_iterations: 1000,
});
for await (const stream of runner) for await (const event of stream) void event;
