import { promptTokens } from '../../../shared/model/add-usage';
import type { AgentWorktree } from '../../../shared/model/agent-worktree';
import type { ModelInfo } from '../../../shared/model/config';
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
  /** No call waits for it. */
  later: boolean;
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
  const owner = { agent: agent.path, session: log.id };
  if (record.worktree !== undefined) await deps.worktrees.restore(record.worktree, owner);
  await services.turnStarts(turn);
  if (run.preload.length > 0) await services.skills.preload(run.preload, record.item ?? record.agent, signal);
  const chooseModel = (wanted: string) => frame.model(chooseAgentModel(wanted, undefined, run.model));
  const outcome = await (await deps.runTurn())({ ...services.turnDeps, provider: run.provider, chooseModel }, turnOptions(run), signal);
  services.turnEnded();
  const state = stateOfEnd(outcome.reason);
  const text = await agent.lastWords(log);
  const spent = promptTokens(outcome.usage) + outcome.usage.output;
  const worktree = record.worktree === undefined ? undefined : await settleWorktree(deps, record.worktree);
  const end = {
    agent: agent.path,
    turn,
    state,
    reason: outcome.reason,
    rounds: outcome.rounds,
    usage: outcome.usage,
    ...(outcome.estimated === undefined ? {} : { estimated: outcome.estimated }),
    ...(outcome.costUsd === undefined ? {} : { costUsd: outcome.costUsd }),
    durationMs: ports.clock.monotonic() - from,
    ...(outcome.error === undefined ? {} : { error: outcome.error.message }),
    ...(worktree === undefined ? {} : { worktree }),
    ...(run.later ? { later: true as const } : {}),
  };
  const note = describeEnd(record, end);
  const returned = Math.round(estimateTokens(`${text}${note}`) * run.model.tokenFactor);
  const part = text === '' ? {} : { text: log.putPart(JSON.stringify(text)) };
  await log.append({ type: 'agent/ended', ...end, returned: { tokens: returned, ...part } });
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
      ...(record.effort === undefined ? {} : { effort: record.effort }),
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

/** Ends a worktree in which nothing was changed; hooks are told before. */
export function settleWorktree({ parts, worktrees }: Omit<AgentRunDeps, 'runTurn'>, worktree: AgentWorktree) {
  return worktrees.settle(worktree, () => parts.hooks.worktreeRemoved(worktree.path));
}
