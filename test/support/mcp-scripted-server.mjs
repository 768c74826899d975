// A server over stdio for tests: its tools come from a JSON file that is read at every list, so that a test changes them while it runs.
// Each tool answers with its own name and its input, and logs first what its result has as `log`; `--silent` never answers, `--mute-reads` answers no read of a
// resource, `--crash` ends at the first call.
import { existsSync, readFileSync, watchFile } from 'node:fs';
import { createInterface } from 'node:readline';

const [toolsFile, ...flags] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const readTools = () => JSON.parse(readFileSync(toolsFile, 'utf8'));
const instructions = existsSync(`${toolsFile}.instructions`) ? readFileSync(`${toolsFile}.instructions`, 'utf8') : undefined;
const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {} };
const asked = new Map();
let next = 1;

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities,
    serverInfo: { name: 'scripted', version: '1.0.0' },
    instructions,
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: readTools().map(({ result: _, ...tool }) => tool) }),
  'resources/list': () => ({ resources: [{ uri: 'note://one', name: 'One', mimeType: 'text/plain' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: `text of ${uri}` }] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }),
  'prompts/get': ({ arguments: { who } }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${who}.` } }] }),
};

async function call({ name, arguments: input }) {
  if (flags.includes('--crash')) process.exit(3);
  const tool = readTools().find((one) => one.name === name);
  if (tool?.result?.ask !== undefined) {
    const id = `ask-${next++}`;
    send({ id, method: tool.result.ask.method, params: tool.result.ask.params });
    const answer = await new Promise((resolve) => asked.set(id, resolve));
    return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  }
  const { log, ...result } = tool?.result ?? {};
  if (log !== undefined) send({ method: 'notifications/message', params: log });
  return result.content !== undefined ? result : { content: [{ type: 'text', text: `${name} got ${JSON.stringify(input)}` }] };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (flags.includes('--silent')) return;
  if (method === undefined) return asked.get(id)?.(result ?? error);
  if (id === undefined) return;
  if (method === 'tools/call') return send({ id, result: await call(params) });
  if (method === 'resources/read' && flags.includes('--mute-reads')) return;
  const answer = answers[method];
  if (answer === undefined) send({ id, error: { code: -32_601, message: `no method ${method}` } });
  else send({ id, result: answer(params) });
});
process.stdin.on('end', () => process.exit(0));
watchFile(toolsFile, { interval: 50 }, () => send({ method: 'notifications/tools/list_changed' }));
