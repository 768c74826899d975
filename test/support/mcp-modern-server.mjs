// A server of the newer protocol, by the official library. On stdio, or with `--http` at a port that it prints first.
//   --after MS   begins to listen only then
//   --reject     speaks nothing older
//   --busy       turns the first stream of notices away
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const { values } = parseArgs({
  options: { http: { type: 'boolean' }, after: { type: 'string' }, reject: { type: 'boolean' }, busy: { type: 'boolean' } },
});
const options = values.reject ? { legacy: 'reject' } : {};
let notify;
let changed = false;

function createInstance() {
  const server = new McpServer(
    { name: 'modern', version: '2' },
    { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} } },
  );
  const text = (value) => ({ content: [{ type: 'text', text: value }] });
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) => text(message));
  server.registerTool('big', { inputSchema: z.object({ bytes: z.number() }) }, ({ bytes }) => text('x'.repeat(bytes)));
  server.registerTool('ask', { inputSchema: z.object({}) }, (_input, { mcpReq }) => {
    const wanted = z.object({ name: z.string() });
    const answer = acceptedContent(mcpReq.inputResponses, 'who', wanted);
    if (answer !== undefined) return text(`${mcpReq.requestState()} ${answer.name}`);
    const who = inputRequired.elicit({ message: 'Who are you?', requestedSchema: wanted });
    return inputRequired({ inputRequests: { who }, requestState: 'opaque:état' });
  });
  server.registerTool('change', { inputSchema: z.object({}) }, () => {
    changed = true;
    if (notify === undefined) addTool(server, text);
    else notify.toolsChanged();
    return text('changed');
  });
  server.registerTool('touch', { inputSchema: z.object({}) }, async () => {
    if (notify === undefined) await server.server.sendResourceUpdated({ uri: 'test://one' });
    else notify.resourceUpdated('test://one');
    return text('touched');
  });
  server.registerTool('hang', { inputSchema: z.object({}) }, () => new Promise(() => {}));
  server.registerTool('log', { inputSchema: z.object({}) }, async (_input, { mcpReq }) => {
    await mcpReq.log('info', 'a line');
    return text('logged');
  });
  server.registerResource('one', 'test://one', {}, (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
  if (changed) addTool(server, text);
  return server;
}

function addTool(server, text) {
  server.registerTool('added', { inputSchema: z.object({}) }, () => text('added'));
}

setTimeout(
  () => {
    if (!values.http) {
      serveStdio(createInstance, options);
      return;
    }
    const handler = createMcpHandler(createInstance, options);
    notify = handler.notify;
    const answer = toNodeHandler(handler);
    let busy = values.busy;
    const server = createServer((request, response) => {
      if (!busy || request.headers['mcp-method'] !== 'subscriptions/listen') return answer(request, response);
      busy = false;
      response.writeHead(503).end();
    }).listen(0, '127.0.0.1', () => console.log(server.address().port));
  },
  Number(values.after ?? 0),
);
