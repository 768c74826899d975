import { join, resolve } from 'node:path';
import { bundleForNode, root } from './bundle-for-node.mjs';
import { newHome, nodeServer, type StdioLaunch } from './mcp-connector';

/** Both threads of a connector. */
export async function bundleServerWorkers(): Promise<{ frameWorker: string; outputWorker: string }> {
  const folder = newHome();
  const source = (name: string) => resolve(root, `main/adapters/mcp/${name}.worker.ts`);
  await bundleForNode(folder, { 'parse-frame': source('parse-frame'), 'check-output': source('check-output') });
  return { frameWorker: join(folder, 'parse-frame.cjs'), outputWorker: join(folder, 'check-output.cjs') };
}

/** The thread that parses large messages, built as the product builds it. */
export async function bundleFrameWorker(): Promise<string> {
  const folder = newHome();
  await bundleForNode(folder, { 'parse-frame': resolve(root, 'main/adapters/mcp/parse-frame.worker.ts') });
  return join(folder, 'parse-frame.cjs');
}

export const RAW_SERVER = resolve(root, 'test/support/mcp-raw-server.mjs');

export function rawServer(args: string[] = [], more: Partial<StdioLaunch> = {}): StdioLaunch {
  return nodeServer(RAW_SERVER, args, more);
}

export function referenceServer(
  name: 'everything' | 'filesystem' | 'memory',
  args: string[] = [],
  more: Partial<StdioLaunch> = {},
): StdioLaunch {
  return nodeServer(resolve(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), args, more);
}

export const MODERN_SERVER = resolve(root, 'test/support/mcp-modern-server.mjs');
