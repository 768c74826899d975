import type { ServerResponse } from 'node:http';
import { createScriptedFetch } from '../../main/adapters/providers/scripted-fetch';
import { parseScript, type Script } from '../../main/adapters/providers/scripted/script-format';
import { type RecordedRequest, type RecordingServer, startRecordingServer } from './recording-server';

export function readScript(yaml: string): Script {
  const parsed = parseScript(yaml, 'test.yaml');
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.script;
}

/** The scripted model behind a real HTTP server: its broken connections are broken sockets here. */
export async function startScriptedServer(script: string | Script): Promise<RecordingServer> {
  const scripted = createScriptedFetch({ name: 'test', script: typeof script === 'string' ? readScript(script) : script });
  return startRecordingServer((request, response) => serve(scripted, request, response));
}

async function serve(scripted: typeof fetch, request: RecordedRequest, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const answer = await scripted(`http://scripted${request.path}`, {
    method: 'POST',
    body: request.body.toString('utf8'),
    signal: gone.signal,
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  const reader = answer.body?.getReader();
  try {
    for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) response.write(read.value);
    response.end();
  } catch {
    // What was written must reach the client before the connection breaks.
    setImmediate(() => response.destroy());
  }
}
