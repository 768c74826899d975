import type { ContentView, ServerDetail, ServerLaunchView, ServerToolView, ServerView, ServerWarning } from '../../../shared/model/mcp';
import { cutStart } from '../../../shared/text/cut-text';
import { estimateTokens } from '../../core/context/estimate-tokens';
import type { ConfiguredServer } from '../../core/mcp/configured-server';
import { boundDescription } from '../../core/mcp/offer-tools';
import { bytesOf, describePart } from '../../core/mcp/render-result';
import { steersPrograms } from '../../core/mcp/steering-variables';
import { redactKnownSecrets } from '../../core/secrets/redact';
import type { ServerConnector, ServerContent, ServerTool } from '../../core/mcp/server-connection';
import { serverPart } from '../../core/mcp/tool-names';
import { identityOf } from '../../core/permission/server-names';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { HostPorts } from '../host-ports';
import type { FolderServers } from './folder-servers';
import type { ManagedServer } from './managed-server';
import { definitionTokens, toolTokens } from './tool-tokens';

/** Characters of one text, and base64 characters of one image, that a view carries. */
const MOST_TEXT = 200_000;
const LARGEST_IMAGE = 7_000_000;
/** Tools that are not offered and are shown all the same. */
const MOST_LEFT = 500;
const SHOWN_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export type Processes = Awaited<ReturnType<ServerConnector['inspect']>>;

/** A line of the list. `processes`: of its tree, where somebody looked. */
export function viewServer(server: ManagedServer, folder: FolderServers, processes: Processes = []): ServerView {
  const { config, state, since, reason, info, offer, stats, restarts, connection } = server;
  const { latency } = stats;
  const pid = connection?.pid;
  const residentBytes = processes.reduce((sum, one) => sum + one.residentBytes, 0);
  return {
    name: config.name,
    scope: config.scope,
    file: config.file,
    line: config.line,
    hash: config.hash,
    ...(config.launch === undefined ? {} : { transport: config.launch.type, launch: viewLaunch(config, config.launch, folder.folder) }),
    state,
    since,
    ...(reason === undefined ? {} : { reason }),
    ...(info === undefined
      ? {}
      : {
          info: {
            name: cutStart(info.name, 200),
            version: cutStart(info.version, 100),
            ...(info.title === undefined ? {} : { title: cutStart(info.title, 200) }),
            ...(info.icon === undefined ? {} : { icon: info.icon }),
            era: info.era,
            protocolVersion: cutStart(info.protocolVersion, 40),
            capabilities: listCapabilities(info.capabilities),
          },
        }),
    ...(pid === undefined ? {} : { pid }),
    ...(processes.length === 0 ? {} : { residentBytes }),
    counts: {
      tools: offer.tools.length,
      resources: server.resources.length + server.templates.length,
      prompts: server.prompts.length,
    },
    calls: stats.calls,
    errors: stats.errors,
    restarts,
    notices: server.notices.counts,
    ...(latency === undefined ? {} : { latency }),
    tokens: {
      definitions: definitionTokens(offer.tools),
      names: estimateTokens(offer.tools.map(({ name }) => `- ${name}`).join('\n')),
      results: stats.resultTokens,
    },
    options: folder.optionsOf(config.name),
    deferred: folder.isDeferred(config.name),
    timeoutMs: folder.timeoutOf(config.name),
    sandboxed: server.sandboxed,
    ...(server.refusedHosts.size === 0 ? {} : { refusedHosts: [...server.refusedHosts] }),
    warnings: listWarnings(server, folder),
  };
}

function viewLaunch({ scope }: ConfiguredServer, launch: NonNullable<ConfiguredServer['launch']>, cwd: string): ServerLaunchView {
  const written = (pairs: Readonly<Record<string, string>>, steers: (name: string) => boolean) =>
    scope === 'project' ? { written: Object.entries(pairs).map(([name, value]) => viewWritten(name, value, steers(name))) } : {};
  if (launch.type === 'stdio') {
    const { command, args, env } = launch;
    return { type: 'stdio', command, args, envNames: Object.keys(env), ...written(env, steersPrograms), cwd };
  }
  const { type, url, headers, headersHelper, oauth } = launch;
  const helper = headersHelper === undefined ? {} : { headersHelper };
  return { type, url, headerNames: Object.keys(headers), ...written(headers, () => false), ...helper, oauth: oauth !== undefined };
}

/** A secret that somebody wrote into a file of the project is nothing for a screen. */
function viewWritten(name: string, value: string, steers: boolean): NonNullable<ServerLaunchView['written']>[number] {
  return { name, value: redactKnownSecrets(value).text, steers };
}

/** `tools`, and `resources.subscribe` of what a capability has inside. */
function listCapabilities(capabilities: Readonly<Record<string, unknown>>): string[] {
  const named = Object.entries(capabilities).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, on]) => (on === true ? [`${name}.${key}`] : []))
      : []),
  ]);
  return named.slice(0, 50).map((name) => cutStart(name, 100));
}

function listWarnings(server: ManagedServer, folder: FolderServers): ServerWarning[] {
  const own = new Set(server.offer.tools.map(({ tool }) => tool));
  const shared = folder
    .servers()
    .filter((other) => other !== server)
    .flatMap((other) => other.offer.tools.flatMap(({ tool }) => (own.has(tool) ? [`${tool} (${other.name})`] : [])));
  return [
    ...server.offer.warnings,
    ...folder.growthOf(server.name),
    ...(shared.length === 0
      ? []
      : [{ code: 'same-tool-name' as const, params: { tools: shared.slice(0, 20).join(', '), count: shared.length } }]),
    ...server.config.shadows.map((file) => ({ code: 'shadows' as const, params: { file } })),
    ...(server.state === 'connected' && server.config.launch?.type === 'stdio' && !server.sandboxed
      ? [{ code: 'no-sandbox' as const, params: {} }]
      : []),
  ];
}

/** Everything of one server. `isRemoved`: a rule takes a tool from the model. */
export function viewDetail(
  server: ManagedServer,
  folder: FolderServers,
  hash: HostPorts['hash'],
  processes: Processes,
  isRemoved: SessionPolicy['isRemoved'],
): ServerDetail {
  const { offer, resources, templates, prompts, instructions } = server;
  const deferred = folder.isDeferred(server.name);
  const left = new Map(offer.left.map((one) => [one.given, one]));
  const offered = new Map(offer.tools.map((tool) => [tool.given, tool]));
  const part = serverPart(server.name, hash);
  const tools = [...offered.keys(), ...[...left.keys()].slice(0, MOST_LEFT)].map((given): ServerToolView => {
    const tool = offered.get(given);
    const name = tool?.name ?? left.get(given)?.name ?? given.name;
    const stats = server.toolStats.get(given.name);
    const why =
      left.get(given)?.why ?? (isRemoved(name, identityOf({ name, server: server.name, tool: given.name })) ? 'denied-by-rule' : undefined);
    return {
      ...viewTool(given),
      offeredAs: name,
      sideEffect: given.annotations?.['destructiveHint'] === true ? 'destructive' : 'execute',
      tokens: tool === undefined ? 0 : toolTokens(tool),
      deferred,
      ...(why === undefined ? {} : { left: why }),
      calls: stats?.calls ?? 0,
      errors: stats?.errors ?? 0,
      ...(stats?.latency === undefined ? {} : { latency: stats.latency }),
    };
  });
  return {
    server: viewServer(server, folder, processes),
    ...(instructions === undefined ? {} : { instructions: boundDescription(instructions).text }),
    tools,
    resources: resources
      .slice(0, 1_000)
      .map(({ uri, name, title, icon, description, mimeType, size }) => ({ uri, name, title, icon, description, mimeType, size })),
    templates: templates
      .slice(0, 200)
      .map(({ uriTemplate, name, title, icon, description, mimeType }) => ({ uriTemplate, name, title, icon, description, mimeType })),
    followed: server.notices.followed().map((one) => ({ ...one })),
    prompts: prompts.slice(0, 200).map(({ name, title, icon, description, arguments: named }) => ({
      name,
      title,
      icon,
      description,
      arguments: named.slice(0, 50).map((argument) => ({ ...argument })),
      command: `/mcp__${part}__${name}`,
    })),
    processes: processes.map((one) => ({ ...one })),
    history: [...server.history],
  };
}

function viewTool({ name, title, icon, description, inputSchema, outputSchema, annotations = {}, meta = {} }: ServerTool) {
  const hint = (key: string) => (typeof annotations[key] === 'boolean' ? annotations[key] : undefined);
  const hints = {
    readOnly: hint('readOnlyHint'),
    destructive: hint('destructiveHint'),
    idempotent: hint('idempotentHint'),
    openWorld: hint('openWorldHint'),
  };
  return {
    name: cutStart(name, 500),
    ...(title === undefined ? {} : { title: cutStart(title, 500) }),
    ...(icon === undefined ? {} : { icon }),
    description: cutStart(description ?? '', MOST_TEXT),
    inputSchema: { ...inputSchema },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
    hints,
    hasPage: 'ui' in meta || 'ui/resourceUri' in meta,
  };
}

/** Parts of a result as they are shown, each within its bound. */
export function viewContents(content: readonly ServerContent[]): ContentView[] {
  return content.slice(0, 100).map(viewContent);
}

export function viewContent(part: ServerContent): ContentView {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: cutStart(part.text, MOST_TEXT), chars: part.text.length };
    case 'image':
    case 'audio': {
      const { mimeType, data } = part;
      return part.type === 'image' && SHOWN_IMAGES.has(mimeType) && data.length <= LARGEST_IMAGE
        ? { type: 'image', mimeType, data, bytes: bytesOf(data) }
        : { type: 'binary', mimeType, bytes: bytesOf(data) };
    }
    case 'resource': {
      const { uri, mimeType, text, blob } = part;
      if (text !== undefined) return { type: 'text', text: cutStart(text, MOST_TEXT), chars: text.length, mimeType, uri };
      if (blob !== undefined && mimeType !== undefined && SHOWN_IMAGES.has(mimeType) && blob.length <= LARGEST_IMAGE)
        return { type: 'image', mimeType, data: blob, bytes: bytesOf(blob) };
      return { type: 'binary', mimeType: mimeType ?? 'application/octet-stream', bytes: bytesOf(blob ?? ''), uri };
    }
    case 'resource_link':
      return { type: 'link', uri: part.uri, name: part.name, mimeType: part.mimeType };
  }
}

export function contentTokens(content: readonly ServerContent[]): number {
  return content.reduce((sum, part) => sum + estimateTokens(describePart(part)), 0);
}
