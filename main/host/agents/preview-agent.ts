import type { AgentStart } from '../../../shared/contract/agent-methods';
import type { ModelInfo } from '../../../shared/model/config';
import type { PlacedPart } from '../../../shared/model/part';
import { estimateTokens, scaleTokens } from '../../core/context/estimate-tokens';
import { derivePrincipal, mainPrincipal } from '../../core/permission/principal';
import type { AgentDefinition } from '../../core/subagents/definition';
import { effectiveMode } from '../../core/subagents/effective-mode';
import { narrowTools } from '../../core/subagents/narrow-tools';
import type { RegisteredTool } from '../../core/tools/tool';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Config } from '../../../shared/model/config';
import { chooseAgentModel } from '../../core/subagents/choose-model';
import { narrowRegistry } from '../mcp/session-servers';
import { createPassingContext, type PassingContext, type PassingGround } from '../sessions/passing-context';
import { promptOf } from './agent-opener';

export interface PreviewGround extends PassingGround {
  config: Config;
  /** What an agent inherits. */
  parentModel: ModelInfo;
  modelOf(name: string): Promise<ModelInfo>;
}

/** What an agent started by a main one would begin with: assembled as it would be, and sent nowhere. */
export async function previewAgent(definition: AgentDefinition, ground: PreviewGround): Promise<AgentStart> {
  const { config, policy, tools, ports } = ground;
  const offered = tools.all().filter(({ name, server }) => !policy.isRemoved(name, server));
  const narrowed = narrowTools(offered, definition, {
    atDepthLimit: config.agents.depth <= 1,
    background: definition.background,
    hash: ports.hash,
  });
  const has = new Set(narrowed.tools);
  const name = chooseAgentModel(undefined, definition.model, ground.parentModel);
  const model = await ground.modelOf(name);
  const main = mainPrincipal(MAIN_AGENT, policy.loaded().defaultMode ?? config.mode ?? 'default');
  const mode = effectiveMode(derivePrincipal(main, { name: definition.name, mode: definition.mode }));
  const held = offered.filter((tool) => has.has(tool.name));
  const registry = narrowRegistry(tools, has);
  const later = (ground.servers?.contextFor(registry).tools() ?? []).filter(({ deferred }) => deferred);
  const deferred = new Set(later.map((tool) => tool.name));
  const { context, textOf } = createPassingContext(ground, {
    agent: `${MAIN_AGENT}/preview`,
    session: 'preview',
    tools: registry,
    definition: promptOf(definition),
  });
  const { system } = await context.pin({ model, mode, config });
  return {
    system: system.map((placed) => blockOf(placed, textOf)),
    tools: held.map((tool) => ({
      name: tool.name,
      description: tool.description,
      // Of a deferred one the model gets the definition when it asks for it.
      tokens: deferred.has(tool.name) ? 0 : definitionTokens(tool, model.tokenFactor),
    })),
    dropped: narrowed.dropped,
    model: name,
    mode,
  };
}

function definitionTokens({ name, description, inputSchema }: RegisteredTool, factor: number): number {
  return scaleTokens(estimateTokens(JSON.stringify({ name, description, input_schema: inputSchema })), factor);
}

function blockOf({ part, segments }: PlacedPart, textOf: PassingContext['textOf']): AgentStart['system'][number] {
  const block: unknown = JSON.parse(textOf(part) || '{}');
  const text = typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string' ? block.text : '';
  const [first] = segments;
  return {
    kind: first?.kind ?? 'core',
    text,
    source: first?.source ?? { type: 'host', part: 'core' },
    tokens: segments.reduce((sum, segment) => sum + segment.tokens, 0),
  };
}
