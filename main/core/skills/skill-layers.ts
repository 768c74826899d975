import { dirname } from 'node:path/posix';
import type { ToolCallItem } from '../../../shared/model/item';
import type { SkillLayers } from '../../../shared/model/skill-report';
import type { SkillUse } from '../../../shared/model/skill-use';

const BYTES_PER_TOKEN = 4;

/** Calls of an agent after a skill was loaded, in order, until its turn ended or another skill came. */
export type FollowingCalls = readonly ToolCallItem[];

/**
 * How much of a skill the model has seen so far: a script that does its work costs its output; one that has to be read costs its text,
 * and what the model does about it.
 */
export function traceLayers(use: SkillUse, calls: FollowingCalls): SkillLayers {
  const layers: SkillLayers = [empty(), empty(), empty(), empty()];
  const [text, outputs, scripts, rest] = layers;
  const ran = (use.commands ?? []).map(({ command, chars }) => ({ what: command, tokens: Math.ceil(chars / BYTES_PER_TOKEN) }));
  for (const output of ran) add(outputs, output);
  add(text, {
    what: use.path ?? use.skill,
    tokens: Math.max(0, use.tokens - outputs.tokens),
    ...(use.body === undefined ? {} : { item: use.body }),
  });
  const folder = use.path === undefined ? undefined : dirname(use.path);
  for (const call of folder === undefined ? [] : calls) {
    const entry = { item: call.id, what: whatOf(call), tokens: tokensOf(call) };
    if (readsIn(call, folder)) add(scripts, entry);
    else if (runsIn(call, folder)) add(outputs, entry);
    else if (scripts.items.length > 0) add(rest, entry);
  }
  return layers;
}

function empty(): SkillLayers[number] {
  return { tokens: 0, items: [] };
}

function add(layer: SkillLayers[number], entry: SkillLayers[number]['items'][number]): void {
  layer.items.push(entry);
  layer.tokens += entry.tokens;
}

function readsIn({ action }: ToolCallItem, folder = ''): boolean {
  const reads = action?.capability === 'read' || action?.capability === 'search';
  return reads && [...(action?.paths ?? []), ...(action?.asked ?? [])].some((path) => path === folder || path.startsWith(`${folder}/`));
}

/** A command that names the folder, whole or from the project on. */
function runsIn({ action }: ToolCallItem, folder = ''): boolean {
  const short = /\.claude\/(skills|commands)\/.*$/.exec(folder)?.[0];
  const { command } = action ?? {};
  return command !== undefined && (command.includes(`${folder}/`) || (short !== undefined && command.includes(`${short}/`)));
}

function whatOf({ name, action }: ToolCallItem): string {
  return action?.command ?? action?.paths[0] ?? action?.summary ?? name;
}

function tokensOf({ part, result }: ToolCallItem): number {
  return Math.ceil(((part?.size ?? 0) + (result?.size ?? 0)) / BYTES_PER_TOKEN);
}
