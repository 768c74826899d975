import type { Matrix, MatrixCell, MatrixColumn, MatrixRow, Probe } from '../../../../shared/model/matrix';
import { MODES } from '../../../../shared/model/modes';
import { MAIN_AGENT } from '../../../../shared/model/main-agent';
import type { Mode } from '../../../../shared/model/mode';
import type { Action, Decision, RuleScope } from '../../../../shared/model/permission';
import { decide } from '../decide';
import { decideAs } from '../decide-as';
import { type AgentRights, derivePrincipal, mainPrincipal } from '../principal';
import type { Rule } from '../rule';
import type { RuleSet } from '../rule-set';
import { isStricter } from '../verdict-rank';
import { type ProbeCall, rowProbes } from './row-probes';

export interface MatrixInput {
  rows: readonly MatrixRow[];
  /** Places of rules in the order of the columns. */
  scopes: ReadonlyArray<{ scope: RuleScope; file?: string; editable: boolean }>;
  rules: readonly Rule[];
  agents: readonly AgentRights[];
  /** The mode of the main agent that sub-agents would be derived from. */
  mode: Mode;
  checks: readonly string[];
  /** A rule set of these rules, else under the conditions of the project. */
  ruleSet(rules: readonly Rule[]): RuleSet;
  /** An example call with whose tool it is, where it is one of a known server. */
  identify(action: Action): Action;
  /** Called between cells: lets other work run when it has taken long. */
  pace(): Promise<void>;
}

type DecideProbe = (probe: ProbeCall) => Probe;

/** The whole table. Each cell is what `decide` says about the row's example calls; nothing else is known about it. */
export async function computeMatrix(input: MatrixInput): Promise<Matrix> {
  const columns = listColumns(input);
  const all = input.ruleSet(input.rules);
  await input.pace();
  const deciders: DecideProbe[] = [];
  for (const column of columns) {
    deciders.push(decider(column, all, input));
    await input.pace();
  }
  const cells: MatrixCell[] = [];
  for (const row of input.rows) {
    const probes = rowProbes(row, all.folder, input.checks).map(({ call, action }) => ({ call, action: input.identify(action) }));
    for (const [index, column] of columns.entries()) {
      const said = probes.flatMap((probe) => deciders[index]?.(probe) ?? []);
      cells.push(cellOf(row, column, said, input));
      await input.pace();
    }
  }
  return { rows: [...input.rows], columns, cells };
}

function listColumns({ scopes, agents, mode }: MatrixInput): MatrixColumn[] {
  return [
    ...scopes.map(
      ({ scope, file, editable }): MatrixColumn => ({
        id: `scope:${scope}`,
        kind: 'scope',
        scope,
        editable,
        ...(file === undefined ? {} : { file }),
      }),
    ),
    ...MODES.map((name): MatrixColumn => ({ id: `mode:${name}`, kind: 'mode', mode: name })),
    ...agents.flatMap((agent): MatrixColumn[] =>
      agent.source === undefined
        ? []
        : [{ id: `agent:${agent.name}`, kind: 'agent', agent: agent.name, mode: agent.mode ?? mode, ...agent.source }],
    ),
  ];
}

function decider(column: MatrixColumn, all: RuleSet, input: MatrixInput): DecideProbe {
  switch (column.kind) {
    case 'scope': {
      // What the scope says by itself, rules that wait for trust included.
      const own = input.ruleSet(input.rules.filter(({ ref }) => ref.scope === column.scope).map(({ off: _off, ...rule }) => rule));
      return (probe) => spoken(probe, decide({ action: probe.action, mode: 'default', agent: MAIN_AGENT }, own));
    }
    case 'mode':
      return (probe) => decided(probe, decide({ action: probe.action, mode: column.mode, agent: MAIN_AGENT }, all));
    case 'agent': {
      const rights = input.agents.find(({ name }) => name === column.agent);
      const main = mainPrincipal(MAIN_AGENT, input.mode);
      const principal = rights === undefined ? main : derivePrincipal(main, rights);
      return (probe) => decided(probe, decideAs(principal, probe.action, all));
    }
  }
}

function decided({ call }: ProbeCall, { decision, rule, builtin }: Decision): Probe {
  return { call, decision, ...(rule === undefined ? {} : { rule }), ...(builtin === undefined ? {} : { builtin }) };
}

/** Only what a rule says counts for a scope. */
function spoken({ call }: ProbeCall, { decision, rule }: Decision): Probe {
  return rule === undefined ? { call } : { call, decision, rule };
}

function cellOf(row: MatrixRow, column: MatrixColumn, probes: Probe[], { rules }: MatrixInput): MatrixCell {
  const verdicts = new Set(probes.map(({ decision }) => decision));
  const said = [...verdicts].filter((verdict) => verdict !== undefined);
  const [first] = said;
  const strictest =
    first === undefined ? undefined : said.reduce((strict, verdict) => (isStricter(verdict, strict) ? verdict : strict), first);
  const off =
    column.kind === 'scope' &&
    probes.some(
      ({ rule }) =>
        rule !== undefined && rules.some((one) => one.off !== undefined && one.ref.text === rule.text && one.ref.scope === rule.scope),
    );
  return {
    row: row.id,
    column: column.id,
    ...(strictest === undefined ? {} : { verdict: strictest }),
    mixed: verdicts.size > 1,
    ...(off ? { off } : {}),
    probes,
  };
}
