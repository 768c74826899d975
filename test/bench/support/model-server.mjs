import { once } from 'node:events';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { messageOf, streamOf } from './sse-answer.mjs';

/**
 * A server for the Messages API on loopback. `answer(number, request)` gives content blocks, or writes to the response itself and
 * gives nothing. Each request is kept with its body, when it came (`at`) and when its answer was written (`answered`), in milliseconds.
 */
export async function startModelServer(answer) {
  let requests = [];
  let waiting = [];
  const server = createServer(async (incoming, response) => {
    const request = { at: performance.now(), wall: Date.now(), body: '' };
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    request.body = Buffer.concat(chunks).toString('utf8');
    requests.push(request);
    const number = requests.length;
    for (const { resolve } of waiting.filter((wait) => wait.number === number)) resolve(request);
    waiting = waiting.filter((wait) => wait.number > number);
    const blocks = await answer(number, request, response);
    if (blocks !== undefined) {
      const streamed = /"stream":\s*true/.test(request.body);
      response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json', 'request-id': `req_${number}` });
      response.end(streamed ? streamOf(blocks, number) : JSON.stringify(messageOf(blocks, number)));
    }
    request.answered = performance.now();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    get requests() {
      return requests;
    },
    /** Forgets what came so far. */
    reset() {
      requests = [];
    },
    request(number) {
      if (requests.length >= number) return Promise.resolve(requests[number - 1]);
      return new Promise((resolve) => waiting.push({ number, resolve }));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Milliseconds from the end of each answer to the request that follows. */
export function hostTimes(requests) {
  return requests.slice(1).map((request, place) => request.at - requests[place].answered);
}
