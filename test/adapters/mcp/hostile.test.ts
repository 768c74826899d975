import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolve } from 'node:path';
import type { ServerConnection, ServerConnector, ServerHandlers } from '../../../main/core/mcp/server-connection';
import { root } from '../../support/bundle-for-node.mjs';
import { eventually } from '../../support/eventually';
import { LIMIT, newConnector, nodeServer, recordHandlers } from '../../support/mcp-connector';
import { bundleServerWorkers } from '../../support/mcp-servers';

const hostile = (args: string[] = []) => nodeServer(resolve(root, 'test/support/mcp-hostile-server.mjs'), args);
let connector: ServerConnector;
let connection: ServerConnection;
const asked: string[] = [];
const { handlers, seen } = recordHandlers({
  elicit: async ({ message }) => {
    asked.push(message);
    return { action: 'decline' };
  },
});

beforeAll(async () => {
  connector = newConnector(await bundleServerWorkers());
  connection = await connector.connect('hostile', hostile(), handlers, LIMIT);
  await connection.listTools(LIMIT);
});
afterAll(() => connector.closeAll());

const call = (name: string, input: Record<string, unknown> = {}) => connection.callTool(name, input, LIMIT);

function warnings(): string[] {
  return seen.logs.filter(({ level }) => level === 'warning').map(({ data }) => String(data));
}

/** How deep it goes at the most. */
function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

describe('what is nested thousands of times', () => {
  it('in notices and questions ends nothing, and no question is asked that was cut', async () => {
    expect(await call('deep-notice')).toMatchObject({ content: [{ text: 'after' }] });
    await eventually(() => expect(seen.logs.some(({ data }) => Array.isArray(data) && depthOf(data) < 110)).toBe(true));
    await eventually(() =>
      expect(seen.trace.some(({ id, direction, text }) => id === 'ask' && direction === 'sent' && text.includes('error'))).toBe(true),
    );
    expect(asked).toEqual([]);
  });

  it('in a result or an error is read as far as it can be, and the rest is said', async () => {
    const result = await call('deep-result');
    expect(result.content).toEqual([
      { type: 'text', text: 'here' },
      { type: 'text', text: expect.stringContaining('were left out') },
    ]);
    expect(depthOf(result.structured)).toBeLessThan(110);
    expect(warnings()).toContainEqual(expect.stringContaining('left out'));
    await expect(call('deep-error')).rejects.toMatchObject({ kind: 'refused', message: 'no' });
  });
});

describe('very many small values', () => {
  it('of a result are read up to a bound, and the rest is said', async () => {
    const { content } = await call('parts', { count: 200_000 });
    expect(content.length).toBeGreaterThan(1000);
    expect(content.length).toBeLessThan(20_000);
    expect(content.at(-1)).toMatchObject({ text: expect.stringContaining('were left out') });
    const { structured } = await call('values', { count: 200_000 });
    expect(structured).toMatchObject({ a: { length: expect.toSatisfy((length: number) => length > 20_000 && length < 25_000) } });
  });

  it('hide no failure', async () => {
    expect(await call('failed-values', { count: 200_000 })).toMatchObject({ isError: true });
  });

  it('in their millions are refused, at once', async () => {
    for (const tool of ['parts', 'values'])
      await expect(call(tool, { count: 1_500_000 })).rejects.toMatchObject({
        kind: 'malformed',
        message: expect.stringContaining('more than the 1000000 that are looked at'),
      });
  });

  it('of a list are taken up to a bound, and the rest is said', async () => {
    expect(await connection.listResources(LIMIT)).toHaveLength(5000);
    expect(warnings()).toContainEqual(expect.stringMatching(/^it lists \d+ resources; those after the first 5000 were left out$/));
  });
});

describe('an output schema', () => {
  it('that takes for ever is given up, and that is said', async () => {
    for (const tool of ['doubling', 'pattern']) {
      expect(await call(tool)).toMatchObject({ isError: false });
      expect(warnings()).toContainEqual(
        expect.stringContaining(`what ${tool} gave was not checked by its output schema: it takes too long`),
      );
    }
  }, 60_000);

  it('that compares each with each is looked at elsewhere', async () => {
    expect(await call('unique')).toMatchObject({ structured: { items: { length: 12_000 } } });
  });

  it('of another tool is still looked at', async () => {
    expect(await call('honest', { count: 3 })).toMatchObject({ structured: { count: 3 } });
    await expect(call('honest', { count: 'three' })).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('addresses that a call wants opened', () => {
  const asking = (elicit: ServerHandlers['elicit']) => connector.connect('asking', hostile(), recordHandlers({ elicit }).handlers, LIMIT);

  it('end with the first no', async () => {
    asked.length = 0;
    await expect(call('addresses')).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toEqual(['page 0']);
  });

  it('are a few at most', async () => {
    let count = 0;
    const willing = await asking(async () => {
      count += 1;
      return { action: 'accept' };
    });
    await expect(willing.callTool('addresses', {}, LIMIT)).rejects.toMatchObject({ kind: 'refused' });
    expect(count).toBe(5);
  });

  it('end with the call, and with the connection', async () => {
    const signals: AbortSignal[] = [];
    const waiting = await asking(async (_request, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const stop = new AbortController();
    const stopped = expect(waiting.callTool('addresses', {}, { ...LIMIT, signal: stop.signal })).rejects.toMatchObject({ kind: 'aborted' });
    await eventually(() => expect(signals).toHaveLength(1));
    stop.abort();
    await stopped;
    const left = expect(waiting.callTool('addresses', {}, LIMIT)).rejects.toMatchObject({ kind: 'aborted' });
    await eventually(() => expect(signals).toHaveLength(2));
    await waiting.close();
    await left;
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});

describe('a server that asks and does not read the answers', () => {
  it('has its connection ended, and that is said', async () => {
    const one = await connector.connect('unread', hostile(['--unread']), recordHandlers().handlers, LIMIT);
    expect(await one.closed).toMatchObject({ kind: 'malformed', message: expect.stringContaining('does not read what it is sent') });
  });
});
