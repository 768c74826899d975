import type { ModelInfo } from '../../../shared/model/config';
import type { PlacedPart } from '../../../shared/model/part';
import type { LateTool, ToolListing } from './context-deps';
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
 * comes later where the provider has no deferral of its own. What another provider deferred does not go to one that cannot: a tool that was
 * loaded is defined there, the others are names again.
 *
 * @param before - those of the request before, or those that are pinned
 */
export async function planTools({ deps, fold, maker }: Workshop, model: ModelInfo, before: readonly PlacedPart[]): Promise<ToolPlan> {
  const isFirst = fold.last === undefined;
  const atProvider = defersAtProvider(model);
  const texts = new Map(await Promise.all(before.map(async (placed) => [placed, await fold.history.textOf(placed)] as const)));
  const isKept = (placed: PlacedPart) => atProvider || texts.get(placed)?.endsWith(DEFERS) !== true;
  const current = before.filter(isKept);
  const sent = new Map(current.map((placed) => [keyOf(placed), placed]));
  const replaced = new Map<PlacedPart, PlacedPart>();
  const added: PlacedPart[] = [];
  const deferred: LateTool[] = [];
  const changed = before.filter((placed) => !isKept(placed)).map(labelOf);
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
    const text = texts.get(known) ?? '';
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
    // The provider leaves a deferred definition out. What it costs once it is asked for counts where a result refers to it.
    const tokens = defers ? 0 : maker.tokens(json);
    return { part: maker.log.putPart(json), segments: [makeSegment(maker, owner, { pointer: '' }, tokens, PROVISIONAL_EVENT)] };
  }
}

/** The name at the start of a definition, as JSON. */
const NAME = /^\{"name":("(?:[^"\\]|\\.)*")/;
const DEFERS = ',"defer_loading":true}';

function definitionOf({ name, description, inputSchema }: ToolListing, defers: boolean): string {
  const json = JSON.stringify({ name, description, input_schema: inputSchema });
  return defers ? json.slice(0, -1) + DEFERS : json;
}

function keyOf({ segments }: PlacedPart): string {
  return JSON.stringify(segments[0]?.source);
}

function labelOf({ segments }: PlacedPart): string {
  const source = segments[0]?.source;
  return source?.type === 'server' && source.tool !== undefined ? `${source.server}: ${source.tool}` : '';
}

/** Tokens that a reference to a tool brings into the context; undefined where no result may refer to it. */
export type FindReferable = (tool: string) => number | undefined;

/** A result may refer to what is in the request, where the provider looks such references up: it puts a deferred definition in their place. */
export async function referableTools(
  { maker, fold }: Pick<Workshop, 'maker' | 'fold'>,
  { tools }: ToolPlan,
  model: ModelInfo,
): Promise<FindReferable> {
  if (!defersAtProvider(model)) return () => undefined;
  const texts = await Promise.all(tools.map((placed) => fold.history.textOf(placed)));
  const byName = new Map(texts.map((text) => [NAME.exec(text)?.[1], text]));
  return (tool) => {
    const text = byName.get(JSON.stringify(tool));
    if (text === undefined) return undefined;
    return text.endsWith(DEFERS) ? maker.tokens(text) : 0;
  };
}
