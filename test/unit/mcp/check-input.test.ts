import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createInputCheck } from '../../../main/core/mcp/check-input';
import { offerTools } from '../../../main/core/mcp/offer-tools';
import type { ServerAccess } from '../../../main/core/mcp/server-access';
import { ServerError } from '../../../main/core/mcp/server-connection';
import { createServerTool } from '../../../main/core/mcp/server-tool';
import { createToolBench } from '../tools/tool-bench';

const hashText = (text: string) => createHash('sha256').update(text).digest('hex');
const nobody: ServerAccess = {
  tools: () => [],
  timeoutOf: () => 1000,
  call: () => Promise.reject(new ServerError('closed', 'nobody is there')),
  resources: () => [],
  readResource: () => Promise.reject(new ServerError('closed', 'nobody is there')),
  absent: () => [],
};

type Schema = Record<string, unknown>;

/** Definitions each of which asks for the next one twice, by what `join` makes of it. */
function doubling(count: number, join: (next: Schema) => Schema): Schema {
  const next = (at: number): Schema => ({ $ref: `#/$defs/d${at}` });
  const $defs = Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at}`, join(next(at + 1))]));
  return { type: 'object', allOf: [next(0)], $defs: { ...$defs, [`d${count}`]: {} } };
}

function nest(levels: number): Schema {
  let value: Schema = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

const twice = (next: Schema): Schema => ({ type: 'object', properties: { a: next } });

describe('an input schema that asks for more than can be done', () => {
  it.each<[what: string, schema: Schema, input: Schema]>([
    ['by doubling', doubling(30, (next) => ({ allOf: [next, next] })), {}],
    ['by choices', doubling(30, (next) => ({ anyOf: [next, next] })), {}],
    ['by doubling along the input', doubling(60, (next) => ({ allOf: [twice(next), twice(next)] })), nest(40)],
    ['by coming back to itself', { type: 'object', allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { $ref: '#/$defs/a' } } }, {}],
    ['by coming back to its root', { type: 'object', allOf: [{ $ref: '#' }] }, {}],
    [
      'by many parts',
      { type: 'object', properties: { a: { type: 'array', items: { allOf: Array.from({ length: 100 }, () => ({})) } } } },
      { a: new Array(5000).fill('x') },
    ],
  ])('%s, lets everything through at once, unchecked', (_what, schema, input) => {
    expect(createInputCheck('t', schema)(input)).toEqual({ ok: true, input, unchecked: true });
  });

  it('does so for the deepest of inputs', () => {
    const recursive = { type: 'object', properties: { a: { $ref: '#' } } };
    expect(createInputCheck('t', recursive)(nest(4000))).toMatchObject({ ok: true, unchecked: true });
  });
});

it('says where a call is described that its input was not looked at', async () => {
  const describeCall = async (property: Schema) => {
    const inputSchema = { type: 'object', properties: { p: property }, $defs: { a: { $ref: '#/$defs/a' } } };
    const { tools } = offerTools('s', [{ name: 't', inputSchema }], hashText);
    const parsed = tools.map((tool) => createServerTool(tool, nobody).parse({ p: 1 }))[0];
    return parsed?.ok === true ? (await parsed.prepared.describe(createToolBench().context)).summary : undefined;
  };
  expect(await describeCall({ $ref: '#/$defs/a' })).toBe(
    'Call t of the MCP server s, whose schema was not looked at: it cannot be read here',
  );
  expect(await describeCall({ type: 'number' })).toBe('Call t of the MCP server s');
});

it('reads a type that is named twice once', () => {
  expect(createInputCheck('t', nested(40))(nest(40))).toMatchObject({ ok: false });
});

describe('an input schema that refers to itself', () => {
  const tree = {
    type: 'object',
    properties: { left: { $ref: '#/$defs/node' } },
    required: ['left'],
    $defs: {
      node: {
        anyOf: [{ type: 'number' }, { type: 'object', properties: { left: { $ref: '#/$defs/node' }, right: { $ref: '#/$defs/node' } } }],
      },
    },
  };

  it('is looked at as long as that is little work', () => {
    const check = createInputCheck('t', tree);
    const input = { left: { left: { left: 1, right: 2 }, right: 3 } };
    expect(check(input)).toEqual({ ok: true, input });
    expect(check({ left: { left: { left: 'one' } } })).toMatchObject({ ok: false });
  });
});

function nested(levels: number): Schema {
  let schema: Schema = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { type: ['object', 'object'], properties: { a: schema } };
  return schema;
}
