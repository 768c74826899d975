import { createServer, type RequestListener, type Server } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { htmlToText } from '../../../main/adapters/web/html-to-text';
import { isPrivateAddress } from '../../../main/adapters/web/private-address';
import { createWebFetcher } from '../../../main/adapters/web/web-fetcher';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const fetcher = createWebFetcher({ allowPrivate: true });
const none = new AbortController().signal;

describe('fetching', () => {
  it('gives text, and HTML as readable text', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/plain')
        response.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from('caf\xe9', 'latin1'));
      else
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end('<title>A &amp; B</title><body><script>no()</script><h1>Hi</h1><p>One <a href="https://x.example/">link</a></p></body>');
    });
    expect(await fetcher.fetch(`${base}/plain`, 1000, none)).toMatchObject({ status: 200, body: 'café', bytes: 4, truncated: false });
    expect(await fetcher.fetch(base, 1000, none)).toMatchObject({
      status: 200,
      body: 'Title: A & B\n\n# Hi\n\nOne link (https://x.example/)',
    });
  });

  it('decompresses within the bound', async () => {
    const base = await serve((request, response) => {
      const brotli = request.url === '/br';
      const body = Buffer.alloc(1_000_000, 97);
      response
        .setHeader('content-type', 'text/plain')
        .setHeader('content-encoding', brotli ? 'br' : 'gzip')
        .end(brotli ? brotliCompressSync(body) : gzipSync(body));
    });
    for (const path of ['/br', '/gzip'])
      expect(await fetcher.fetch(base + path, 5000, none)).toMatchObject({ body: 'a'.repeat(5000), bytes: 5000, truncated: true });
  });

  it('follows redirects on the same host, reports those to another, and stops after five', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/one') response.writeHead(302, { location: '/two' }).end();
      else if (request.url === '/away') response.writeHead(301, { location: 'http://other.example/x' }).end();
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else response.end('arrived');
    });
    expect(await fetcher.fetch(`${base}/one`, 1000, none)).toMatchObject({ status: 200, body: 'arrived' });
    expect(await fetcher.fetch(`${base}/away`, 1000, none)).toMatchObject({
      status: 301,
      body: '',
      redirectedTo: 'http://other.example/x',
    });
    await expect(fetcher.fetch(`${base}/loop`, 1000, none)).rejects.toThrow('more than 5 redirects');
  });

  it('refuses private addresses, by number and by name, and other schemes', async () => {
    const strict = createWebFetcher();
    const base = await serve((_, response) => response.end('secret'));
    const port = new URL(base).port;
    await expect(strict.fetch(base, 1000, none)).rejects.toThrow('127.0.0.1 is a private address');
    await expect(strict.fetch(`http://localhost:${port}/`, 1000, none)).rejects.toThrow('localhost is a private address');
    await expect(strict.fetch(`http://[::ffff:127.0.0.1]:${port}/`, 1000, none)).rejects.toThrow('private address');
    await expect(strict.fetch(`http://2130706433:${port}/`, 1000, none)).rejects.toThrow('private address');
    await expect(strict.fetch('file:///etc/passwd', 1000, none)).rejects.toThrow('only http and https');
    await expect(strict.fetch('http://u:p@example.com/', 1000, none)).rejects.toThrow('user name');
  });

  it('ends on its time limit and on an abort', async () => {
    const base = await serve((_, response) => response.write('begins'));
    await expect(createWebFetcher({ allowPrivate: true, timeoutMs: 100 }).fetch(base, 1000, none)).rejects.toThrow(
      'no answer within 0.1 s',
    );
    const controller = new AbortController();
    const running = fetcher.fetch(base, 1000, controller.signal);
    controller.abort();
    await expect(running).rejects.toThrow();
  });
});

it('knows private addresses of both kinds', () => {
  const hidden = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    'nonsense',
  ];
  const open = ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'];
  expect([hidden.filter((one) => !isPrivateAddress(one)), open.filter(isPrivateAddress)]).toEqual([[], []]);
});

const toText = (html: string) => htmlToText(html, () => Promise.resolve());

describe('HTML as text', () => {
  it('keeps structure and leaves out what is not content', async () => {
    const html = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body><nav>menu</nav><!-- note -->
      <h2>List</h2><ul><li>one</li><li>two<ol><li>deep</li></ol></li></ul><pre>a
  b &lt; c</pre><p>x&nbsp;y &#128512; &unknown; <code>z</code><br>next</p><table><tr><td>1</td><td>2</td></tr></table><img alt="pic" src="x"></body></html>`;
    expect(await toText(html)).toBe(
      '## List\n\n- one\n- two\n  1. deep\n\n```\na\n  b < c\n```\n\nx y 😀 &unknown; `z`\nnext\n\n1 | 2 |\n\n[image: pic]',
    );
  });

  it('takes broken pages as they are', async () => {
    expect(await toText('<p>open <b>bold <a href=x>link <div>end')).toBe('open bold link\n\nend');
    expect(await toText('a < b && c > d <script>never closed')).toBe('a < b && c > d');
    expect((await toText('<'.repeat(100_000))).length).toBe(100_000);
    for (const piece of ['<a ', '<a x="', "<p title='>", '<title', '<!-', '<script>', '&#', ' ', '<pre> '])
      await toText(piece.repeat(50_000));
    expect(await toText('<head><title>x</title><body>text')).toBe('text');
  });
});
