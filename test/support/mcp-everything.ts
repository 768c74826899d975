import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ElicitRequest,
  SamplingRequest,
  ServerConnection,
  ServerConnector,
  ServerLaunch,
} from '../../main/core/mcp/server-connection';
import { LIMIT, newConnector, recordHandlers } from './mcp-connector';
import { eventually } from './eventually';

/** Everything that the reference server has, through a connection. One server and one connection for all of it. */
export function describeEverything(transport: string, open: () => Promise<{ launch: ServerLaunch; close(): void }>): void {
  describe(`the reference server with everything, over ${transport}`, () => {
    const asked: { elicit: ElicitRequest[]; sample: SamplingRequest[] } = { elicit: [], sample: [] };
    let declines = false;
    const { handlers, seen } = recordHandlers({
      elicit: async (request) => {
        asked.elicit.push(request);
        if (declines) return { action: 'decline' };
        return request.mode === 'form' ? { action: 'accept', content: { name: 'Ada' } } : { action: 'accept' };
      },
      sample: async (request) => {
        asked.sample.push(request);
        return { text: 'sampled words', model: 'test-model', stopReason: 'endTurn' };
      },
      roots: () => [{ uri: 'file:///tmp/project', name: 'project' }],
    });
    let connector: ServerConnector;
    let connection: ServerConnection;
    let close: () => void = () => undefined;

    beforeAll(async () => {
      connector = newConnector();
      const opened = await open();
      close = opened.close;
      connection = await connector.connect('everything', opened.launch, handlers, LIMIT);
    });
    afterAll(async () => {
      await connector.closeAll();
      close();
    });

    async function call(name: string, input: Record<string, unknown> = {}): Promise<string> {
      const { content } = await connection.callTool(name, input, LIMIT);
      return content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
    }

    it('says who it is', () => {
      expect(connection.info).toMatchObject({ name: 'mcp-servers/everything', era: 'legacy', protocolVersion: '2025-11-25' });
      expect(connection.info.instructions?.length).toBeGreaterThan(1000);
      expect(connection.info.capabilities).toMatchObject({ tools: { listChanged: true }, resources: { subscribe: true }, logging: {} });
    });

    it('lists its tools, also those that come with what this client offers', async () => {
      await eventually(async () => expect(await connection.listTools(LIMIT)).toHaveLength(17));
      const tools = await connection.listTools(LIMIT);
      expect(tools.find(({ name }) => name === 'get-structured-content')?.outputSchema).toBeDefined();
    });

    it('gives texts, images, links, resources and structured values', async () => {
      expect(await call('echo', { message: 'こんにちは' })).toBe('Echo: こんにちは');
      expect(await call('get-tiny-image')).toContain('image');
      expect(await call('get-resource-links', { count: 2 })).toContain('resource_link');
      expect(await call('get-resource-reference', { resourceType: 'Text', resourceId: 1 })).toContain('resource');
      const { structured } = await connection.callTool('get-structured-content', { location: 'Chicago' }, LIMIT);
      expect(structured).toMatchObject({ conditions: expect.any(String) });
    });

    it('says as a result what is wrong with a call', async () => {
      expect(await connection.callTool('echo', {}, LIMIT)).toMatchObject({ isError: true });
      expect(await connection.callTool('no-such-tool', {}, LIMIT)).toMatchObject({ isError: true });
    });

    it('tells how a long operation goes on', async () => {
      const steps: number[] = [];
      const onProgress = ({ progress }: { progress: number }) => steps.push(progress);
      const result = await connection.callTool('trigger-long-running-operation', { duration: 0.4, steps: 4 }, { ...LIMIT, onProgress });
      expect(result.isError).toBe(false);
      expect(steps).toEqual([1, 2, 3, 4]);
    });

    it('can be cancelled, and be late', async () => {
      const controller = new AbortController();
      const long = { duration: 5, steps: 50 };
      const aborted = connection.callTool('trigger-long-running-operation', long, {
        ...LIMIT,
        signal: controller.signal,
        onProgress: () => controller.abort(),
      });
      await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
      const late = connection.callTool('trigger-long-running-operation', long, { timeoutMs: 100 });
      await expect(late).rejects.toMatchObject({ kind: 'timed-out' });
    });

    it('asks the person by form and by address, and the model', async () => {
      expect(await call('trigger-elicitation-request')).toContain('Ada');
      expect(asked.elicit.at(-1)).toMatchObject({ mode: 'form', schema: { type: 'object' } });
      declines = true;
      expect(await call('trigger-elicitation-request')).toContain('decline');
      declines = false;
      await call('trigger-url-elicitation', { url: 'https://example.com/consent', message: 'Please' });
      expect(asked.elicit.at(-1)).toMatchObject({ mode: 'url', url: 'https://example.com/consent' });
      expect(await call('trigger-sampling-request', { prompt: 'Hello', maxTokens: 20 })).toContain('sampled words');
      expect(asked.sample.at(-1)).toMatchObject({ maxTokens: 20, messages: [{ role: 'user' }] });
    });

    it('shows an address that has to be opened before a call, and refuses the call', async () => {
      const input = { url: 'https://example.com/first', errorPath: true };
      const call = connection.callTool('trigger-url-elicitation', input, LIMIT);
      await expect(call).rejects.toMatchObject({ kind: 'refused', code: -32042 });
      expect(asked.elicit.at(-1)).toMatchObject({ mode: 'url', url: 'https://modelcontextprotocol.io' });
    });

    it('learns of the roots', async () => {
      expect(await call('get-roots-list')).toContain('file:///tmp/project');
    });

    it('lists and reads resources, and templates of them', async () => {
      expect(await connection.listResources(LIMIT)).toHaveLength(7);
      expect((await connection.listResourceTemplates(LIMIT)).map(({ uriTemplate }) => uriTemplate)).toEqual([
        'demo://resource/dynamic/text/{resourceId}',
        'demo://resource/dynamic/blob/{resourceId}',
      ]);
      const [text] = await connection.readResource('demo://resource/dynamic/text/3', LIMIT);
      expect(text).toMatchObject({ type: 'resource', uri: 'demo://resource/dynamic/text/3', text: expect.stringContaining('3') });
      const [blob] = await connection.readResource('demo://resource/dynamic/blob/3', LIMIT);
      expect(blob).toMatchObject({ type: 'resource', blob: expect.any(String) });
      await expect(connection.readResource('demo://nothing', LIMIT)).rejects.toMatchObject({ kind: 'refused' });
    });

    it('lists prompts and gives their messages', async () => {
      const prompts = await connection.listPrompts(LIMIT);
      expect(prompts.map(({ name }) => name)).toEqual(['simple-prompt', 'args-prompt', 'completable-prompt', 'resource-prompt']);
      expect(prompts[1]?.arguments.map(({ name, required }) => [name, required])).toEqual([
        ['city', true],
        ['state', false],
      ]);
      const [message] = await connection.getPrompt('args-prompt', { city: 'Kyoto' }, LIMIT);
      expect(message).toMatchObject({ role: 'user', content: { type: 'text', text: expect.stringContaining('Kyoto') } });
    });

    it('completes arguments', async () => {
      const values = await connection.complete({ type: 'prompt', name: 'completable-prompt' }, { name: 'department', value: 'E' }, LIMIT);
      expect(values).toContain('Engineering');
    });

    it('logs, and tells of resources that were subscribed to', async () => {
      await connection.setLogLevel('debug', LIMIT);
      await connection.subscribe('demo://resource/dynamic/text/1', LIMIT);
      await call('toggle-simulated-logging');
      await call('toggle-subscriber-updates');
      await eventually(() => expect(seen.logs.length).toBeGreaterThan(0));
      await eventually(() => expect(seen.updated).toContain('demo://resource/dynamic/text/1'));
      await call('toggle-subscriber-updates');
      await call('toggle-simulated-logging');
      await connection.unsubscribe('demo://resource/dynamic/text/1', LIMIT);
    });

    it('tells nothing of the environment of this process but what a server needs', async () => {
      if (transport === 'stdio') expect(await call('get-env')).not.toMatch(/VITEST|ANTHROPIC/);
    });

    it('has its messages traced both ways, with how long answers took', async () => {
      await eventually(() => expect(seen.trace.filter(({ method }) => method === 'tools/call').length).toBeGreaterThan(10));
      const sent = seen.trace.find(({ direction, method }) => direction === 'sent' && method === 'prompts/get');
      const received = seen.trace.find(({ direction, id }) => direction === 'received' && id === sent?.id);
      expect(received?.tookMs).toBeGreaterThan(0);
    });
  });
}
