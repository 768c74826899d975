import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ServerAnswer, ServerRequest } from '../../../shared/model/mcp';
import { eventually } from '../../support/eventually';
import type { HostFixture } from '../../support/host-fixture';
import { isIdle, watchSession } from '../../support/host-watch';
import { createServedFolder, scriptedEntry, writeTools } from '../../support/mcp-folder';

const SCRIPT = `
turns:
  - id: one
    match: call one
    rounds:
      - calls: [{ name: mcp__a__one, input: {} }]
      - text: Called.
`;
const FORM = {
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const ADDRESS = { mode: 'url', message: 'Look here', url: 'https://example.test/', elicitationId: '1' };

let fixture: HostFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

/** A hook that keeps its input in a file of the folder, and prints a text. */
const command = (file: string, output: string, more = '') => ({
  type: 'command',
  command: `cat > "$CLAUDE_PROJECT_DIR/${file}"; cat <<'END'\n${output}\nEND\n${more}`,
});
const says = (hookEventName: string, fields: Record<string, unknown>) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName, ...fields } });
const none = '{}';

/** One turn in which the server asks. `person`: what they answer; without it nobody is asked. */
async function askDuringTurn(params: Record<string, unknown>, hooks: Record<string, unknown>, person?: ServerAnswer) {
  const tool = { name: 'one', inputSchema: { type: 'object' }, result: { ask: { method: 'elicitation/create', params } } };
  fixture = await createServedFolder({ a: scriptedEntry(await writeTools([tool])) }, SCRIPT);
  const { folder } = fixture;
  const settings = { permissions: { allow: ['mcp__a'] }, sandbox: { enabled: false }, hooks };
  await writeFile(join(fixture.ports.personHome, '.claude/settings.json'), JSON.stringify(settings));
  const client = fixture.connect();
  const asked: ServerRequest[] = [];
  client.on('mcp/requests', ({ requests }) => {
    for (const request of requests) {
      asked.push(request);
      if (person !== undefined) void client.call('mcp.answer', { request: request.request, answer: person });
    }
  });
  const { session } = await client.call('session.send', { folder, input: { text: 'call one' }, model: 'scripted/served' });
  const state = await (await watchSession(client, session)).until((now) => isIdle(now) && now.turns.length > 0);
  const call = state.items.find(({ tool }) => tool === 'mcp__a__one');
  const said = state.items.filter(({ kind }) => kind === 'notice');
  const { views } = await client.call('item.read', { session, items: [call?.id ?? '', ...said.map(({ id }) => id)] });
  return {
    asked,
    answer: JSON.parse(views[0]?.result?.text ?? '{}'),
    input: async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')),
    notices: views.flatMap(({ item }) => (item.kind === 'notice' ? [item] : [])),
  };
}

it('answers a form in the person’s place, with what its schema wants, and tells hooks of both moments', async () => {
  const { asked, answer, input } = await askDuringTurn(FORM, {
    Elicitation: [{ matcher: 'a', hooks: [command('before.json', says('Elicitation', { action: 'accept', content: { name: 'Ada' } }))] }],
    ElicitationResult: [{ matcher: 'a', hooks: [command('after.json', none)] }],
  });
  expect(asked).toEqual([]);
  expect(answer).toEqual({ action: 'accept', content: { name: 'Ada' } });
  expect(await input('before.json')).toMatchObject({
    hook_event_name: 'Elicitation',
    mcp_server_name: 'a',
    mode: 'form',
    message: 'Who are you?',
    requested_schema: FORM.requestedSchema,
    permission_mode: 'default',
  });
  expect(await input('after.json')).toMatchObject({ mcp_server_name: 'a', mode: 'form', action: 'accept', content: { name: 'Ada' } });
});

it('declines by exit code 2, whatever other hooks answer', async () => {
  const accept = command('1.json', says('Elicitation', { action: 'accept', content: { name: 'Ada' } }));
  const { asked, answer } = await askDuringTurn(FORM, {
    Elicitation: [{ hooks: [accept, command('2.json', '', 'echo no >&2; exit 2')] }],
  });
  expect(asked).toEqual([]);
  expect(answer).toEqual({ action: 'decline' });
});

it('asks the person where no hook answers, where its matcher is of another server, and where an answer does not fit', async () => {
  const wrong = command('before.json', says('Elicitation', { action: 'accept', content: { name: 7 } }));
  const other = command('never.json', says('Elicitation', { action: 'decline' }));
  const { asked, answer, notices, input } = await askDuringTurn(
    FORM,
    {
      Elicitation: [{ hooks: [wrong] }, { matcher: 'other', hooks: [other] }],
      Notification: [{ matcher: 'elicitation_dialog', hooks: [command('told.json', none)] }],
    },
    { action: 'accept', content: { name: 'Grace' } },
  );
  expect(asked).toMatchObject([{ type: 'form' }]);
  expect(answer).toEqual({ action: 'accept', content: { name: 'Grace' } });
  expect(notices).toMatchObject([
    { code: 'hook-problem', params: { event: 'Elicitation', hook: expect.stringMatching(/^cat > .*before\.json/) } },
  ]);
  await expect(input('never.json')).rejects.toMatchObject({ code: 'ENOENT' });
  const told = { notification_type: 'elicitation_dialog', message: 'a: Who are you?' };
  await eventually(async () => expect(await input('told.json')).toMatchObject(told));
});

it('changes or declines what the person answered, and accepts nothing that they turned down', async () => {
  const result = (fields: Record<string, unknown>) => ({
    ElicitationResult: [{ hooks: [command('after.json', says('ElicitationResult', fields))] }],
  });
  const accepted = { action: 'accept', content: { name: 'Grace' } } as const;
  const changed = await askDuringTurn(FORM, result({ action: 'accept', content: { name: 'G.' } }), accepted);
  expect(changed.answer).toEqual({ action: 'accept', content: { name: 'G.' } });
  await fixture?.close();
  expect((await askDuringTurn(FORM, result({ action: 'decline' }), accepted)).answer).toEqual({ action: 'decline' });
  await fixture?.close();
  const refused = await askDuringTurn(FORM, result({ action: 'accept', content: { name: 'G.' } }), { action: 'decline' });
  expect(refused.answer).toEqual({ action: 'decline' });
});

it('opens no address in the person’s place', async () => {
  const hooks = { Elicitation: [{ hooks: [command('before.json', says('Elicitation', { action: 'accept' }))] }] };
  const { asked, answer, input } = await askDuringTurn(ADDRESS, hooks, { action: 'cancel' });
  expect(asked).toMatchObject([{ type: 'url', url: 'https://example.test/' }]);
  expect(answer).toEqual({ action: 'cancel' });
  expect(await input('before.json')).toMatchObject({ mode: 'url', url: 'https://example.test/' });
});
