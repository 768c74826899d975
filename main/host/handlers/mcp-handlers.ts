import { methods } from '../../../shared/contract/methods';
import { ownValue } from '../../core/kernel/own-value';
import { CodedError } from '../../../shared/model/failure';
import type { ServerOptions } from '../../../shared/model/mcp';
import { ServerError } from '../../core/mcp/server-connection';
import type { FolderState } from '../../core/mcp/server-state';
import { serverPart } from '../../core/mcp/tool-names';
import { type CallContext, handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { FolderServers } from '../mcp/folder-servers';
import type { ManagedServer } from '../mcp/managed-server';
import type { EntryChange } from '../mcp/plan-change';

const TIMEOUT_MS = 60_000;

/** Servers of a folder. What runs them is loaded at the first look. */
export function mcpHandlers(services: HostServices) {
  const { ports } = services;

  async function desk() {
    const found = await services.servers();
    if (found === undefined) throw new CodedError('unavailable', 'this host connects to no servers');
    return found;
  }

  async function at(folder: string): Promise<FolderServers> {
    const servers = (await desk()).folder(await ports.files.realpath(folder));
    await servers.refresh();
    return servers;
  }

  async function find({ folder, server }: { folder: string; server: string }): Promise<{ servers: FolderServers; found: ManagedServer }> {
    const servers = await at(folder);
    const found = servers.get(server);
    if (found === undefined) throw new CodedError('not-found', `there is no server ${JSON.stringify(server.slice(0, 80))} in this folder`);
    return { servers, found };
  }

  /** Works with a server that runs: it is started where nobody holds it yet. */
  async function withRunning<T>(
    one: { folder: string; server: string },
    job: (servers: FolderServers, found: ManagedServer) => Promise<T>,
  ): Promise<T> {
    const holder = Symbol('use');
    const { servers, found } = await find(one);
    if (found.config.off !== undefined) throw new CodedError('denied', `the server is off: ${found.describeState()}`);
    await (await desk()).hold(servers.folder, holder);
    try {
      await found.tried();
      return await job(servers, found);
    } catch (error) {
      if (error instanceof ServerError) throw new CodedError('unavailable', `${error.kind}: ${error.message}`);
      throw error;
    } finally {
      servers.release(holder);
    }
  }

  /** The same for what a server holds beside its tools: a rule that denies the server denies that as well. */
  async function withOffer<T>(
    one: { folder: string; server: string },
    job: (servers: FolderServers, found: ManagedServer) => Promise<T>,
  ): Promise<T> {
    const { servers } = await find(one);
    const denial = await denialIn(servers);
    const why = denial(one.server);
    if (why !== undefined) throw new CodedError('denied', why);
    return withRunning(one, job);
  }

  async function denialIn({ folder }: FolderServers): Promise<(server: string) => string | undefined> {
    const policy = await services.openPolicy(folder);
    return (server) => policy.deniesServer({ name: server, offered: serverPart(server, ports.hash) });
  }

  async function decide(one: { folder: string; server: string }, change: (state: FolderState) => FolderState): Promise<FolderServers> {
    const { servers } = await find(one);
    await (await desk()).store.change(servers.folder, change);
    await servers.refresh();
    return servers;
  }

  /** Puts what a person decided about a server on record. */
  function noteDecision(folder: string, about: { server: string; change: string; [more: string]: string }, { client }: CallContext): void {
    const { server, change, ...more } = about;
    const summary = [`MCP server ${server} ${change}`, ...Object.entries(more).map(([name, value]) => `${name} ${value}`)].join(', ');
    services.audit.happened(folder, { kind: 'server', by: { kind: 'person', name: client.name }, input: about, summary });
  }

  return {
    'mcp.list': handle(methods['mcp.list'], async ({ folder }) => {
      const [{ viewServer }, servers, { requests, inspect }] = await Promise.all([import('../mcp/server-views'), at(folder), deskParts()]);
      const { files = [], trusted = false, diagnostics = [] } = servers.loaded ?? {};
      const views = await Promise.all(servers.servers().map(async (server) => viewServer(server, servers, await inspect(server))));
      return { servers: views, files, trusted, diagnostics, requests: requests.list() };
    }),
    'mcp.watch': handle(methods['mcp.watch'], async ({ folder }, { connection, closed }) => {
      await (await desk()).watch(folder, connection, closed);
      return {};
    }),
    'mcp.unwatch': handle(methods['mcp.unwatch'], async ({ folder }, { connection }) => {
      await (await desk()).unwatch(folder, connection);
      return {};
    }),
    'mcp.server': handle(methods['mcp.server'], async (one) => {
      const [{ viewDetail }, { servers, found }, { inspect }] = await Promise.all([import('../mcp/server-views'), find(one), deskParts()]);
      const policy = await services.openPolicy(servers.folder);
      return viewDetail(found, servers, ports.hash, await inspect(found), policy.isRemoved);
    }),
    'mcp.restart': handle(methods['mcp.restart'], async (one) => {
      const { servers, found } = await find(one);
      if (found.config.off !== undefined) throw new CodedError('denied', `the server is off: ${found.describeState()}`);
      await servers.restart(found);
      return {};
    }),
    'mcp.allowHost': handle(methods['mcp.allowHost'], async ({ host, ...one }, context) => {
      const { servers, found } = await find(one);
      if (!found.refusedHosts.has(host)) throw new CodedError('not-found', `the server was kept from no host ${JSON.stringify(host)}`);
      const policy = await services.openPolicy(servers.folder);
      const action = { tool: 'WebFetch', capability: 'network' as const, paths: [], url: `https://${host}/`, params: {}, summary: '' };
      const offer = policy.offers(action).find(({ file }) => file !== undefined);
      if (offer === undefined)
        throw new CodedError('denied', `no rule may allow ${host}: the settings deny it, or the folder is not trusted`);
      await policy.grant(offer);
      noteDecision(servers.folder, { server: one.server, change: 'host-allowed', host, rule: offer.rule }, context);
      await servers.restart(found);
      return {};
    }),
    'mcp.enable': handle(methods['mcp.enable'], async ({ enabled, ...one }, context) => {
      const { servers } = await find(one);
      await decide(one, (state) => ({
        ...state,
        disabled: enabled ? state.disabled.filter((name) => name !== one.server) : [...new Set([...state.disabled, one.server])],
      }));
      noteDecision(servers.folder, { server: one.server, change: enabled ? 'enabled' : 'disabled' }, context);
      return {};
    }),
    'mcp.approve': handle(methods['mcp.approve'], async ({ hash, approve, ...one }, context) => {
      const { servers, found } = await find(one);
      if (found.config.hash !== hash)
        throw new CodedError('conflict', 'the entry is another by now: look at it again', { hash: found.config.hash });
      await decide(one, (state) => ({
        ...state,
        approved: approve ? { ...state.approved, [one.server]: hash } : without(state.approved, [one.server]),
        rejected: approve ? without(state.rejected, [one.server]) : { ...state.rejected, [one.server]: hash },
      }));
      noteDecision(servers.folder, { server: one.server, change: approve ? 'approved' : 'rejected', entry: hash.slice(0, 12) }, context);
      return {};
    }),
    'mcp.options': handle(methods['mcp.options'], async ({ change, ...one }, { closed }) => {
      const servers = await decide(one, (state) => ({
        ...state,
        options: { ...state.options, [one.server]: merge(ownValue(state.options, one.server), change) },
      }));
      const server = servers.get(one.server);
      if (server === undefined || server.state === 'idle') return {};
      const { sandbox, logLevel } = change;
      // The protocol has no word for taking a level back: only a start makes the server log as it likes.
      if (sandbox !== undefined || logLevel === null) await servers.restart(server);
      else if (logLevel !== undefined && server.state === 'connected')
        await withRunning(one, (_servers, found) =>
          found.use((connection) => connection.setLogLevel(logLevel, { signal: closed, timeoutMs: TIMEOUT_MS })),
        );
      return {};
    }),
    'mcp.signIn': handle(methods['mcp.signIn'], async ({ folder, server }, { closed }) => {
      try {
        await (await desk()).signIn(await ports.files.realpath(folder), server, closed);
      } catch (error) {
        if (error instanceof ServerError)
          throw new CodedError(error.kind === 'aborted' ? 'aborted' : 'unavailable', `${error.kind}: ${error.message}`);
        throw error;
      }
      return {};
    }),
    'mcp.signOut': handle(methods['mcp.signOut'], async ({ folder, server }) => {
      await (await desk()).signOut(await ports.files.realpath(folder), server);
      return {};
    }),

    'mcp.entry': handle(methods['mcp.entry'], async (one) => {
      const { readEntry } = await import('../mcp/plan-change');
      const { servers, found } = await find(one);
      const { scope, file } = found.config;
      return readEntry(ports, { folder: servers.folder, server: one.server, scope, file });
    }),
    'mcp.planEdit': handle(methods['mcp.planEdit'], async (wish) => {
      const { planEdit } = await import('../mcp/plan-change');
      return planEdit(ports, { ...wish, folder: await ports.files.realpath(wish.folder) });
    }),
    'mcp.planAdd': handle(methods['mcp.planAdd'], async (wish) => {
      const { planAdd } = await import('../mcp/plan-change');
      return planAdd(ports, { ...wish, folder: await ports.files.realpath(wish.folder) });
    }),
    'mcp.planRemove': handle(methods['mcp.planRemove'], async (wish) => {
      const { planRemove } = await import('../mcp/plan-change');
      return planRemove(ports, { ...wish, folder: await ports.files.realpath(wish.folder) });
    }),
    'mcp.write': handle(methods['mcp.write'], async (change, context) => {
      const { writeChange } = await import('../mcp/plan-change');
      const folder = await ports.files.realpath(change.folder);
      const servers = await at(folder);
      let changes: EntryChange[] = [];
      const write = async () => {
        changes = await services.settingsQueue.run(change.path, () => writeChange(ports, { ...change, folder }));
      };
      if ((await ports.files.stat(change.path).catch(() => undefined))?.kind === 'directory') await servers.pause(write);
      else await write();
      const removed = changes.filter((one) => one.change === 'removed').map(({ server }) => server);
      if (removed.length > 0) await (await desk()).store.change(folder, (state) => forgetDecisions(state, removed));
      for (const one of changes) noteDecision(folder, { ...one }, context);
      await servers.refresh();
      return { base: ports.hash(change.text) };
    }),

    'mcp.call': handle(methods['mcp.call'], async ({ call, ...wish }, { client, closed }) => {
      const { callByHand } = await import('../mcp/call-by-hand');
      const { calls } = await desk();
      if (calls.has(call)) throw new CodedError('conflict', 'a call of this name runs already');
      const stopping = new AbortController();
      closed.addEventListener('abort', () => stopping.abort(), { once: true });
      calls.set(call, stopping);
      try {
        return await withRunning(wish, (servers) => callByHand(services, servers, wish, client.name, stopping.signal));
      } finally {
        calls.delete(call);
      }
    }),
    'mcp.stopCall': handle(methods['mcp.stopCall'], async ({ call }) => {
      (await desk()).calls.get(call)?.abort();
      return {};
    }),
    'mcp.readResource': handle(methods['mcp.readResource'], async ({ uri, ...one }, { closed }) => {
      const { viewContents } = await import('../mcp/server-views');
      return withOffer(one, async (servers) => {
        const caller = { session: '', item: '', agent: '' };
        return { content: viewContents(await servers.readResource(one.server, uri, caller, { signal: closed, timeoutMs: TIMEOUT_MS })) };
      });
    }),
    'mcp.follow': handle(methods['mcp.follow'], async ({ uri, follow, ...one }, { closed }) => {
      const options = { signal: closed, timeoutMs: TIMEOUT_MS };
      await (follow ? withOffer : withRunning)(one, async (_servers, found) => {
        if (follow) await found.use((connection) => found.notices.follow(connection, uri, options));
        else await found.notices.leave(found.connection, uri, options);
      });
      return {};
    }),
    'mcp.getPrompt': handle(methods['mcp.getPrompt'], async ({ prompt, input, ...one }, { closed }) => {
      const { viewContent } = await import('../mcp/server-views');
      return withOffer(one, async (_servers, found) => {
        const messages = await found.use((connection) => connection.getPrompt(prompt, input, { signal: closed, timeoutMs: TIMEOUT_MS }));
        return { messages: messages.map(({ role, content }) => ({ role, content: viewContent(content) })) };
      });
    }),
    'mcp.complete': handle(methods['mcp.complete'], async ({ of, argument, ...one }, { closed }) =>
      withOffer(one, async (_servers, found) => ({
        values: await found.use((connection) => connection.complete(of, argument, { signal: closed, timeoutMs: TIMEOUT_MS })),
      })),
    ),
    'mcp.mentions': handle(methods['mcp.mentions'], async ({ folder, query, limit }) => {
      const wanted = query.toLowerCase();
      const servers = await at(folder);
      const denial = await denialIn(servers);
      const all = servers
        .resources()
        .filter(({ server }) => denial(server) === undefined)
        .flatMap(({ server, resources }) => resources.map(({ uri, name }) => ({ mention: `@${server}:${uri}`, server, uri, name })));
      return { resources: all.filter(({ mention, name }) => `${mention} ${name}`.toLowerCase().includes(wanted)).slice(0, limit) };
    }),

    'mcp.trace': handle(methods['mcp.trace'], async ({ before = Number.POSITIVE_INFINITY, query, limit, ...one }) => {
      const { trace, connection } = (await find(one)).found;
      await connection?.traced();
      const wanted = query.toLowerCase();
      const fitting = trace
        .all()
        .filter(({ seq, method, text }) => seq < before && (wanted === '' || `${method ?? ''} ${text}`.toLowerCase().includes(wanted)))
        .reverse();
      return { entries: fitting.slice(0, limit), more: fitting.length > limit, dropped: trace.dropped };
    }),
    'mcp.logged': handle(methods['mcp.logged'], async (one) => {
      const { logs } = (await find(one)).found.notices;
      return { entries: [...logs.all()].reverse(), dropped: logs.dropped };
    }),
    'mcp.stderr': handle(methods['mcp.stderr'], async (one) => {
      const { stderr, errorOutput } = (await find(one)).found;
      return { text: errorOutput, cut: stderr.dropped > 0 };
    }),
    'mcp.diagnose': handle(methods['mcp.diagnose'], async (one) => {
      const { diagnoseServer } = await import('../mcp/diagnose-server');
      const { servers, found } = await find(one);
      if (found.config.off !== undefined) return { checks: await diagnoseServer(ports, servers, found) };
      return withRunning(one, async () => ({ checks: await diagnoseServer(ports, servers, found) }));
    }),
    'mcp.answer': handle(methods['mcp.answer'], async ({ request, answer }) => ({
      accepted: (await desk()).requests.answer(request, answer),
    })),
  };

  async function deskParts() {
    const found = await desk();
    return { requests: found.requests, inspect: (server: ManagedServer) => found.inspect(server) };
  }
}

function without(record: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !names.includes(key)));
}

/** An entry that comes back is asked about again, also where it is the same. */
function forgetDecisions(state: FolderState, servers: readonly string[]): FolderState {
  return { ...state, approved: without(state.approved, servers), rejected: without(state.rejected, servers) };
}

type OptionsChange = { [K in keyof ServerOptions]?: ServerOptions[K] | null };

function merge(options: ServerOptions = {}, change: OptionsChange): ServerOptions {
  return Object.fromEntries(Object.entries({ ...options, ...change }).filter(([, value]) => value !== null && value !== undefined));
}
