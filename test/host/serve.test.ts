import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startServe, type RunningServe } from '../../main/serve/start-serve';
import { MAX_FRAME_CHARS, PROTOCOL_VERSION } from '../../shared/contract/protocol';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let base: string;
let server: RunningServe;
let port: number;
let cookie: string;
const printed: string[] = [];

/** A request with exactly these headers: nothing is added but what HTTP needs. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers }, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Opens the socket; gives it, or the status of the refusal. */
function openSocket(headers: Record<string, string | undefined> = {}, path = '/socket'): Promise<WebSocket | number> {
  const all = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, cookie, ...headers };
  const given = Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: given });
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

function nextText(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => socket.once('message', (data) => resolve(data.toString())));
}
function closing(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', (code) => resolve(code)));
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vitrine-serve-'));
  const page = join(base, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Vitrine</title>');
  await writeFile(join(page, 'assets/index-abc.js'), 'export {};');
  await writeFile(join(base, 'secret.js'), 'outside');
  server = await startServe({
    env: { VITRINE_HOME: join(base, 'home'), PATH: process.env['PATH'] },
    page,
    write: (text) => printed.push(text),
  });
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server.close();
  await rm(base, { recursive: true, force: true });
});

describe('before the token is exchanged', () => {
  it('prints one line with the launch address on the loopback interface', () => {
    expect(printed).toEqual([`READY ${server.url}\n`]);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
  });

  it('refuses the page, its files and the socket without a cookie', async () => {
    expect((await ask('/')).status).toBe(403);
    expect((await ask('/assets/index-abc.js')).status).toBe(403);
    cookie = '';
    expect(await openSocket({ cookie: undefined })).toBe(403);
  });

  it('gives no cookie for a wrong token', async () => {
    const answer = await ask(`/?token=${'x'.repeat(43)}`);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('gives no cookie for the right token under a foreign host name', async () => {
    const answer = await ask(new URL(server.url).pathname + new URL(server.url).search, { host: `evil.example:${port}` });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('exchanges the token once for a strict cookie and takes it out of the address', async () => {
    const path = `/${new URL(server.url).search}`;
    const look = await ask(path, {}, 'HEAD');
    expect([look.status, look.headers['set-cookie']]).toEqual([403, undefined]);
    const first = await ask(path);
    expect([first.status, first.headers['location']]).toEqual([303, '/']);
    const [set] = first.headers['set-cookie'] ?? [];
    expect(set).toMatch(new RegExp(`^vitrine-${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`));
    cookie = String(set).split(';')[0] ?? '';
    const second = await ask(path);
    expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined]);
    const again = await ask(path, { cookie });
    expect([again.status, again.headers['set-cookie']]).toEqual([303, undefined]);
  });
});

describe('with the cookie', () => {
  it('serves the page with a policy that names this socket alone', async () => {
    const answer = await ask('/', { cookie });
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      '<!doctype html><title>Vitrine</title>',
      'no-store',
    ]);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port};`);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('serves files with their type and lets hashed ones be kept', async () => {
    const answer = await ask('/assets/index-abc.js', { cookie });
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['a foreign host name (DNS rebinding)', '/', { host: 'attacker.example' }, 'GET'],
    ['the right name with another port', '/', { host: '127.0.0.1:1' }, 'GET'],
    ['a foreign origin', '/', { origin: 'https://attacker.example' }, 'GET'],
    ['the origin null', '/', { origin: 'null' }, 'GET'],
    ['a request that another site started', '/', { 'sec-fetch-site': 'cross-site' }, 'GET'],
    ['a request from another port of this machine', '/', { 'sec-fetch-site': 'same-site' }, 'GET'],
    ['a method that changes things', '/', {}, 'POST'],
    ['a preflight', '/', { 'access-control-request-method': 'GET' }, 'OPTIONS'],
    ['a wrong cookie', '/', { cookie: 'vitrine=1' }, 'GET'],
    ['a file that is not there', '/nothing.js', {}, 'GET'],
    ['a way out of the page folder', '/..%2fsecret.js', {}, 'GET'],
    ['an encoded way out', '/%2e%2e/secret.js', {}, 'GET'],
    ['a backslash', '/..%5csecret.js', {}, 'GET'],
    ['an absolute target', '//attacker.example/', {}, 'GET'],
  ])('refuses %s', async (_what, path, headers, method) => {
    expect((await ask(path, { cookie, ...headers }, method)).status).toBe(403);
  });

  it.each([
    ['a missing origin', { origin: undefined }, '/socket'],
    ['a foreign origin', { origin: 'http://attacker.example' }, '/socket'],
    ['the origin of another port', { origin: 'http://127.0.0.1:1' }, '/socket'],
    ['an origin that only begins like ours', { origin: 'http://127.0.0.1:1.attacker.example' }, '/socket'],
    ['a foreign host name', { host: 'attacker.example', origin: 'http://attacker.example' }, '/socket'],
    ['no cookie', { cookie: undefined }, '/socket'],
    ['another path', {}, '/other'],
  ])('refuses a socket with %s', async (_what, headers, path) => {
    expect(await openSocket(headers, path)).toBe(403);
  });

  it('counts every refusal by its reason', () => {
    expect(server.refusals()).toMatchObject({ host: 4, origin: 5, 'missing-origin': 1, 'cross-site': 2, method: 3, token: 2 });
  });

  it('answers the host on an accepted socket, after the handshake alone', async () => {
    const early = await openSocket();
    if (typeof early === 'number') throw new Error(`refused: ${early}`);
    const closed = closing(early);
    early.send(JSON.stringify({ id: 1, method: 'app.info', params: {} }));
    expect(await closed).toBe(1000);

    const socket = await openSocket();
    if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
    const welcome = nextText(socket);
    socket.send(JSON.stringify({ hello: { protocol: PROTOCOL_VERSION, client: 'test' } }));
    expect(JSON.parse(await welcome)).toMatchObject({ welcome: { protocol: PROTOCOL_VERSION, shell: 'serve' } });
    socket.close();
  });

  it('closes a socket that sends a frame beyond the bound', async () => {
    const socket = await openSocket();
    if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
    socket.on('error', () => undefined);
    const closed = closing(socket);
    socket.send('x'.repeat(2 * MAX_FRAME_CHARS + 1));
    expect([1006, 1009]).toContain(await closed);
  });

  it('outlives connections that break off while their upgrade is refused', async () => {
    for (let count = 0; count < 20; count += 1) {
      await new Promise<void>((resolve) => {
        const stream = connect(port, '127.0.0.1', () => {
          stream.write(`GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
          stream.resetAndDestroy();
        });
        stream.on('error', () => undefined);
        stream.on('close', () => resolve());
      });
    }
    expect((await ask('/', { cookie })).status).toBe(200);
  });

  it('takes no more sockets than its bound', async () => {
    const open: WebSocket[] = [];
    let refusal: number | undefined;
    for (let count = 0; count < 40 && refusal === undefined; count += 1) {
      const socket = await openSocket();
      if (typeof socket === 'number') refusal = socket;
      else open.push(socket);
    }
    expect(refusal).toBe(403);
    for (const socket of open) socket.terminate();
  });
});

it('refuses to serve on other than a loopback address', async () => {
  await expect(startServe({ address: '0.0.0.0', env: { VITRINE_HOME: join(base, 'other') } })).rejects.toMatchObject({ code: 'denied' });
});
