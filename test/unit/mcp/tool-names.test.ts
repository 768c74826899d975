import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredName, serverPart } from '../../../main/core/mcp/tool-names';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const plainName = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
/** Names that people give, and those that look like the part of another server. */
const serverName = fc.oneof(
  plainName,
  plainName.map((name) => serverPart(name, hash)),
  plainName.map((name) => serverPart(serverPart(name, hash), hash)),
  fc.constantFrom('a', 'a_', 'a__b', 'company-internal-tools-production-server', 'company-interna-05246df6ffffffff'),
);

describe('names of tools of servers', () => {
  it('has servers share no part, whatever they are called', () => {
    const names = fc.uniqueArray(serverName, { minLength: 2, maxLength: 20 });
    const withParts = names.map((given) => [...new Set([...given, ...given.map((name) => serverPart(name, hash))])]);
    fc.assert(
      fc.property(withParts, (given) => {
        expect(new Set(given.map((name) => serverPart(name, hash))).size).toBe(given.length);
      }),
    );
  });

  it('keeps plain names as they are', () => {
    expect(offeredName('github', 'get_issue', hash)).toBe('mcp__github__get_issue');
  });

  it('is what a provider takes, whatever servers and tools are called', () => {
    fc.assert(
      fc.property(serverName, fc.string({ maxLength: 200 }), (server, tool) => {
        const name = offeredName(server, tool, hash);
        expect(name).toMatch(/^mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_-]+$/);
        expect(name.length).toBeLessThanOrEqual(64);
        // A rule for the server covers it.
        expect(name.startsWith(`mcp__${serverPart(server, hash)}__`)).toBe(true);
      }),
    );
  });

  it('is another for every other server and tool', () => {
    const tool = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.stringMatching(/^[a-z_]{50,90}$/),
      fc.constantFrom('a', 'b__c', '_', 'a.b', 'a/b'),
    );
    fc.assert(
      fc.property(serverName, tool, serverName, tool, (server, one, other, two) => {
        fc.pre(server !== other || one !== two);
        expect(offeredName(server, one, hash)).not.toBe(offeredName(other, two, hash));
      }),
      { numRuns: 2_000 },
    );
    expect(offeredName('a', 'b__t', hash)).not.toBe(offeredName('a__b', 't', hash));
    expect(offeredName('a', 'get.issue', hash)).not.toBe(offeredName('a', 'get/issue', hash));
  });
});
