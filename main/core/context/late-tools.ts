import type { ModelInfo } from '../../../shared/model/config';
import type { PlacedPart } from '../../../shared/model/part';
import type { LateTool, ToolListing } from './context-deps';
import type { History } from './history';
import type { PieceOwner } from './text-block';
import { makeSegment } from './text-block';
import type { Workshop } from './workshop';

const PROVISIONAL_EVENT = 'call/started';

/** The tools of the next request. */
export interface ToolPlan {
  /** All of them, in their order. */
  tools: PlacedPart[];
  /** Those among them that the request before did not have. */
  added: PlacedPart[];
  /** Tools that the model knows by their names only. */
  deferred: LateTool[];
  /** Why the request cannot begin with the one before: tools that changed, or that this provider cannot defer. */
  breaks?: string;
}

/** Whether deferral is the provider's own: definitions go along, and are read once a result refers to them. */
export function defersAtProvider(model: ModelInfo): boolean {
  return model.deferral !== 'own';
}

/**
 * What of the tools of servers goes into the next request. What was sent stays (invariant 4): a tool that came later is put at the end and
 * deferred, which leaves the cached prefix as it is; a tool whose server went stays defined. Only what changed breaks the prefix, and what
 * comes later where the provider has no deferral of its own.
 */
export async function planTools({ deps, fold, maker }: Workshop, model: ModelInfo): Promise<ToolPlan> {
  const isFirst = fold.last === undefined;
  const atProvider = defersAtProvider(model);
  const current = isFirst ? fold.pinned.tools : fold.history.tools;
  const sent = new Map(current.map((placed) => [keyOf(placed), placed]));
  const replaced = new Map<PlacedPart, PlacedPart>();
  const added: PlacedPart[] = [];
  const deferred: LateTool[] = [];
  const changed: string[] = [];
  for (const tool of deps.late?.tools() ?? []) {
    const known = sent.get(JSON.stringify(tool.source));
    const isServer = tool.source.type === 'server';
    if (known === undefined) {
      const defers = isServer && (tool.deferred || (!isFirst && atProvider)) && !(fold.loaded.has(tool.name) && !atProvider);
      if (defers) deferred.push(tool);
      if (defers && !atProvider) continue;
      added.push(placeTool(tool, defers));
      if (!isFirst && !defers) changed.push(tool.name);
      continue;
    }
    const text = await fold.history.textOf(known);
    const wasDeferred = text === definitionOf(tool, true);
    if (wasDeferred) deferred.push(tool);
    if (wasDeferred || text === definitionOf(tool, false)) continue;
    const stays = text.endsWith(DEFERS);
    if (stays) deferred.push(tool);
    replaced.set(known, placeTool(tool, stays));
    changed.push(tool.name);
  }
  const tools = [...current.map((placed) => replaced.get(placed) ?? placed), ...added];
  return { tools, added, deferred, ...(changed.length === 0 ? {} : { breaks: changed.slice(0, 10).join(', ') }) };

  function placeTool(tool: LateTool, defers: boolean): PlacedPart {
    const json = definitionOf(tool, defers);
    const isServer = tool.source.type === 'server';
    const owner: PieceOwner = {
      kind: 'tool-definition',
      source: tool.source,
      why: { trigger: 'session-start' },
      ...(isServer ? { origin: 10, trust: 'untrusted' } : {}),
    };
    // A deferred definition costs nothing until it is asked for: the provider leaves it out.
    const tokens = defers ? 0 : maker.tokens(json);
    return { part: maker.log.putPart(json), segments: [makeSegment(maker, owner, { pointer: '' }, tokens, PROVISIONAL_EVENT)] };
  }
}

/** Characters of a definition that hold its name, whatever that is. */
const MOST_START = 200;
const DEFERS = ',"defer_loading":true}';

function definitionOf({ name, description, inputSchema }: ToolListing, defers: boolean): string {
  const json = JSON.stringify({ name, description, input_schema: inputSchema });
  return defers ? json.slice(0, -1) + DEFERS : json;
}

function keyOf({ segments }: PlacedPart): string {
  return JSON.stringify(segments[0]?.source);
}

/** Whether a tool is one that a result may refer to: it is in the request, and the provider looks such references up. */
export async function offeredTools(history: History, { tools }: ToolPlan, model: ModelInfo): Promise<(tool: string) => boolean> {
  if (!defersAtProvider(model)) return () => false;
  const starts = (await Promise.all(tools.map((placed) => history.textOf(placed)))).map((text) => text.slice(0, MOST_START));
  return (tool) => starts.some((start) => start.startsWith(`{"name":${JSON.stringify(tool)},`));
}
