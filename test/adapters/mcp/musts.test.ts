import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isOpenable } from '../../../main/adapters/mcp/is-openable';
import { LIMIT, newConnector, recordHandlers } from '../../support/mcp-connector';
import { root } from '../../support/bundle-for-node.mjs';
import { rawServer } from '../../support/mcp-servers';

interface Cover {
  /** Scenarios of the official suite that are required of a client. */
  scenarios?: string[];
  /** A file beside this one, or below `test/support`, with names of its tests. */
  tests?: Array<[file: string, name: string]>;
}

const OWN = 'musts.test.ts';

/** What the protocol demands of a client at this level, and what holds it. */
const MUSTS: Record<string, Cover> = {
  'version and capabilities go with each request': {
    scenarios: ['request-metadata'],
    tests: [['modern.test.ts', 'is told with each request which version and what this client can do']],
  },
  'which protocol a server speaks hangs on no single error code': {
    tests: [
      ['starting.test.ts', 'that ends at a question which it does not know is tried again without it, and not asked the next time'],
      ['starting.test.ts', 'that is silent about the newer protocol is asked in the older one'],
      ['http-cases.test.ts', 'asks a server that is known to be older only once whether it is newer'],
    ],
  },
  'a result of an unknown type is invalid, one without a type (older protocol) is complete': {
    tests: [[OWN, 'takes a result without a type, and none of a type that it does not know']],
  },
  'an input that is required comes with the same call, a new id and the state unchanged': {
    scenarios: ['sep-2322-client-request-state'],
    tests: [['modern.test.ts', 'gets what it needs of the person with the same call again, and its own state unchanged']],
  },
  'a server on stdio is told of what is cancelled': {
    tests: [['hard-cases.test.ts', 'tells an abort from a time-out, and the server of both']],
  },
  'headers say what a request is; tools with wrong headers are dropped': {
    scenarios: ['http-standard-headers', 'http-custom-headers', 'http-invalid-tool-headers'],
  },
  'schemas are of 2020-12, and nothing is fetched for them': {
    scenarios: ['json-schema-ref-no-deref'],
    tests: [[OWN, 'checks what a tool gives by its schema']],
  },
  'an empty cursor is a cursor': { tests: [[OWN, 'asks for all pages of a list']] },
  'what is private is not shared': {
    tests: [['hard-cases.test.ts', 'changes its tools during a call tells it once, and lists the new ones']],
  },
  'a question without a mode is a form, its defaults are filled in, and the person may decline': {
    scenarios: ['elicitation-sep1034-client-defaults'],
    tests: [['mcp-everything.ts', 'asks the person by form and by address, and the model']],
  },
  'addresses are shown, never fetched, and of safe kinds only': {
    tests: [
      [OWN, 'lets only safe addresses be opened'],
      ['mcp-everything.ts', 'shows an address that has to be opened before a call, and refuses the call'],
    ],
  },
  'the bound of tokens of a sampling is handed on': {
    tests: [['mcp-everything.ts', 'asks the person by form and by address, and the model']],
  },
  'metadata of resource and authorization server is found in each place, and its issuer checked': {
    scenarios: ['auth/metadata-default', 'auth/metadata-var1', 'auth/metadata-var2', 'auth/metadata-var3', 'auth/metadata-issuer-mismatch'],
  },
  'the verifier is proved, and the resource named': {
    scenarios: ['auth/resource-mismatch'],
    tests: [
      ['sign-in.test.ts', 'does not sign in where nobody says that its proof is looked at'],
      [
        'sign-in.test.ts',
        'gets the address of the resource, a challenge of the verifier, and a state; it registers a program of this machine',
      ],
    ],
  },
  'who answers is checked before what': {
    scenarios: [
      'auth/iss-supported',
      'auth/iss-not-advertised',
      'auth/iss-supported-missing',
      'auth/iss-wrong-issuer',
      'auth/iss-unexpected',
      'auth/iss-normalized',
    ],
    tests: [['sign-in.test.ts', 'of another issuer, or of none where one is promised, is refused, and none of its words is shown']],
  },
  'credentials belong to their issuer': {
    scenarios: ['auth/authorization-server-migration', 'auth/pre-registration', 'auth/basic-cimd'],
    tests: [['sign-in.test.ts', 'that is another one under the same name gets no token']],
  },
  'scopes of a challenge count, are united, and are not asked for without end': {
    scenarios: ['auth/scope-from-www-authenticate', 'auth/scope-step-up', 'auth/scope-retry-limit', 'auth/offline-access-scope'],
    tests: [['sign-in.test.ts', 'that are never enough take the person to the browser three times at most']],
  },
  'a session that is unknown is begun anew (older protocol)': {
    tests: [['http-cases.test.ts', 'is begun again once for all who wait, and what may be repeated is']],
  },
  'a stream is resumed where it ended, when the server wants (older protocol)': {
    scenarios: ['sse-retry'],
    tests: [['http-cases.test.ts', 'is opened again ever later while it tells nothing, but never before the server wants']],
  },
};

describe('what the protocol demands', () => {
  const required = new Set(['2025-11-25', '2026-07-28'].flatMap(requiredScenarios));

  it.each(Object.entries(MUSTS))('%s: is held by tests and scenarios that exist', (_must, { scenarios = [], tests = [] }) => {
    expect(scenarios.length + tests.length).toBeGreaterThan(0);
    expect(scenarios.filter((name) => !required.has(name))).toEqual([]);
    expect(tests.filter(([file, name]) => !readTests(file).includes(`it('${name}'`))).toEqual([]);
  });
});

describe('a client', () => {
  const connector = newConnector();
  const { handlers } = recordHandlers();
  afterAll(() => connector.closeAll());

  it('takes a result without a type, and none of a type that it does not know', async () => {
    const connection = await connector.connect('modern', rawServer(['--modern']), handlers, LIMIT);
    expect(connection.info).toMatchObject({ era: 'modern', name: 'unknown' });
    const older = await connector.connect('older', rawServer(), handlers, LIMIT);
    expect(await older.callTool('typed', {}, LIMIT)).toMatchObject({ isError: false });
    expect(await connection.callTool('typed', { resultType: 'complete' }, LIMIT)).toMatchObject({ isError: false });
    await expect(connection.callTool('typed', { resultType: 'odd' }, LIMIT)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('asks for all pages of a list', async () => {
    const connection = await connector.connect('pages', rawServer(['--pages']), handlers, LIMIT);
    expect((await connection.listTools(LIMIT)).map(({ name }) => name)).toEqual(['first', 'structured']);
  });

  it('checks what a tool gives by its schema', async () => {
    const connection = await connector.connect('pages', rawServer(['--pages']), handlers, LIMIT);
    await connection.listTools(LIMIT);
    expect(await connection.callTool('structured', { count: 3 }, LIMIT)).toMatchObject({ structured: { count: 3 } });
    await expect(connection.callTool('structured', { count: 'three' }, LIMIT)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('lets only safe addresses be opened', () => {
    const safe = ['https://example.com/a', 'http://localhost:3000/callback', 'http://127.0.0.1/', 'http://[::1]:8080/'];
    const unsafe = [
      'http://example.com/',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://user:word@example.com/',
      'not an address',
    ];
    expect(safe.filter((address) => !isOpenable(address))).toEqual([]);
    expect(unsafe.filter(isOpenable)).toEqual([]);
  });
});

function requiredScenarios(revision: string): string[] {
  const file = resolve(root, 'node_modules/@modelcontextprotocol/conformance/requirements', `${revision}.yaml`);
  return parse(readFileSync(file, 'utf8')).client;
}

function readTests(file: string): string {
  return readFileSync(join(import.meta.dirname, file.endsWith('.test.ts') ? file : `../../support/${file}`), 'utf8');
}
