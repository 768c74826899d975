import {
  Client,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  type jsonSchemaValidator,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { CreateMessageRequestParams, ElicitRequestParams } from '@modelcontextprotocol/client';
import type { ElicitRequest, SamplingRequest, ServerHandlers } from '../../core/mcp/server-connection';
import type { Clock } from '../../core/ports';
import { createCoalescer, createFloodGate } from './flood-gate';
import type { HeldTexts } from './held-texts';
import { isOpenable } from './is-openable';
import { optional, readContent } from './read-content';

export interface ClientParts {
  appVersion: string;
  clock: Clock;
  held: HeldTexts;
}

/** Pages of a list that are asked for. */
const MOST_PAGES = 64;
const ANYTHING = {};

/** A client that answers what a server asks by the handlers, and tells them what it says. `close` ends the waiting for notices. */
export function createClient(
  handlers: ServerHandlers,
  parts: ClientParts,
  versionNegotiation: VersionNegotiationOptions,
): { client: Client; close(): void } {
  const client = new Client(
    { name: 'vitrine', title: 'Vitrine', version: parts.appVersion },
    {
      capabilities: capabilitiesOf(handlers),
      versionNegotiation,
      listMaxPages: MOST_PAGES,
      jsonSchemaValidator: leaveUnchecked(),
    },
  );
  answerRequests(client, handlers, parts.held);
  return { client, close: passNotices(client, handlers, parts) };
}

/** The library would look at what a tool gives on this thread, for as long as that takes; the connection has it done elsewhere. */
function leaveUnchecked(): jsonSchemaValidator {
  let checker: AjvJsonSchemaValidator | undefined;
  return {
    getValidator() {
      checker ??= new AjvJsonSchemaValidator();
      return checker.getValidator(ANYTHING);
    },
  };
}

function capabilitiesOf({ elicit, sample, roots }: ServerHandlers): ClientCapabilities {
  return {
    ...(elicit === undefined ? {} : { elicitation: { form: { applyDefaults: true }, url: {} } }),
    ...(sample === undefined ? {} : { sampling: {} }),
    ...(roots === undefined ? {} : { roots: { listChanged: true } }),
  };
}

function answerRequests(client: Client, { elicit, sample, roots }: ServerHandlers, held: HeldTexts): void {
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      refuseCut(params, held);
      const { action, ...answer } = await elicit(readElicitation(held.restore(params)), mcpReq.signal);
      const content = 'content' in answer ? answer.content : undefined;
      return action === 'accept' && content !== undefined ? { action, content: readFields(content) } : { action };
    });
  }
  if (sample !== undefined) {
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
      refuseCut(params, held);
      const { text, model, stopReason } = await sample(readSampling(held.restore(params)), mcpReq.signal);
      return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
    });
  }
  if (roots !== undefined) client.setRequestHandler('roots/list', () => ({ roots: roots().map(({ uri, name }) => ({ uri, name })) }));
}

/** Nobody should answer a question of which they see a part. */
function refuseCut(params: unknown, held: HeldTexts): void {
  if (held.leftOutOf(params) > 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'it is more than is read of one message');
}

function passNotices(client: Client, handlers: ServerHandlers, { clock, held }: ClientParts): () => void {
  const updates = createCoalescer<string>(handlers.onResourceUpdated);
  const changes = createCoalescer(handlers.onListChanged);
  const logs = createFloodGate(() => clock.monotonic());
  client.setNotificationHandler('notifications/tools/list_changed', () => changes.add('tools'));
  client.setNotificationHandler('notifications/resources/list_changed', () => changes.add('resources'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => changes.add('prompts'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => updates.add(params.uri));
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { open, missed } = logs();
    if (missed > 0) handlers.onLog({ level: 'warning', data: { leftOut: missed } });
    if (open) handlers.onLog({ level: params.level, data: held.restore(params.data), ...optional({ logger: params.logger }) });
  });
  return () => {
    updates.close();
    changes.close();
  };
}

function readElicitation(params: ElicitRequestParams): ElicitRequest {
  if (params.mode !== 'url') return { mode: 'form', message: params.message, schema: params.requestedSchema };
  if (!isOpenable(params.url)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'the address may not be opened');
  return { mode: 'url', message: params.message, url: params.url };
}

type Field = string | number | boolean | string[];

function readFields(content: Readonly<Record<string, unknown>>): Record<string, Field> {
  const fields = Object.entries(content).filter((entry): entry is [string, Field] => isField(entry[1]));
  return Object.fromEntries(fields);
}

function isField(value: unknown): value is Field {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function readSampling(params: CreateMessageRequestParams): SamplingRequest {
  const { systemPrompt, maxTokens, stopSequences, modelPreferences } = params;
  return {
    messages: params.messages.map(({ role, content }) => ({
      role,
      content: [content].flat().flatMap((part) => (part.type === 'tool_use' || part.type === 'tool_result' ? [] : [readContent(part)])),
    })),
    maxTokens,
    modelHints: (modelPreferences?.hints ?? []).flatMap(({ name }) => (name === undefined ? [] : [name])),
    ...optional({ systemPrompt, stopSequences }),
  };
}
