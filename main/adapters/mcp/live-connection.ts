import { type Client, LOG_LEVEL_META_KEY, type RequestOptions, UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { LogLevel } from '../../../shared/model/mcp';
import { pickIcon } from '../../core/mcp/pick-icon';
import {
  type CallOptions,
  type ServerConnection,
  type ServerContent,
  ServerError,
  type ServerHandlers,
  type ServerInfo,
  type ServerPrompt,
  type ServerPromptMessage,
  type ServerResource,
  type ServerResourceTemplate,
  type ServerTool,
  type ServerToolResult,
} from '../../core/mcp/server-connection';
import { clampTimeout } from './clamp-timeout';
import { isSessionLost } from './connect-http';
import { followSignals } from './follow-signals';
import type { HeldTexts } from './held-texts';
import type { Link } from './link';
import { boundDetail, toServerError } from './map-failure';
import { NoticeStream } from './notice-stream';
import type { OutputChecker } from './output-checker';
import { optional, readContent, readContents, readPrompt, readResource, readTemplate, readTool } from './read-content';
import { isOpenable } from './is-openable';
import { ownWarning } from './trace-server';
import { untilAborted } from './until-aborted';

export interface ConnectionParts {
  handlers: ServerHandlers;
  held: HeldTexts;
  outputs: OutputChecker;
  /** Agrees with the same server anew. */
  relink(): Promise<Link>;
}

/** Milliseconds that a stream of notices may take to be opened. */
const STREAM_MS = 10_000;
const LISTS = ['tools', 'resources', 'prompts'] as const;
/** Entries of a list that are taken, all pages together. */
const MOST_TOOLS = 1000;
const MOST_LISTED = 5000;
/** Addresses that one call may want opened. */
const MOST_ADDRESSES = 5;
/** Sessions that are begun anew within this time; a server that forgets more of them has its connection ended. */
const MOST_RENEWALS = 3;
const RENEWALS_MS = 60_000;
/** Nothing is kept by the library but, where the protocol needs it for headers, the list of tools; that one is asked for anew each time. */
const ANEW = { cacheMode: 'refresh' } as const;
const NOT_KEPT = { cacheMode: 'bypass' } as const;

type Work<T> = (client: Client, options: RequestOptions) => Promise<T>;

/**
 * A connection that outlives the session of its server: where that is forgotten, a new one is begun once, for all calls that wait, and
 * what may be repeated is.
 */
export class LiveConnection implements ServerConnection {
  readonly closed: Promise<ServerError | undefined>;
  readonly #parts: ConnectionParts;
  readonly #subscribed = new Set<string>();
  readonly #repeatable = new Set<string>();
  readonly #outputSchemas = new Map<string, ServerTool['outputSchema']>();
  readonly #ending = new AbortController();
  #renewals: number[] = [];
  #link: Link;
  #notices: NoticeStream;
  #renewing: Promise<void> | undefined;
  #level: LogLevel | undefined;
  #isClosed = false;
  #end: (reason: ServerError | undefined) => void = () => undefined;

  constructor(link: Link, parts: ConnectionParts) {
    this.#parts = parts;
    this.#link = link;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#notices = this.#watch(link);
  }

  get info(): ServerInfo {
    const { client } = this.#link;
    const { name = 'unknown', version = '', title, icons } = client.getServerVersion() ?? {};
    return {
      name,
      version,
      era: client.getProtocolEra() ?? 'legacy',
      protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
      capabilities: { ...client.getServerCapabilities() },
      ...optional({ title, icon: pickIcon(icons), instructions: client.getInstructions() }),
    };
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  async listTools(options: CallOptions): Promise<ServerTool[]> {
    if (!this.#has('tools')) return [];
    const { tools } = await this.#repeat(options, (client, request) =>
      client.listTools(undefined, { ...request, ...(client.getProtocolEra() === 'modern' ? ANEW : NOT_KEPT) }),
    );
    this.#repeatable.clear();
    this.#outputSchemas.clear();
    const taken = this.#bound('tools', tools, MOST_TOOLS);
    for (const { name, annotations, outputSchema } of taken) {
      if (annotations?.readOnlyHint === true || annotations?.idempotentHint === true) this.#repeatable.add(name);
      if (outputSchema !== undefined) this.#outputSchemas.set(name, outputSchema);
    }
    return taken.map(readTool);
  }

  async listResources(options: CallOptions): Promise<ServerResource[]> {
    if (!this.#has('resources')) return [];
    const { resources } = await this.#repeat(options, (client, request) => client.listResources(undefined, { ...request, ...NOT_KEPT }));
    return this.#bound('resources', resources, MOST_LISTED).map(readResource);
  }

  async listResourceTemplates(options: CallOptions): Promise<ServerResourceTemplate[]> {
    if (!this.#has('resources')) return [];
    const list = await this.#repeat(options, (client, request) => client.listResourceTemplates(undefined, { ...request, ...NOT_KEPT }));
    return this.#bound('templates', list.resourceTemplates, MOST_LISTED).map(readTemplate);
  }

  async listPrompts(options: CallOptions): Promise<ServerPrompt[]> {
    if (!this.#has('prompts')) return [];
    const { prompts } = await this.#repeat(options, (client, request) => client.listPrompts(undefined, { ...request, ...NOT_KEPT }));
    return this.#bound('prompts', prompts, MOST_LISTED).map(readPrompt);
  }

  async callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerToolResult> {
    const call: Work<Awaited<ReturnType<Client['callTool']>>> = (client, request) =>
      client.callTool({ name, arguments: { ...input }, ...this.#meta(client) }, request);
    const result = await this.#run(options, this.#repeatable.has(name), call).catch((error) => this.#showAddresses(error, options));
    const isError = result.isError === true;
    if (!isError) await this.#checkOutput(name, result);
    return {
      content: [...result.content.map(readContent), ...this.#leftOutOf(result)],
      isError,
      ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
    };
  }

  async readResource(uri: string, options: CallOptions): Promise<ServerContent[]> {
    const result = await this.#repeat(options, (client, request) =>
      client.readResource({ uri, ...this.#meta(client) }, { ...request, ...NOT_KEPT }),
    );
    return [...result.contents.map(readContents), ...this.#leftOutOf(result)];
  }

  async subscribe(uri: string, options: CallOptions): Promise<void> {
    await this.#repeat(options, async (client, request) => {
      if (client.getProtocolEra() === 'modern') await this.#notices.subscribe(uri, request.timeout ?? STREAM_MS);
      else await client.subscribeResource({ uri }, request);
    });
    this.#subscribed.add(uri);
  }

  async unsubscribe(uri: string, options: CallOptions): Promise<void> {
    this.#subscribed.delete(uri);
    await this.#repeat(options, async (client, request) => {
      if (client.getProtocolEra() === 'modern') await this.#notices.unsubscribe(uri, request.timeout ?? STREAM_MS);
      else await client.unsubscribeResource({ uri }, request);
    });
  }

  async getPrompt(name: string, input: Readonly<Record<string, string>>, options: CallOptions): Promise<ServerPromptMessage[]> {
    const result = await this.#repeat(options, (client, request) =>
      client.getPrompt({ name, arguments: { ...input }, ...this.#meta(client) }, request),
    );
    const messages = result.messages.map(({ role, content }) => ({ role, content: readContent(content) }));
    return [...messages, ...this.#leftOutOf(result).map((content) => ({ role: 'user' as const, content }))];
  }

  async complete(
    of: { type: 'prompt'; name: string } | { type: 'template'; uriTemplate: string },
    argument: { name: string; value: string },
    options: CallOptions,
  ): Promise<string[]> {
    if (!this.#has('completions')) return [];
    const ref =
      of.type === 'prompt' ? { type: 'ref/prompt' as const, name: of.name } : { type: 'ref/resource' as const, uri: of.uriTemplate };
    const { completion } = await this.#repeat(options, (client, request) => client.complete({ ref, argument }, request));
    return completion.values;
  }

  async setLogLevel(level: LogLevel, options: CallOptions): Promise<void> {
    this.#level = level;
    await this.#repeat(options, async (client, request) => {
      // The newer protocol says it with each request.
      if (client.getProtocolEra() === 'legacy' && this.#has('logging')) await client.setLoggingLevel(level, request);
    });
  }

  async tellRootsChanged(): Promise<void> {
    const { client } = this.#link;
    if (this.#parts.handlers.roots === undefined || client.getProtocolEra() !== 'legacy') return;
    await client.sendRootsListChanged().catch(() => undefined);
  }

  traced(): Promise<void> {
    return this.#link.traced();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#finish(undefined);
    this.#notices.close();
    await this.#link.close();
    await this.#renewing?.catch(() => undefined);
  }

  #finish(reason: ServerError | undefined): void {
    this.#end(reason);
    this.#ending.abort(reason);
  }

  #has(capability: 'tools' | 'resources' | 'prompts' | 'completions' | 'logging'): boolean {
    return this.#link.client.getServerCapabilities()?.[capability] !== undefined;
  }

  #meta(client: Client): { _meta?: Record<string, unknown> } {
    if (this.#level === undefined || client.getProtocolEra() !== 'modern') return {};
    return { _meta: { [LOG_LEVEL_META_KEY]: this.#level } };
  }

  #repeat<T>(options: CallOptions, work: Work<T>): Promise<T> {
    return this.#run(options, true, work);
  }

  async #run<T>(options: CallOptions, mayRepeat: boolean, work: Work<T>): Promise<T> {
    const link = this.#link;
    try {
      return await this.#once(link, options, work);
    } catch (error) {
      if (!isSessionLost(error, link)) throw this.#explain(error, link, options);
    }
    try {
      await this.#renew(link);
      if (mayRepeat) return await this.#once(this.#link, options, work);
    } catch (error) {
      throw this.#explain(error, this.#link, options);
    }
    throw new ServerError('closed', 'the server had forgotten the session; there is a new one, in which this was not repeated', 404);
  }

  async #once<T>({ client }: Link, { signal, timeoutMs, onProgress }: CallOptions, work: Work<T>): Promise<T> {
    const result = await work(client, {
      timeout: clampTimeout(timeoutMs),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onprogress: onProgress }),
    });
    return this.#parts.held.restore(result);
  }

  #explain(error: unknown, link: Link, { signal }: CallOptions): ServerError {
    const mapped = toServerError(error, signal);
    return mapped.kind === 'closed' ? (link.failure() ?? mapped) : mapped;
  }

  /** A tool may want the person to open an address first, and be called again. Ends with the first no, and with the call. */
  async #showAddresses(error: unknown, { signal }: CallOptions): Promise<never> {
    const { elicit } = this.#parts.handlers;
    if (error instanceof ServerError && error.cause instanceof UrlElicitationRequiredError && elicit !== undefined) {
      const asking = followSignals([signal, this.#ending.signal]);
      const addresses = error.cause.elicitations.filter(({ url }) => isOpenable(url)).slice(0, MOST_ADDRESSES);
      try {
        for (const { message, url } of addresses) {
          const { action } = await untilAborted(elicit({ mode: 'url', message: boundDetail(message), url }, asking.signal), asking.signal);
          if (action !== 'accept') break;
        }
      } catch (failure) {
        throw toServerError(failure, asking.signal);
      } finally {
        asking.forget();
      }
    }
    throw error;
  }

  async #checkOutput(tool: string, { structuredContent, ...result }: { structuredContent?: unknown }): Promise<void> {
    const schema = this.#outputSchemas.get(tool);
    if (schema === undefined) return;
    const isWhole = this.#parts.held.leftOutOf(result) === 0;
    const { state, detail } = isWhole
      ? { detail: '', ...(await this.#parts.outputs.check({ schema, value: structuredContent })) }
      : { state: 'unchecked', detail: 'a part of it was left out' };
    if (state === 'misfits')
      throw new ServerError('malformed', boundDetail(`what ${tool} gave does not match its output schema: ${detail}`));
    if (state === 'fits') return;
    // Looked at again only when the tool is listed anew.
    if (isWhole) this.#outputSchemas.delete(tool);
    this.#parts.handlers.onLog(ownWarning(boundDetail(`what ${tool} gave was not checked by its output schema: ${detail}`)));
  }

  #leftOutOf(result: unknown): Array<{ type: 'text'; text: string }> {
    const leftOut = this.#parts.held.leftOutOf(result);
    return leftOut === 0 ? [] : [{ type: 'text', text: `[${leftOut} entries more than is read of one message were left out of this.]` }];
  }

  #bound<T>(what: string, list: readonly T[], most: number): readonly T[] {
    if (list.length <= most) return list;
    this.#parts.handlers.onLog(ownWarning(`it lists ${list.length} ${what}; those after the first ${most} were left out`));
    return list.slice(0, most);
  }

  #renew(lost: Link): Promise<void> {
    if (this.#link !== lost) return Promise.resolve();
    this.#renewing ??= this.#begin(lost).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #begin(lost: Link): Promise<void> {
    const now = performance.now();
    this.#renewals = [...this.#renewals.filter((at) => now - at < RENEWALS_MS), now];
    if (this.#renewals.length > MOST_RENEWALS) {
      const reason = new ServerError('closed', `the server forgot ${MOST_RENEWALS} sessions within a minute`, 404);
      this.#finish(reason);
      void lost.close();
      throw reason;
    }
    try {
      this.#link = await this.#parts.relink();
    } catch (error) {
      this.#finish(toServerError(error));
      throw error;
    }
    if (this.#isClosed) {
      await this.#link.close();
      throw new ServerError('closed', 'the connection is over');
    }
    this.#notices.close();
    void lost.close();
    this.#notices = this.#watch(this.#link);
    const { client } = this.#link;
    const level = this.#level;
    const again = [...this.#subscribed].map((uri) => client.subscribeResource({ uri }, { timeout: STREAM_MS }));
    if (level !== undefined && this.#has('logging')) again.push(client.setLoggingLevel(level, { timeout: STREAM_MS }));
    await Promise.allSettled(again);
    for (const what of LISTS) if (this.#has(what)) this.#parts.handlers.onListChanged(what);
  }

  #watch(link: Link): NoticeStream {
    const notices = new NoticeStream(link.client);
    if (link.client.getProtocolEra() === 'modern') notices.start(STREAM_MS);
    void link.over.then(() => {
      notices.close();
      if (this.#link === link) this.#finish(link.failure());
    });
    return notices;
  }
}
