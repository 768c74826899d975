import { join } from 'node:path';
import type { Config } from '../../shared/model/config';
import type { SessionEvent, UnknownEvent } from '../../shared/model/event';
import type { HookRunning } from '../../shared/model/hook-run';
import type { ItemView } from '../../shared/model/item';
import { createHookLibrary, type HookLibrary } from '../core/hooks/hook-library';
import { SERVER_RECORDS } from '../core/mcp/server-records';
import { createPolicy } from '../core/permission/create-policy';
import type { SessionLog } from '../core/sessions/session-log';
import { readOpenItems, settleOrphans } from '../core/sessions/settle-orphans';
import { createToolRegistry } from '../core/tools/create-tool-registry';
import { AuditDesk } from './audit/audit-desk';
import { Credentials } from './credentials';
import type { Documents } from './documents/documents';
import { EventFeed, notificationText } from './event-feed';
import { keepLocalSettingsOutOfGit } from './exclude-from-git';
import type { HostPorts } from './host-ports';
import type { HostServices, PolicySession } from './host-services';
import { CallInspector } from './inspector/call-inspector';
import { KeyedQueue } from '../core/kernel/keyed-queue';
import { memoryFolders } from './memory/memory-folders';
import type { Servers } from './mcp/servers';
import { ModelService } from './model-service';
import { findCommits } from './permissions/find-commits';
import { createTurnPreparation } from './prepare-turn';
import { SessionDesk } from './sessions/session-desk';
import { SessionFeed } from './sessions/session-feed';
import { SessionRegistry } from './sessions/session-registry';
import { SessionRunner } from './sessions/session-runner';
import { blobFolder } from './sessions/session-parts';
import { openSessionServices, type RunnerParts } from './sessions/session-services';
import type { SessionSource } from './sessions/session-source';
import { TerminalDesk } from './terminals/terminal-desk';

type ReadView = (source: SessionSource, event: SessionEvent | UnknownEvent) => Promise<ItemView | undefined>;

export interface ComposedServices {
  services: HostServices;
  close(): Promise<void>;
}

/** Wires the parts of a host to each other. */
export function createHostServices(ports: HostPorts, readView: ReadView): ComposedServices {
  const feed = new EventFeed();
  const credentials = new Credentials(ports);
  const audit = new AuditDesk(ports, feed);
  const models = new ModelService(ports, credentials);
  const settingsQueue = new KeyedQueue(keepLocalSettingsOutOfGit(ports));

  let documentDesk: Promise<Documents> | undefined;
  let serverDesk: Promise<Servers | undefined> | undefined;

  const readConfig = async (): Promise<Config> => (await ports.config.read()).config;
  const isTrusted = async (folder: string): Promise<boolean> => ports.invocation?.trust === true || ports.folders.isTrusted(folder);

  async function openPolicy(folder: string, session?: PolicySession) {
    const notes = await memoryFolders(ports, folder);
    return createPolicy({
      files: session?.files ?? ports.files,
      folder,
      home: ports.personHome,
      managedDir: ports.managedDir,
      readsUserFiles: async () => (await readConfig()).readUserFiles,
      ...(ports.invocation === undefined ? {} : { cli: ports.invocation.rules }),
      session: () => session?.rules() ?? [],
      readable: [...(session?.readable ?? []), notes.shared],
      protect: [ports.home],
      notes: [notes.own],
      shellParser: ports.shellParser,
      search: ports.search,
      findCommits: (at, names) => findCommits(ports.process, at, names),
      findSandbox: ports.shell.findSandbox,
      secretLists: async () => (await readConfig()).secrets,
      isTrusted,
      alone: (path, change) => settingsQueue.run(path, change),
      ignoreCase: ports.platform === 'darwin' || ports.platform === 'win32',
      ...(session === undefined ? {} : { onSessionGrant: session.onGrant }),
    });
  }

  function openHooks(folder: string): HookLibrary {
    const readsUserFiles = async () => (await readConfig()).readUserFiles;
    return createHookLibrary({
      files: ports.files,
      folder,
      home: ports.personHome,
      managedDir: ports.managedDir,
      hash: ports.hash,
      isTrusted,
      readsUserFiles,
    });
  }

  async function openServices(log: SessionLog, folder: string, running: RunnerParts) {
    const [config, tools, trusted, servers] = await Promise.all([readConfig(), services.tools(), isTrusted(folder), services.servers()]);
    const parts = {
      ports,
      log,
      folder,
      audit,
      config,
      tools,
      terminals,
      trusted,
      hookLibrary: openHooks(folder),
      servers,
      onHooksRunning: (running: HookRunning[]) => feed.broadcast('hooks/running', { session: log.id, running }),
      openPolicy: () =>
        openPolicy(folder, {
          rules: () => log.state.rules,
          readable: [blobFolder(log), ports.skills, join(ports.personHome, '.claude', 'skills')],
          onGrant: async (rule) => void (await log.append({ type: 'session/changed', addRules: [rule] })),
        }),
    };
    return openSessionServices(parts, { ...running, models, runTurn: services.runTurn });
  }

  const registry = new SessionRegistry({
    store: ports.store,
    onOwner: (session, owner) => feed.broadcast('session/owner', { session, ...(owner === undefined ? {} : { owner }) }),
    createFeed: (session, source) =>
      new SessionFeed({ session, clock: ports.clock, logger: ports.logger, viewOf: (event) => readView(source(), event) }),
    async startRunner(log) {
      await settle(log);
      const runner = new SessionRunner({
        log,
        ports,
        models,
        readConfig,
        openServices,
        runTurn: services.runTurn,
        onSettled: () => registry.rest(),
      });
      desk.follow(runner);
      return runner;
    },
  });
  const desk = new SessionDesk({
    registry,
    ports,
    feed,
    async checkModel(name) {
      const config = await readConfig();
      await models.provider(await models.choose(name, config), config);
    },
  });
  const terminals = new TerminalDesk({ terminals: ports.terminals, feed, clock: ports.clock });
  const inspector = new CallInspector(ports.inspectorWorker);
  const stopAlarms = ports.store.onAlarm((alarm) => feed.broadcast('alarm', alarm));

  const services: HostServices = {
    ports,
    feed,
    credentials,
    models,
    registry,
    desk,
    inspector,
    terminals,
    audit,
    settingsQueue,
    documents() {
      documentDesk ??= import('./documents/document-desk').then((loaded) => new loaded.DocumentDesk(services));
      return documentDesk;
    },
    servers() {
      serverDesk ??= import('./mcp/open-server-desk').then(({ openServerDesk }) => openServerDesk(services));
      return serverDesk;
    },
    async endLeftServers() {
      const records = await ports.files.list(join(ports.home, SERVER_RECORDS)).catch(() => []);
      if (records.length > 0) await (await services.servers())?.reap();
    },
    leaveDocuments: (client) => void documentDesk?.then((desk) => desk.leaveAll(client)),
    tellServerRequests: (subscriber) =>
      void serverDesk?.then((desk) => desk && subscriber.send(notificationText('mcp/requests', { requests: desk.requests.list() }))),
    leaveServers: (client) => void serverDesk?.then((desk) => desk?.leaveAll(client)),
    readConfig,
    isTrusted,
    openPolicy,
    openHooks,
    async reloadPolicies(folder) {
      const open = registry.runners().filter((runner) => runner.state.folder === folder);
      await Promise.all(open.map((runner) => runner.reloadPolicy()));
      await (await serverDesk)?.folder(folder).refresh();
    },
    async tools() {
      const { builtInTools } = await import('../core/tools/built-in-tools');
      return createToolRegistry(builtInTools({ webFetch: (await readConfig()).webFetch }));
    },
    runTurn: async () => (await import('../core/agent/run-turn')).runTurn,
    prepareTurn: () => prepareTurn(),
  };

  const prepareTurn = createTurnPreparation(services);

  return {
    services,
    async close() {
      stopAlarms();
      (await documentDesk)?.close();
      await inspector.close();
      await terminals.closeAll();
      await registry.closeAll();
      await (await serverDesk)?.close();
      await ports.hooks.stopAll();
      await ports.shell.stopAll();
      await audit.settle();
      await ports.close?.();
      await ports.logger.flush?.();
    },
  };
}

/** Ends what a process that is gone left open, before anything new is written. */
async function settle(log: SessionLog): Promise<void> {
  const events = settleOrphans(log.state, await readOpenItems(log, log.state), (json) => log.putPart(json));
  if (events.length > 0) await log.append(...events);
}
