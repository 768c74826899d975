import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { offerTools } from '../../../main/core/mcp/offer-tools';
import { createSessionServers, type SharedServers } from '../../../main/host/mcp/session-servers';
import { createFakeTools, echoTool } from '../../support/fake-tools';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

it('asks the rules about each tool, and about deferral of each server, no more often than there are of them', () => {
  const SERVERS = ['a', 'b', 'c'];
  const EACH = 250;
  const listed = Array.from({ length: EACH }, (_, index) => ({ name: `t${index}`, inputSchema: { type: 'object' } }));
  const tools = SERVERS.flatMap((server) => offerTools(server, listed, hash).tools);
  const asked = { rules: 0, deferral: 0 };
  const shared: SharedServers = {
    tools: () => tools,
    servers: () => [],
    get: () => undefined,
    isDeferred(server) {
      asked.deferral += 1;
      return server === 'b';
    },
    ready: async () => undefined,
    timeoutOf: () => 1_000,
    call: async () => ({ content: [], isError: false }),
    resources: () => [],
    readResource: async () => [],
    absent: () => [],
  };
  const isRemoved = (name: string) => {
    asked.rules += 1;
    return name === 'mcp__a__t7';
  };
  const session = createSessionServers(createFakeTools(echoTool), shared, { isRemoved, deniesServer: () => undefined }, { hash });
  const late = session.contextFor(session.tools).tools();
  expect(late).toHaveLength(SERVERS.length * EACH - 1);
  expect(asked.rules).toBeLessThanOrEqual(SERVERS.length * EACH);
  expect(asked.deferral).toBeLessThanOrEqual(SERVERS.length);

  asked.rules = 0;
  expect(session.tools.get('mcp__c__t249')?.name).toBe('mcp__c__t249');
  expect(session.tools.get('mcp__a__t7')).toBeUndefined();
  expect(session.tools.get('Read')?.name).toBe('Read');
  expect(asked.rules).toBe(2);
});
