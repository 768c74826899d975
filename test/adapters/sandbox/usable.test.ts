import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;

describe.runIf(present).each(IDENTITIES)('the sandbox is of use to $name', (identity) => {
  let place: Place;
  beforeAll(async () => {
    place = await makePlace(identity);
    await place.write('project/package.json', '{"name":"x","version":"1.0.0","scripts":{"test":"node test.js"}}');
    await place.write(
      'project/test.js',
      "require('node:fs').writeFileSync('made.txt','1');require('node:child_process').execSync('true');console.log('tested')",
    );
  });
  afterAll(() => place.remove());

  it('for git, npm, node and python', async () => {
    const [result] = await place.run({
      command: `git init -q repo 2>&1; npm test --silent && /usr/bin/python3 -c 'print(1+1)' && perl -e 'print "perl\\n"'; cat made.txt`,
      timeoutMs: 60_000,
    });
    expect(result?.output).toContain('tested\n2\nperl\n1');
    expect(readFileSync(join(place.project, 'made.txt'), 'utf8')).toBe('1');
  });

  it('in the folder where the command is to start, and tells where it ended', async () => {
    const [result] = await place.run({ command: 'mkdir -p sub && cd sub && pwd' });
    expect(result?.output).toBe(`${join(place.project, 'sub')}\n`);
  });

  it('ends a command that leaves something running, and one that reads its input', async () => {
    const [left, reads] = await place.run('sleep 30 & echo done', 'cat; echo end');
    expect(left).toMatchObject({ output: 'done\n', exitCode: 0, leftovers: 1, timedOut: false });
    expect(reads).toMatchObject({ output: 'end\n', exitCode: 0, timedOut: false });
  });

  it('for twenty commands at once, which leave no trace of what stood in for names', async () => {
    const results = (await place.ask([Array.from({ length: 20 }, (_, index) => ({ command: `echo ${index} > n${index}; cat n${index}` }))]))
      .results;
    expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}\n`));
    expect(readdirSync(place.project).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('keeps what a background command started until it is stopped', async () => {
    const { results } = await place.ask([
      [
        {
          command: 'node -e \'require("node:http").createServer((q,s)=>s.end("served")).listen(8123)\' & echo up',
          background: true,
          stop: 'after-others',
        },
        { command: 'for i in $(seq 100); do curl -s http://localhost:8123/ && break; sleep 0.1; done' },
      ],
      [{ command: 'curl -s http://localhost:8123/; echo "ended with $?"' }],
    ]);
    expect(results[0]).toMatchObject({ output: 'up\n', aborted: true });
    expect(results[1]?.output).toBe('served');
    expect(results[2]?.output).toMatch(/ended with 7/);
  });

  it('keeps the temp folder of a session, and gives another session one of its own', async () => {
    const [, same, other] = await place.run('echo kept > /tmp/file', 'cat "$TMPDIR/file"', { command: 'cat /tmp/file', session: 'other' });
    expect(same?.output).toBe('kept\n');
    expect(other?.output).toContain('No such file');
    expect(existsSync('/tmp/file')).toBe(false);
  });

  it('reaches a granted host by HTTP, CONNECT and SOCKS, and says which others it did not', async () => {
    const server = createServer((_request, response) => response.end('hello from outside'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      const url = `http://127.0.0.1:${port}/`;
      const [granted, not] = await place.run(
        {
          command: `unset NO_PROXY no_proxy; curl -s ${url}; echo; curl -s -p ${url}; echo; curl -s -x "socks5h\${HTTP_PROXY#http}" ${url}`,
          grant: { hosts: [`127.0.0.1:${port}`] },
        },
        { command: `unset NO_PROXY no_proxy; curl -s -x "socks5h\${HTTP_PROXY#http}" ${url}; curl -s -p ${url}; true` },
      );
      expect(granted).toMatchObject({ output: 'hello from outside\nhello from outside\nhello from outside', refusedHosts: [] });
      expect(not?.output).not.toContain('hello');
      expect(not?.refusedHosts).toEqual([`127.0.0.1:${port}`]);
    } finally {
      server.close();
    }
  });

  it('writes more where more is granted', async () => {
    await place.write('elsewhere/x.txt', '');
    const elsewhere = join(place.home, 'elsewhere');
    const [result] = await place.run({ command: `echo more > ${elsewhere}/x.txt`, grant: { writable: [place.project, elsewhere] } });
    expect(result?.exitCode).toBe(0);
    expect(readFileSync(join(elsewhere, 'x.txt'), 'utf8')).toBe('more\n');
  });

  it('does not run what it cannot hold', async () => {
    const [result] = await place.run({ command: 'echo ran', grant: { writable: ['/'] } });
    expect(result?.exitCode).toBe(126);
    expect(result?.output).toContain('the sandbox cannot hold a project that is / as a whole');
  });
});
