import { expect, it } from 'vitest';
import { guardPrompt, guardResource, guardTool } from '../../../main/core/mcp/guard-texts';
import { createSecretHider } from '../../../main/core/secrets/hide-secrets';
import { findKnownSecrets } from '../../../main/core/secrets/known-formats';

const KEY = ['ghp', '_0123456789', 'abcdefghijklmnopqrstuvwxyzAB'].join('');
const hide = createSecretHider({ find: async (text) => findKnownSecrets(text), tag: async () => '00000000' });
const HIDDEN = '[[secret:github-token:00000000]]';

it('hides secrets in all that a server says of a tool, and leaves by what it is called', async () => {
  const inputSchema = {
    type: 'object',
    properties: { token: { type: 'string', description: `like ${KEY}`, default: KEY } },
    required: ['token'],
  };
  const guarded = await guardTool(
    { name: 'push', title: KEY, description: `Use ${KEY} here`, inputSchema, annotations: { readOnlyHint: true } },
    hide,
  );
  expect(guarded).toEqual({
    name: 'push',
    title: HIDDEN,
    description: `Use ${HIDDEN} here`,
    inputSchema: { ...inputSchema, properties: { token: { type: 'string', description: `like ${HIDDEN}`, default: HIDDEN } } },
    annotations: { readOnlyHint: true },
  });
});

it('does so for resources and prompts, with their arguments', async () => {
  expect(await guardResource({ uri: 'note://one', name: `note ${KEY}`, description: KEY }, hide)).toEqual({
    uri: 'note://one',
    name: `note ${HIDDEN}`,
    description: HIDDEN,
  });
  const prompt = { name: 'greet', description: KEY, arguments: [{ name: 'who', description: KEY, required: true }] };
  expect(await guardPrompt(prompt, hide)).toEqual({
    name: 'greet',
    description: HIDDEN,
    arguments: [{ name: 'who', description: HIDDEN, required: true }],
  });
});
