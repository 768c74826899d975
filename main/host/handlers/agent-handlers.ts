import { join } from 'node:path';
import { methods, type Result } from '../../../shared/contract/methods';
import type { Diagnostic } from '../../../shared/model/permission';
import { CodedError } from '../../../shared/model/failure';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import type { AgentDefinition } from '../../core/subagents/definition';
import type { ListedDefinition } from '../../core/subagents/load-definitions';
import type { ParsedDefinition } from '../../core/subagents/parse-definition';
import type { AgentDesk } from '../agents/agent-desk';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { SessionSource } from '../sessions/session-source';

export function agentHandlers(services: HostServices) {
  const { ports, registry, models } = services;

  async function definitionsOf(folder: string) {
    const { loadDefinitions } = await import('../../core/subagents/load-definitions');
    const { readUserFiles } = await services.readConfig();
    const { files, personHome: home, managedDir } = ports;
    return loadDefinitions({ folder, home, managedDir, files, readUserFiles });
  }

  /** Names of servers that no file of the folder configures. Nothing is started for it. */
  async function diagnoseServers(folder: string, definitions: readonly AgentDefinition[]): Promise<Diagnostic[]> {
    const naming = definitions.filter(({ mcpServers }) => mcpServers !== undefined && mcpServers.length > 0);
    const desk = naming.length === 0 ? undefined : await services.servers();
    if (desk === undefined) return [];
    const servers = desk.folder(folder);
    await servers.refresh();
    const { checkServers } = await import('../../core/subagents/check-servers');
    const configured = servers.servers().map(({ name }) => name);
    return naming.flatMap((definition) => checkServers(definition, configured));
  }

  /** Of a session that this process writes: taken over for it where nobody does. */
  function withAgents<T>(session: string, use: (agents: AgentDesk) => Promise<T>): Promise<T> {
    return registry.write(session, async (runner) => use((await runner.services()).agents));
  }

  return {
    'agents.types': handle(methods['agents.types'], async ({ folder }) => {
      const resolved = await ports.files.realpath(folder);
      const { all, unusable, diagnostics } = await definitionsOf(resolved);
      const places = [
        { scope: 'project' as const, folder: join(resolved, '.claude/agents') },
        { scope: 'user' as const, folder: join(ports.personHome, '.claude/agents') },
      ];
      const ofServers = await diagnoseServers(
        resolved,
        all.map(({ definition }) => definition),
      );
      return { types: all.map(typeOf), unusable, places, diagnostics: [...diagnostics, ...ofServers] };
    }),
    'agents.preview': handle(methods['agents.preview'], async ({ folder, name, text, file, model }) => {
      const resolved = await ports.files.realpath(folder);
      const { definition, diagnostics } = await readDefinition(resolved, { name, text, file });
      if (definition === undefined) return { diagnostics };
      const [{ previewAgent }, { withPassingTools }, config, policy] = await Promise.all([
        import('../agents/preview-agent'),
        import('../sessions/passing-tools'),
        services.readConfig(),
        services.openPolicy(resolved),
      ]);
      const ground = {
        ports,
        folder: resolved,
        trusted: await services.isTrusted(resolved),
        config,
        policy,
        parentModel: await models.choose(model, config),
        modelOf: (wanted: string) => models.choose(wanted, config),
      };
      const start = await withPassingTools(services, ground, (passing) => previewAgent(definition, { ...ground, ...passing }));
      const { checkEffort } = await import('../../core/subagents/check-effort');
      const ofEffort = checkEffort(definition, await models.choose(start.model, config));
      return { start, diagnostics: [...diagnostics, ...ofEffort, ...(await diagnoseServers(resolved, [definition]))] };
    }),
    'agent.read': handle(methods['agent.read'], ({ session, agent }) => registry.read(session, ({ source }) => readAgent(source, agent))),
    'agent.stop': handle(methods['agent.stop'], async ({ session, agent }) => {
      const running = await registry.peek(session)?.runner?.services();
      return { stopped: running?.agents.stop(agent) ?? false };
    }),
    'agent.message': handle(methods['agent.message'], async ({ session, agent, text }) => {
      await withAgents(session, (agents) => agents.send(agent, { text, images: [] }));
      return {};
    }),
    'agent.retry': handle(methods['agent.retry'], async ({ session, agent }) => {
      await withAgents(session, (agents) => agents.retry(agent));
      return {};
    }),
  };

  async function readDefinition(
    folder: string,
    { name, text, file }: { name: string; text?: string | undefined; file?: string | undefined },
  ): Promise<ParsedDefinition> {
    if (text !== undefined) {
      const { parseDefinition } = await import('../../core/subagents/parse-definition');
      const path = file ?? `${folder}/.claude/agents/${name}.md`;
      return parseDefinition(text, path, path.startsWith(`${folder}/`) ? 'project' : 'user');
    }
    const { all, diagnostics } = await definitionsOf(folder);
    const found = all.find(({ definition }) => definition.name === name && (file === undefined || definition.source.file === file));
    if (found === undefined) throw new CodedError('not-found', `no agent is called ${name}`);
    return { definition: found.definition, diagnostics: diagnostics.filter((one) => one.file === found.definition.source.file) };
  }
}

function typeOf({ definition, shadowedBy }: ListedDefinition): Result<'agents.types'>['types'][number] {
  const { name, description, source, tools, disallowedTools, model, mode, maxTurns, skills, memory, background, isolation, effort, color } =
    definition;
  const placeOf = ({ scope, file, line }: AgentDefinition['source']) => ({ scope, line, ...(file === undefined ? {} : { file }) });
  return {
    name,
    description,
    ...placeOf(source),
    ...(shadowedBy === undefined ? {} : { shadowedBy: placeOf(shadowedBy) }),
    ...(tools === undefined ? {} : { tools }),
    disallowedTools,
    ...(model === undefined ? {} : { model }),
    ...(mode === undefined ? {} : { mode }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    skills,
    ...(memory === undefined ? {} : { memory }),
    background,
    ...(isolation === undefined ? {} : { isolation }),
    ...(effort === undefined ? {} : { effort: effort.level }),
    ...(color === undefined ? {} : { color }),
  };
}

/** Rejects with `not-found`. */
async function readAgent(source: SessionSource, agent: string): Promise<Result<'agent.read'>> {
  let found: Omit<Result<'agent.read'>, 'result'> | undefined;
  let result: string | undefined;
  for await (const event of source.read(0)) {
    if (!isKnownEvent(event)) continue;
    if (event.type === 'agent/spawned' && event.agent === agent) {
      const { rights, delegation, source: place } = event;
      found = { prompt: String(JSON.parse(await source.readPart(event.prompt))), rights, delegation, source: place };
    }
    if (event.type === 'agent/ended' && event.agent === agent && event.returned.text !== undefined)
      result = String(JSON.parse(await source.readPart(event.returned.text)));
  }
  if (found === undefined) throw new CodedError('not-found', `no agent ${agent}`);
  return { ...found, ...(result === undefined ? {} : { result }) };
}
