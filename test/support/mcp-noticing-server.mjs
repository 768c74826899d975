// A server of the older protocol over stdio, by the official library: `touch` says that test://one changed, where that is subscribed to,
// and `log` logs a line at the level info, where that is wanted.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const URI = 'test://one';
const subscribed = new Set();
const server = new Server(
  { name: 'noticing', version: '1' },
  { capabilities: { tools: {}, logging: {}, resources: { subscribe: true, listChanged: true } } },
);
const inputSchema = { type: 'object' };

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: ['touch', 'log'].map((name) => ({ name, inputSchema })) }));
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [{ uri: URI, name: 'one' }] }));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({ contents: [{ uri, text: 'one' }] }));
server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
  if (uri !== URI) throw new Error(`there is no ${uri}`);
  subscribed.add(uri);
  return {};
});
server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
  subscribed.delete(uri);
  return {};
});
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name } }) => {
  if (name === 'touch' && subscribed.has(URI)) await server.sendResourceUpdated({ uri: URI });
  if (name === 'log') await server.sendLoggingMessage({ level: 'info', data: 'a line' });
  return { content: [{ type: 'text', text: name }] };
});
await server.connect(new StdioServerTransport());
