import workerUrl from '../workers/highlight.worker?worker&url';
import type { HighlightAnswer, HighlightRequest, TokenLine } from '../workers/highlight.worker';
import { startWorker } from '../workers/start-worker';

/** Silence after which the thread ends, and its memory with it. */
const IDLE_MS = 60_000;

const waiting = new Map<number, (lines: TokenLine[] | undefined) => void>();
let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let next = 1;

/** Lines of coloured tokens, or nothing when the language is unknown or the text defeats the grammar. In a thread: the grammars take their time. */
export function highlight(code: string, language: string): Promise<TokenLine[] | undefined> {
  worker ??= open();
  const request: HighlightRequest = { id: next, code, language };
  next += 1;
  clearTimeout(idle);
  worker.postMessage(request);
  return new Promise((resolve) => waiting.set(request.id, resolve));
}

function open(): Worker {
  const opened = startWorker(workerUrl);
  opened.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => settle(data));
  opened.addEventListener('error', close);
  return opened;
}

function settle({ id, lines }: HighlightAnswer): void {
  waiting.get(id)?.(lines);
  waiting.delete(id);
  clearTimeout(idle);
  if (waiting.size === 0) idle = setTimeout(close, IDLE_MS);
}

function close(): void {
  worker?.terminate();
  worker = undefined;
  for (const resolve of waiting.values()) resolve(undefined);
  waiting.clear();
}
