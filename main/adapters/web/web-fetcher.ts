import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { htmlTitle, htmlToText } from './html-to-text';
import { isPrivateAddress } from './private-address';
import { publicLookup } from './public-lookup';
import type { WebFetcher } from '../../core/ports';

const MOST_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

export interface WebFetcherOptions {
  /** Lets loopback and private addresses through. For tests only. */
  allowPrivate?: boolean;
  timeoutMs?: number;
}

/**
 * Rejects with a plain message. The address is checked when the connection is made, so that a name cannot resolve to
 * something else in between. HTML comes back as readable text.
 */
export function createWebFetcher(options: WebFetcherOptions = {}): WebFetcher {
  const allowPrivate = options.allowPrivate ?? false;
  return {
    async fetch(url, maxBytes, signal) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), options.timeoutMs ?? TIMEOUT_MS);
      const forward = () => limit.abort();
      if (signal.aborted) limit.abort();
      signal.addEventListener('abort', forward, { once: true });
      try {
        return await follow(checkedUrl(url, allowPrivate), maxBytes, limit.signal, allowPrivate);
      } catch (error) {
        if (limit.signal.aborted && !signal.aborted) throw new Error(`no answer within ${(options.timeoutMs ?? TIMEOUT_MS) / 1000} s`);
        throw error;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', forward);
      }
    },
  };
}

async function follow(first: URL, maxBytes: number, signal: AbortSignal, allowPrivate: boolean): ReturnType<WebFetcher['fetch']> {
  let url = first;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await get(url, signal, allowPrivate);
    const status = response.statusCode ?? 0;
    const contentType = response.headers['content-type'] ?? '';
    const location = response.headers.location;
    if (location === undefined || status < 300 || status > 399) {
      return { status, contentType, ...(await readBody(response, contentType, maxBytes)) };
    }
    response.destroy();
    const next = checkedUrl(new URL(location, url).href, true);
    if (next.hostname !== url.hostname) return { status, contentType, body: '', bytes: 0, truncated: false, redirectedTo: next.href };
    url = checkedUrl(next.href, allowPrivate);
  }
  throw new Error(`more than ${MOST_REDIRECTS} redirects`);
}

function checkedUrl(text: string, allowPrivate: boolean): URL {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`only http and https are fetched, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new Error('a URL with a user name or password is not fetched');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw new Error(`${host} is a private address`);
  return url;
}

function get(url: URL, signal: AbortSignal, allowPrivate: boolean): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = {
      'user-agent': 'Vitrine',
      accept: 'text/html,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5',
      'accept-encoding': 'gzip, br',
    };
    const request = send(url, { signal, headers, agent: false, lookup: allowPrivate ? undefined : publicLookup }, resolve);
    request.once('error', reject);
    request.end();
  });
}

async function readBody(
  response: IncomingMessage,
  contentType: string,
  maxBytes: number,
): Promise<{ body: string; bytes: number; truncated: boolean }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let truncated = false;
  const source = decoded(response);
  for await (const piece of source) {
    if (!Buffer.isBuffer(piece)) continue;
    const room = maxBytes - bytes;
    pieces.push(piece.subarray(0, room));
    bytes += Math.min(piece.length, room);
    if (piece.length > room) {
      truncated = true;
      break;
    }
  }
  response.destroy();
  const text = decoderFor(contentType).decode(Buffer.concat(pieces));
  if (!/^(text\/html|application\/xhtml\+xml)/i.test(contentType)) return { body: text, bytes, truncated };
  const title = htmlTitle(text);
  return { body: (title === undefined ? '' : `Title: ${title}\n\n`) + (await htmlToText(text, () => setImmediate())), bytes, truncated };
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding'];
  const decoder =
    encoding === 'gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined;
  if (decoder === undefined) return response;
  response.once('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

function decoderFor(contentType: string): TextDecoder {
  const charset = /charset=["']?([^\s"';]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
