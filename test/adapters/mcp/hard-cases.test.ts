import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ServerConnection, ServerConnector } from '../../../main/core/mcp/server-connection';
import { bundleFrameWorker, LIMIT, newConnector, rawServer, recordHandlers } from '../../support/mcp-connector';

const MEBIBYTE = 1_048_576;
let connector: ServerConnector;
let connection: ServerConnection;
const recorded = recordHandlers();

beforeAll(async () => {
  connector = newConnector({ frameWorker: await bundleFrameWorker() });
  connection = await connector.connect('raw', rawServer(), recorded.handlers, LIMIT);
});
afterAll(() => connector.closeAll());

async function call(name: string, input: Record<string, unknown> = {}, options = {}) {
  const result = await connection.callTool(name, input, { ...LIMIT, ...options });
  return result.content[0];
}

describe('results of a server', () => {
  it('of 11 and 50 MiB come whole, and are parsed by a thread', async () => {
    for (const bytes of [11 * MEBIBYTE, 50 * MEBIBYTE]) {
      const part = await call('big', { bytes });
      expect(part).toMatchObject({ type: 'text' });
      expect(part?.type === 'text' && part.text.length).toBe(bytes);
    }
    const image = await call('image', { bytes: 12 * MEBIBYTE });
    expect(image?.type === 'image' && image.data.length).toBe(12 * MEBIBYTE);
    const [entry] = recorded.seen.trace.filter(({ bytes }) => bytes > 50 * MEBIBYTE);
    expect(entry?.text.length).toBeLessThan(1000);
  });
});
