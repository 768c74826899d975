import type { AgentStart } from '../../shared/contract/agent-methods';
import type { Result } from '../../shared/contract/methods';
import { promptTokens } from '../../shared/model/add-usage';
import type { AgentNode } from '../../shared/model/agent-node';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import type { Usage } from '../../shared/model/usage';
import { showCost } from './sessions-text';

type Types = Result<'agents.types'>['types'];

export function describeTypes(types: Types): string {
  return types
    .map(({ name, scope, file, line, description, shadowedBy }) => {
      const place = file === undefined ? scope : `${scope}, ${file}:${line}`;
      const shadow = shadowedBy === undefined ? '' : `  not used: ${shadowedBy.file ?? shadowedBy.scope} has the same name\n`;
      return `${name}  (${place})\n  ${description.replace(/\s+/g, ' ')}\n${shadow}`;
    })
    .join('');
}

export function describePreview({ system, tools, dropped, model, mode }: AgentStart): string {
  const blocks = system.map(({ kind, text, tokens, source }) => {
    const place = source.type === 'file' ? `, ${source.path}:${source.startLine}-${source.endLine}` : '';
    return `=== ${kind}, about ${Math.round(tokens)} tokens${place}\n${text}\n`;
  });
  const lacks = dropped.map(({ tool, why }) => `${tool} (${why})`).join(', ');
  return [
    `model ${model}   mode ${mode}\n\n`,
    ...blocks,
    `\ntools: ${tools.map(({ name }) => name).join(', ') || 'none'}\n`,
    ...(lacks === '' ? [] : [`without: ${lacks}\n`]),
  ].join('');
}

/** One line for each agent, below the one that started it. */
export function describeTree(nodes: readonly AgentNode[], usage: Usage, costUsd: number | undefined): string {
  const below = (parent: string): string[] =>
    nodes.filter((node) => node.parent === parent).flatMap((node) => [lineOf(node), ...below(node.agent)]);
  const total = `all agents of the session: ${promptTokens(usage) + usage.output} tokens, ${showCost(costUsd)}\n`;
  return `${nodes.length === 0 ? 'no sub-agents\n' : below(MAIN_AGENT).join('')}${total}`;
}

function lineOf({ agent, agentType, state, task, depth, rounds, usage, costUsd, returned, reason, worktree }: AgentNode): string {
  const id = agent.slice(agent.lastIndexOf('/') + 1);
  const used = promptTokens(usage) + usage.output;
  const why = state === 'running' || state === 'completed' || reason === undefined ? '' : ` (${reason})`;
  const waits = worktree?.end?.state === 'waiting' && worktree.settled === undefined ? `, work waits in ${worktree.path}` : '';
  return `${'  '.repeat(depth - 1)}${id}  ${agentType}  ${state}${why}  ${rounds} calls  ${used} tokens, ${Math.round(returned)} returned  ${showCost(costUsd)}  ${task}${waits}\n`;
}
