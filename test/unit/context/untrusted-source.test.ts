import { expect, it } from 'vitest';
import { createSourceGatherer, foreignSource, untrustedSource } from '../../../main/core/context/untrusted-source';
import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, Capability, Decision } from '../../../shared/model/permission';

function call(name: string, action: Partial<Action> & Pick<Action, 'capability'>, decision?: Partial<Decision>): ToolCallItem {
  return {
    id: 'i',
    turn: 't',
    agent: 'main',
    kind: 'tool-call',
    toolUseId: 'u',
    name,
    state: 'success',
    action: { tool: name, paths: [], params: {}, summary: `${name} runs`, ...action },
    decision: { decision: 'allow', mode: 'default', reason: '', diagnostics: [], ...decision },
  };
}
const of = (item: ToolCallItem) => untrustedSource(item, '/home/ann/shop');

it('names pages, servers, commands and files outside the project', () => {
  expect(of(call('WebFetch', { capability: 'network', url: 'https://example.com/x' }))).toEqual(['WebFetch: https://example.com/x']);
  expect(of(call('Read', { capability: 'read', paths: ['/etc/hosts'] }))).toEqual(['Read: /etc/hosts']);
  expect(of(call('Grep', { capability: 'search', paths: ['/home/ann/shop2'] }))).toEqual(['Grep: /home/ann/shop2']);
  expect(of(call('Bash', { capability: 'execute', command: 'npm test' }))).toEqual(['Bash: npm test']);
  expect(of(call('mcp__a__b', { capability: 'mcp' }))).toEqual(['mcp__a__b: mcp__a__b runs']);
});

it("does not name the project's own files, commands that only read them, or what did not run", () => {
  expect(of(call('Read', { capability: 'read', paths: ['/home/ann/shop/menu/teas.csv'] }))).toEqual([]);
  expect(of(call('Glob', { capability: 'search', paths: ['/home/ann/shop'] }))).toEqual([]);
  expect(of(call('Bash', { capability: 'execute', command: 'cat a' }, { builtin: 'read-only-command' }))).toEqual([]);
  expect(of(call('Edit', { capability: 'write', paths: ['/etc/hosts'] }))).toEqual([]);
  expect(of({ ...call('Read', { capability: 'read', paths: ['/etc/hosts'] }), state: 'denied', synthesised: true })).toEqual([]);
});

it('gathers over the calls of a turn, each name once, and begins anew with another turn', () => {
  const gather = createSourceGatherer(of);
  const hosts = call('Read', { capability: 'read', paths: ['/etc/hosts'] });
  const page = call('WebFetch', { capability: 'network', url: 'https://example.com/x' });
  expect(gather('t1', [])).toEqual([]);
  expect(gather('t1', [hosts])).toEqual(['Read: /etc/hosts']);
  expect(gather('t1', [hosts, page, hosts])).toEqual(['Read: /etc/hosts', 'WebFetch: https://example.com/x']);
  expect(gather('t2', [page])).toEqual(['WebFetch: https://example.com/x']);
  expect(gather('t1', [hosts])).toEqual(['Read: /etc/hosts']);
});

it('takes a command for foreign text only where it fetched something or read outside the project', () => {
  const foreign = (item: ToolCallItem) => foreignSource(item, '/home/ann/shop');
  const ran = (capability: 'network' | 'run-checks') =>
    call('Bash', { capability: 'execute', command: 'x' }, { builtin: 'command', capabilities: [{ capability }] });
  expect(foreign(ran('network'))).toEqual(['Bash: x']);
  expect(foreign(ran('run-checks'))).toEqual([]);
  expect(foreign(call('WebFetch', { capability: 'network', url: 'https://example.com/x' }))).toEqual(['WebFetch: https://example.com/x']);
});

it('takes a command for foreign text also where it failed, and its output read later like the command itself', () => {
  const foreign = (item: ToolCallItem) => foreignSource(item, '/home/ann/shop');
  const failed = call('Bash', { capability: 'execute', command: 'curl x; false' }, { capabilities: [{ capability: 'network' }] });
  expect(foreign({ ...failed, state: 'error', errorKind: 'failed' })).toEqual(['Bash: curl x; false']);
  expect(of({ ...failed, state: 'error', errorKind: 'failed' })).toEqual(['Bash: curl x; false']);
  const output = (command: string, capability: Capability) =>
    call('BashOutput', { capability: 'read', output: { command, capabilities: [{ capability }] } });
  expect(foreign(output('curl x', 'network'))).toEqual(['BashOutput: curl x']);
  expect(foreign(output('npm test', 'run-checks'))).toEqual([]);
  expect(of(output('npm test', 'run-checks'))).toEqual(['BashOutput: npm test']);
  expect(of(output('ls', 'run-read-only'))).toEqual([]);
});
