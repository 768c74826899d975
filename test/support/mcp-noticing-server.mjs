// A server of the older protocol over stdio, by the official library: `touch` says that test://one changed, where that is subscribed to,
// and `log` logs a line at the level info, where that is wanted. With a file as its argument, test://one is that file, and it changes when
// the file does; the level that is set is logged as well. When its roots change it
// logs the new ones.
import { readFileSync, watchFile } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const ICON = 'data:image/png;base64,iVBORw0KGgo=';
const URI = 'test://one';
const [file] = process.argv.slice(2);
const subscribed = new Set();
const server = new Server(
  { name: 'noticing', version: '1', icons: [{ src: 'https://example.test/i.png' }, { src: ICON }] },
  { capabilities: { tools: {}, logging: {}, resources: { subscribe: true, listChanged: true } } },
);
const inputSchema = { type: 'object' };

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: ['touch', 'log'].map((name) => ({ name, inputSchema, icons: [{ src: ICON }] })),
}));
server.setRequestHandler(ListResourcesRequestSchema, () => ({
  resources: [{ uri: URI, name: 'one', icons: [{ src: 'https://example.test/i.png' }] }],
}));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({
  contents: [{ uri, text: file === undefined ? 'one' : readFileSync(file, 'utf8') }],
}));
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
  if (name === 'touch') await tellChange();
  if (name === 'log') await server.sendLoggingMessage({ level: 'info', data: 'a line' });
  return { content: [{ type: 'text', text: name }] };
});
const tellChange = async () => {
  if (subscribed.has(URI)) await server.sendResourceUpdated({ uri: URI });
};
if (file !== undefined) {
  watchFile(file, { interval: 50 }, tellChange);
  server.setRequestHandler(SetLevelRequestSchema, async ({ params: { level } }) => {
    await server.sendLoggingMessage({ level: 'critical', data: `the level is ${level}` });
    return {};
  });
}
server.setNotificationHandler(RootsListChangedNotificationSchema, async () => {
  const { roots } = await server.listRoots();
  await server.sendLoggingMessage({ level: 'critical', data: roots.map(({ uri }) => uri).join(' ') });
});
await server.connect(new StdioServerTransport());
