import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { root } from './bundle-for-node.mjs';
import { eventually } from './eventually';

/** Starts the reference server with everything over HTTP, at a port that is free. */
export async function startEverything(transport: 'streamableHttp' | 'sse'): Promise<{ url: string; close(): void }> {
  const port = await freePort();
  const script = resolve(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  const child = spawn(process.execPath, [script, transport], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
  // Any answer will do: it listens.
  await eventually(() => fetch(`http://127.0.0.1:${port}/`));
  return { url, close: () => void child.kill('SIGKILL') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
