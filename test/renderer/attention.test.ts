// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followAttention } from '../../renderer/app/follow-attention';
import { useConfig } from '../../renderer/stores/config';
import { useRequests } from '../../renderer/stores/requests';
import { useSession } from '../../renderer/stores/session';
import { useSessionList } from '../../renderer/stores/session-list';
import { demoState, SESSION, summary } from './support/demo-session';
import { connect, preparePage, resetPageAfterEach, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();

let client: ScriptedClient;
let stop: () => void;
let hidden = true;
beforeEach(async () => {
  await useLanguage('en');
  hidden = true;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  client = connect(createScriptedClient({ 'native.notify': () => ({}), 'session.close': () => ({}) }));
  useSession.setState({ id: SESSION, state: { ...demoState(), status: 'running' } });
  useSessionList.setState({ sessions: [summary({ status: 'running' }), summary({ id: 'other', title: 'Pears', status: 'waiting' })] });
  stop = followAttention();
});
afterEach(() => {
  stop();
  useConfig.setState(useConfig.getInitialState());
  useRequests.setState({ waiting: [] });
  useSessionList.setState(useSessionList.getInitialState());
  vi.restoreAllMocks();
});
const told = () => paramsOf(client, 'native.notify').map(({ title, body }) => `${title}: ${body}`);
const endBoth = () => {
  useSession.setState({ state: demoState() });
  useSessionList.setState({ sessions: [summary({}), summary({ id: 'other', title: 'Pears' })] });
};

it('tells once of every turn that ends, in the open session and in others', () => {
  endBoth();
  expect(told()).toEqual(['The turn has ended: The harvest test fails', 'The turn has ended: Pears']);
});

it('tells of each new request once, and of a question as a question', () => {
  const request = { session: 'other', request: 'r1', item: 'i1', type: 'permission', title: 'Pears', summary: 'Runs npm test' } as const;
  useRequests.setState({ waiting: [request] });
  useRequests.setState({ waiting: [request] });
  useRequests.setState({ waiting: [request, { ...request, request: 'r2', type: 'question', summary: 'Which pears?' }] });
  expect(told()).toEqual(['An approval is waiting: Pears: Runs npm test', 'The agent has a question: Pears: Which pears?']);
});

it('is silent while the window is looked at', () => {
  hidden = false;
  endBoth();
  expect(told()).toEqual([]);
});
