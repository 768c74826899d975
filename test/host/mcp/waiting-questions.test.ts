import { expect, it, onTestFinished } from 'vitest';
import type { QuestionHooks } from '../../../main/core/mcp/question-hooks';
import type { ServerCaller } from '../../../main/core/mcp/server-access';
import { ServerError } from '../../../main/core/mcp/server-connection';
import { EventFeed } from '../../../main/host/event-feed';
import { createAskers } from '../../../main/host/mcp/server-askers';
import { ServerRequests } from '../../../main/host/mcp/server-requests';
import { SignIns } from '../../../main/host/mcp/sign-ins';
import { createHostFixture } from '../../support/host-fixture';

const never = new AbortController().signal;

it('puts no question to the person that nobody could read, and no more than a few of each server', async () => {
  const fixture = await createHostFixture();
  const requests = new ServerRequests(new EventFeed());
  const askers = (server: string) => createAskers(fixture, requests, { folder: fixture.folder, server, callers: () => [] });
  const ask = (server: string, message: string, properties: object = {}) =>
    askers(server).elicit?.({ mode: 'form', message, schema: { type: 'object', properties } }, never);
  await expect(ask('a', 'x'.repeat(30_000_000))).rejects.toMatchObject({ kind: 'refused' });
  await expect(ask('a', '', { one: { type: 'string', description: 'x'.repeat(300_000) } })).rejects.toBeInstanceOf(ServerError);
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x'.repeat(300_000) }] }];
  await expect(askers('a').sample?.({ messages, maxTokens: 1, modelHints: [] }, never)).rejects.toMatchObject({ kind: 'refused' });
  expect(requests.list()).toEqual([]);

  const answers = Array.from({ length: 80 }, (_, index) => ask(`s${index % 20}`, 'x'.repeat(200_000)));
  await expect.poll(() => requests.list().length).toBe(30);
  expect(JSON.stringify(requests.list()).length).toBeLessThan(8_000_000);
  for (const { request } of requests.list()) requests.answer(request, { action: 'decline' });
  const said = (await Promise.all(answers)).map((answer) => answer?.action);
  expect(said.filter((action) => action === 'decline')).toHaveLength(30);
  await fixture.close();
});

it('lets hooks speak around the questions of a call that runs alone, and asks in the session where several of it run', async () => {
  const fixture = await createHostFixture();
  onTestFinished(() => fixture.close());
  const requests = new ServerRequests(new EventFeed());
  const hooks: QuestionHooks = { before: async () => ({ action: 'decline' }), after: async (_server, _request, answer) => answer };
  const call = (session: string, item: string): ServerCaller => ({ session, item, agent: 'main', questionHooks: hooks });
  const ask = (...callers: ServerCaller[]) =>
    createAskers(fixture, requests, { folder: fixture.folder, server: 'a', callers: () => callers }).elicit?.(
      { mode: 'form', message: 'Who?', schema: { type: 'object', properties: {} } },
      never,
    );
  const askPerson = async (...callers: ServerCaller[]) => {
    const answer = ask(...callers);
    await expect.poll(() => requests.list()).toHaveLength(1);
    const [request] = requests.list();
    requests.answer(request?.request ?? '', { action: 'cancel' });
    expect(await answer).toEqual({ action: 'cancel' });
    return request;
  };
  expect(await ask(call('one', 'a'))).toEqual({ action: 'decline' });
  expect(requests.list()).toEqual([]);
  expect(await askPerson(call('one', 'a'), call('one', 'b'))).toMatchObject({ session: 'one' });
  expect(await askPerson(call('one', 'a'), call('two', 'b'))).not.toHaveProperty('session');
});

it('lets a sign-in that hangs hold up no other, and ends it when its server is off or it is begun anew', async () => {
  const signIns = new SignIns();
  const shown: Array<[string, string]> = [];
  const show = (name: string) => async (url: string) => void shown.push([name, url]);
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new ServerError('aborted', 'over'))));
  const first = signIns.run('a', show('a'), never, hang);
  const open = (server: string) => () => signIns.open(`https://${server}.test/`, server);
  await signIns.run('b', show('b'), never, open('b'));
  await signIns.open('https://a.test/', 'a');
  expect(shown).toEqual([
    ['b', 'https://b.test/'],
    ['a', 'https://a.test/'],
  ]);
  await expect(signIns.open('https://b.test/', 'b')).rejects.toMatchObject({ kind: 'needs-auth' });
  const again = signIns.run('a', show('a'), never, hang);
  await expect(first).rejects.toMatchObject({ kind: 'aborted' });
  signIns.end('a');
  await expect(again).rejects.toMatchObject({ kind: 'aborted' });
  await expect(open('a')()).rejects.toMatchObject({ kind: 'needs-auth' });
});
