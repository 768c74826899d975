import { setTimeout as sleep } from 'node:timers/promises';
import { composer, lastParagraph, openBrowser, smoothRows, stopFrames, watchFrames } from '../support/browser.mjs';
import { startModelServer } from '../support/model-server.mjs';
import { environment, makeFolder } from '../support/product.mjs';
import { makeProject } from '../support/project.mjs';
import { startServe } from '../support/serve.mjs';
import { eventText, messageOf } from '../support/sse-answer.mjs';
import { measureInTurn } from '../support/measure.mjs';

const DELTAS = 5000;
const PER_SECOND = 500;
const WORDS = [
  'Here ',
  'is ',
  'a **long** ',
  'answer ',
  'with `code` ',
  'and\n\n- a list ',
  'of things.\n\n',
  '```ts\nconst answer = 42;\n```\n\n',
];

/** A long answer that streams fast: how the page and the host keep up. */
export async function measureStreamText({ runs, quick }) {
  const folder = makeFolder('project');
  makeProject(folder);
  const server = await startModelServer(streamAnswer);
  const env = environment(makeFolder('home'), { ANTHROPIC_BASE_URL: server.url });
  try {
    const [results] = await measureInTurn(quick ? 1 : runs, [() => streamOnce({ folder, env })]);
    return smoothRows('5,000 deltas at 500 a second', results);
  } finally {
    server.close();
  }
}

async function streamOnce({ folder, env }) {
  const serve = await startServe({ folder, env });
  const browser = await openBrowser(serve.url);
  const { page } = browser;
  try {
    await composer(page).fill('Say a lot.');
    await serve.loopDelay();
    await watchFrames(page);
    await page.keyboard.press('Enter');
    await lastParagraph(page, 'The end of the answer.');
    const smooth = await stopFrames(page);
    return { ...smooth, delay: await serve.loopDelay() };
  } finally {
    await browser.close();
    await serve.close();
  }
}

async function streamAnswer(number, _request, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event) => response.write(eventText(event));
  const message = messageOf([{ type: 'text', text: '' }], number);
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } });
  send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  const from = performance.now();
  for (let sent = 0; sent < DELTAS; ) {
    const due = Math.min(DELTAS, Math.floor(((performance.now() - from) * PER_SECOND) / 1000));
    for (; sent < due; sent += 1)
      send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: WORDS[sent % WORDS.length] } });
    await sleep(2);
  }
  send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '\n\nThe end of the answer.' } });
  send({ type: 'content_block_stop', index: 0 });
  send({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: message.usage });
  response.end(eventText({ type: 'message_stop' }));
}
