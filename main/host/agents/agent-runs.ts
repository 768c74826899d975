import { promptTokens } from '../../../shared/model/add-usage';
import type { ModelInfo } from '../../../shared/model/config';
import type { AgentWorktree } from '../../../shared/model/agent-node';
import type { RunTurn, TurnInput } from '../../core/agent/turn';
import { estimateTokens } from '../../core/context/estimate-tokens';
import type { Principal } from '../../core/permission/principal';
import type { ModelProvider } from '../../core/providers/provider';
import type { AgentAnswer } from '../../core/subagents/agent-starter';
import { chooseAgentModel } from '../../core/subagents/choose-model';
import { describeEnd, stateOfEnd } from '../../core/subagents/describe-end';
import { effectiveMode } from '../../core/subagents/effective-mode';
import type { SessionParts } from '../sessions/session-parts';
import type { AgentPlace } from './agent-places';
import type { OpenAgent } from './open-agent';
import type { TreeFrame } from './tree-frame';
import type { WorktreeDesk } from './worktree-desk';

export interface AgentRun {
  agent: OpenAgent;
  turn: string;
  /** Absent: it goes on where it stopped. */
  input: TurnInput | undefined;
  frame: TreeFrame;
  model: ModelInfo;
  provider: ModelProvider;
  principal(): Principal;
  place: AgentPlace;
  /** Skills whose texts come before its task. */
  preload: readonly string[];
}

export interface AgentRunDeps {
  parts: SessionParts;
  worktrees: WorktreeDesk;
  runTurn(): Promise<RunTurn>;
}

/** Runs a turn of a sub-agent to its end and puts on record how it ended. Rejects only with a failing log. */
export async function runAgent(deps: AgentRunDeps, run: AgentRun): Promise<AgentAnswer> {
  const { agent, turn, frame } = run;
  const { services, record } = agent;
  const { signal, inbox } = run.place;
  const { log, ports } = deps.parts;
  const from = ports.clock.monotonic();
  if (record.worktree !== undefined) await deps.worktrees.restore(record.worktree);
  await services.turnStarts(turn);
  if (run.preload.length > 0) await services.skills.preload(run.preload, record.item ?? record.agent, signal);
  const chooseModel = (wanted: string) => frame.model(chooseAgentModel(wanted, undefined, run.model));
  const outcome = await (await deps.runTurn())({ ...services.turnDeps, provider: run.provider, chooseModel }, turnOptions(run), signal);
  services.turnEnded();
  const state = stateOfEnd(outcome.reason);
  const text = await agent.lastWords(log);
  const spent = promptTokens(outcome.usage) + outcome.usage.output;
  const worktree = record.worktree === undefined ? undefined : await deps.worktrees.settle(record.worktree);
  const note = [describeEnd(agent.path, record.agentType, state, outcome, spent), ...worktreeWords(record.worktree, worktree?.state)].join(
    '\n',
  );
  const returned = Math.round(estimateTokens(`${text}${note}`) * run.model.tokenFactor);
  await log.append({
    type: 'agent/ended',
    agent: agent.path,
    turn,
    state: state === 'running' ? 'failed' : state,
    reason: outcome.reason,
    rounds: outcome.rounds,
    usage: outcome.usage,
    ...(outcome.estimated === undefined ? {} : { estimated: outcome.estimated }),
    ...(outcome.costUsd === undefined ? {} : { costUsd: outcome.costUsd }),
    durationMs: ports.clock.monotonic() - from,
    returned: { tokens: returned, ...(text === '' ? {} : { text: log.putPart(JSON.stringify(text)) }) },
    ...(outcome.error === undefined ? {} : { error: outcome.error.message }),
    ...(worktree === undefined ? {} : { worktree }),
  });
  return {
    agent: agent.path,
    state,
    text,
    note,
    spent,
    returned,
    untrusted: services.context.untrustedSources(turn),
    foreign: services.context.foreignSources(turn),
  };

  function turnOptions({ input, model, principal }: AgentRun): Parameters<RunTurn>[1] {
    const { limits, config, interactive } = frame.turn;
    return {
      turn,
      agent: agent.path,
      agentType: record.agentType,
      ...(input === undefined ? {} : { input }),
      model,
      mode: () => effectiveMode(principal()),
      config,
      limits: { ...limits, ...(record.rounds === undefined ? {} : { rounds: record.rounds }) },
      tree: frame.totals,
      interactive,
      async takeQueued() {
        const next = inbox.shift();
        return next === undefined ? undefined : { input: next };
      },
    };
  }
}

function worktreeWords(worktree: AgentWorktree | undefined, state: string | undefined): string[] {
  if (worktree === undefined || state === undefined) return [];
  return [
    state === 'removed'
      ? '[Its worktree was unchanged and is removed.]'
      : `[Its work is in the worktree ${worktree.path}, on the branch ${worktree.branch}. The person decides what becomes of it: merge, keep or discard.]`,
  ];
}
