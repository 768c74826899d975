import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerConnection, ServerConnector } from '../../../main/core/mcp/server-connection';
import { LIMIT, newConnector, recordHandlers } from '../../support/mcp-connector';
import { bundleFrameWorker, rawServer } from '../../support/mcp-servers';
import { eventually } from '../../support/eventually';

const MEBIBYTE = 1_048_576;
const environment = z.object({ env: z.record(z.string(), z.string()), cancelled: z.array(z.number()) });
let connector: ServerConnector;
let connection: ServerConnection;
const { handlers, seen } = recordHandlers();

beforeAll(async () => {
  connector = newConnector({ frameWorker: await bundleFrameWorker() });
  connection = await connector.connect('raw', rawServer(), handlers, LIMIT);
});
afterAll(() => connector.closeAll());

async function call(name: string, input: Record<string, unknown> = {}, options = {}, on = connection) {
  const [part] = (await on.callTool(name, input, { ...LIMIT, ...options })).content;
  return part?.type === 'text' ? part.text : '';
}

async function askEnvironment(on = connection) {
  return environment.parse(JSON.parse(await call('environment', {}, {}, on)));
}

describe('a result', () => {
  it('of 11 and 50 MiB comes whole; its trace is short and says how long it was', async () => {
    for (const bytes of [11 * MEBIBYTE, 50 * MEBIBYTE]) expect(await call('big', { bytes })).toBe('x'.repeat(bytes));
    const large = () => seen.trace.filter(({ bytes }) => bytes > 50 * MEBIBYTE);
    await eventually(() => expect(large()).toHaveLength(1));
    expect(large()[0]?.text.length).toBeLessThan(1000);
  });

  it('keeps its long encoded bytes', async () => {
    const { content } = await connection.callTool('image', { bytes: 3 * MEBIBYTE }, LIMIT);
    expect(content).toEqual([{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(3 * MEBIBYTE) }]);
  });

  it('of more than the bound ends the connection and says so', async () => {
    const small = newConnector({ mostBytes: 2 * MEBIBYTE });
    const one = await small.connect('raw', rawServer(), recordHandlers().handlers, LIMIT);
    await expect(call('fill', { bytes: 3 * MEBIBYTE }, {}, one)).rejects.toMatchObject({
      kind: 'malformed',
      message: 'a message of more than 2 MiB',
    });
    expect(await one.closed).toMatchObject({ kind: 'malformed' });
    await small.closeAll();
  });
});

describe('a server that', () => {
  it('writes a mebibyte to its stderr goes on, and all of it arrives', async () => {
    expect(await call('grumble')).toBe('grumbled');
    await eventually(() => expect(seen.stderr.length).toBe(MEBIBYTE));
  });

  it('answers twice is taken at its first word', async () => {
    expect(await call('twice')).toBe('first');
    expect(await call('big', { bytes: 1 })).toBe('x');
  });

  it('sends what is no message is passed over, and the trace shows it', async () => {
    expect(await call('malformed')).toBe('after');
    await eventually(() => expect(seen.trace.map(({ text }) => text)).toContain('a banner'));
  });

  it('floods notices has them put together, and its log bounded', async () => {
    seen.changed.length = 0;
    seen.updated.length = 0;
    seen.logs.length = 0;
    expect(await call('flood', { count: 2000 })).toBe('flooded');
    await eventually(() => expect(seen.changed).toContain('tools'));
    await eventually(() => expect(seen.updated).toContain('test://one'));
    expect(seen.changed.length).toBeLessThan(200);
    expect(seen.updated.length).toBeLessThan(200);
    expect(seen.logs.length).toBeLessThan(1000);
    expect(seen.logs[0]).toEqual({ level: 'info', data: 'line 0' });
  });

  it('changes its tools during a call tells it once, and lists the new ones', async () => {
    const one = recordHandlers();
    const other = await connector.connect('raw', rawServer(), one.handlers, LIMIT);
    expect((await other.listTools(LIMIT)).length).toBeGreaterThan(1);
    expect(await call('change', {}, {}, other)).toBe('changed');
    await eventually(() => expect(one.seen.changed).toEqual(['tools']));
    expect((await other.listTools(LIMIT)).map(({ name }) => name)).toEqual(['other']);
    await other.close();
  });

  it('dies in mid-call fails the call at once, and says how it ended', async () => {
    const other = await connector.connect('raw', rawServer(), recordHandlers().handlers, LIMIT);
    await expect(call('die', {}, {}, other)).rejects.toMatchObject({ kind: 'closed', message: 'it ended with exit code 7', code: 7 });
    expect(await other.closed).toMatchObject({ kind: 'closed', code: 7 });
    await expect(call('big', { bytes: 1 }, {}, other)).rejects.toMatchObject({ kind: 'closed' });
  });
});

describe('progress', () => {
  it('right before the answer is all delivered, each time', async () => {
    for (let round = 0; round < 40; round += 1) {
      const steps: number[] = [];
      expect(await call('progress', {}, { onProgress: ({ progress }: { progress: number }) => steps.push(progress) })).toBe('done');
      expect(steps).toEqual([1, 2, 3, 4]);
    }
  });

  it('after the answer is ignored', async () => {
    const steps: number[] = [];
    expect(await call('late', {}, { onProgress: ({ progress }: { progress: number }) => steps.push(progress) })).toBe('done');
    expect(await call('big', { bytes: 1 })).toBe('x');
    expect(steps).toEqual([]);
  });
});

describe('a call', () => {
  it('with a time limit that no timer can hold waits', async () => {
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) expect(await call('big', { bytes: 3 }, { timeoutMs })).toBe('xxx');
  });

  it('tells an abort from a time-out, and the server of both', async () => {
    const before = (await askEnvironment()).cancelled.length;
    await expect(call('hang', {}, { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timed-out' });
    const controller = new AbortController();
    const hanging = call('hang', {}, { signal: controller.signal });
    await eventually(() =>
      expect(seen.trace.filter(({ direction, text }) => direction === 'sent' && text.includes('"hang"'))).toHaveLength(2),
    );
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ kind: 'aborted' });
    await expect(call('hang', {}, { signal: controller.signal })).rejects.toMatchObject({ kind: 'aborted' });
    expect((await askEnvironment()).cancelled.length - before).toBe(2);
  });
});

describe('the environment of a server', () => {
  it('holds what it needs and what its entry names, and nothing of the host', async () => {
    const quiet = newConnector({ env: { PATH: '/usr/bin', HOME: '/root', SHLVL: '1', ANTHROPIC_API_KEY: 'secret', OTHER: 'x' } });
    const one = await quiet.connect(
      'raw',
      rawServer([], { env: { TOKEN: 'given-to-the-server' }, secrets: ['given-to-the-server'] }),
      handlers,
      LIMIT,
    );
    const { env } = await askEnvironment(one);
    expect(Object.keys(env).sort()).toEqual(['HOME', 'PATH', 'TOKEN', 'VITRINE_SHELL_RUN']);
    await eventually(() => expect(seen.trace.map(({ text }) => text).join()).toContain('TOKEN'));
    expect(seen.trace.map(({ text }) => text).join()).not.toContain('given-to-the-server');
    await quiet.closeAll();
  });
});
