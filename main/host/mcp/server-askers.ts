import type { ServerRequest } from '../../../shared/model/mcp';
import { cutStart } from '../../../shared/text/cut-text';
import { estimateTokens } from '../../core/context/estimate-tokens';
import { describePart } from '../../core/mcp/render-result';
import type { ServerCaller } from '../../core/mcp/server-access';
import {
  type ElicitAnswer,
  type ElicitRequest,
  type SamplingAnswer,
  ServerError,
  type ServerHandlers,
} from '../../core/mcp/server-connection';
import type { HostServices } from '../host-services';
import type { ServerRequests } from './server-requests';

/** What a provider takes of them. */
const MOST_STOPS = 4;
const MOST_HINTS = 10;
/** Characters of a question, its form included: nobody reads more, and every window gets it. */
const LARGEST = 256_000;

export interface AskingServer {
  folder: string;
  server: string;
  /** Calls that run now. */
  callers(): Iterable<ServerCaller>;
}

/** What a server may ask of the person. Where nobody could answer, it is not offered to the server either, or each question is turned down. */
export function createAskers(
  services: Pick<HostServices, 'ports'>,
  requests: ServerRequests,
  { folder, server, callers }: AskingServer,
): Pick<ServerHandlers, 'elicit' | 'sample'> {
  const { ports } = services;
  if (ports.invocation?.interactive === false || ports.shellKind === 'run') return ports.invocation?.asInWindow === true ? TURN_DOWN : {};
  const asked = (): Pick<ServerRequest, 'request' | 'folder' | 'server' | 'at' | 'session'> => {
    const session = sessionOf([...callers()]);
    return {
      request: ports.ids.next('req'),
      folder,
      server,
      at: new Date(ports.clock.now()).toISOString(),
      ...(session === undefined ? {} : { session }),
    };
  };
  const askPerson = async (request: ElicitRequest, signal: AbortSignal): Promise<ElicitAnswer> => {
    const { message } = request;
    const answer = await requests.ask(
      request.mode === 'url'
        ? { ...asked(), type: 'url', message, url: request.url }
        : { ...asked(), type: 'form', message, schema: { ...request.schema } },
      signal,
    );
    if (answer.action !== 'accept') return { action: answer.action };
    return request.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: answer.content ?? {} };
  };
  return {
    async elicit(request, signal): Promise<ElicitAnswer> {
      refuseLarge(request);
      const hooks = hooksOf([...callers()]);
      const answer = (await hooks?.before(server, request)) ?? (await askPerson(request, signal));
      return hooks === undefined ? answer : hooks.after(server, request, answer);
    },
    async sample(request, signal): Promise<SamplingAnswer> {
      refuseLarge(request);
      const [model, other] = [...callers()].flatMap(({ asideModel }) => asideModel ?? []);
      if (model === undefined || other !== undefined)
        throw new ServerError('refused', 'a model answers only during the one call of a session');
      const messages = request.messages.map(({ role, content }) => ({ role, text: content.map(describePart).join('\n') }));
      const { systemPrompt, modelHints } = request;
      const maxTokens = Math.min(request.maxTokens, model.mostTokens);
      const stopSequences = (request.stopSequences ?? []).slice(0, MOST_STOPS);
      const prompt = promptOf(systemPrompt, messages);
      const shown = {
        messages,
        maxTokens,
        stops: [...stopSequences],
        hints: modelHints.slice(0, MOST_HINTS).map((hint) => cutStart(hint, 100)),
        model: model.name,
        tokens: estimateTokens(prompt),
      };
      const answer = await requests.ask(
        { ...asked(), type: 'sampling', ...shown, ...(systemPrompt === undefined ? {} : { system: systemPrompt }) },
        signal,
      );
      if (answer.action !== 'accept') throw new ServerError('refused', 'the person did not agree');
      const said = await model.ask({ server, prompt, maxTokens, stopSequences, model: answer.model, signal });
      return { ...said, stopReason: STOP_REASONS[said.stopReason] ?? said.stopReason };
    },
  };
}

const TURN_DOWN: Required<Pick<ServerHandlers, 'elicit' | 'sample'>> = {
  elicit: () => Promise.resolve({ action: 'cancel' }),
  sample: () => Promise.reject(new ServerError('refused', 'there is nobody to ask')),
};

/** As the protocol has them. */
const STOP_REASONS: Readonly<Record<string, string>> = { end_turn: 'endTurn', max_tokens: 'maxTokens', stop_sequence: 'stopSequence' };

function refuseLarge(request: unknown): void {
  if (JSON.stringify(request).length > LARGEST) throw new ServerError('refused', `a question has at most ${LARGEST} characters`);
}

/** One message is the prompt; more of them are told apart by who said what. */
function promptOf(system: string | undefined, messages: ReadonlyArray<{ role: string; text: string }>): string {
  const said = messages.length === 1 ? messages.map(({ text }) => text) : messages.map(({ role, text }) => `[${role}]\n${text}`);
  return [...(system === undefined ? [] : [`[What the program calls its system prompt]\n${system}`]), ...said].join('\n\n');
}

/** The session whose calls run now, where it is one only: of several nobody can say which is meant. */
function sessionOf([first, ...others]: readonly ServerCaller[]): string | undefined {
  return others.every(({ session }) => session === first?.session) ? first?.session : undefined;
}

/** The hooks around a question are those of one call: of several, even of one session, nobody can say which is meant. */
function hooksOf([only, ...others]: readonly ServerCaller[]): ServerCaller['questionHooks'] {
  return others.length === 0 ? only?.questionHooks : undefined;
}
