import { isAbsolute, join } from 'node:path/posix';
import type { NewEvent, SessionEvent } from '../../../shared/model/event';
import type { Mode } from '../../../shared/model/mode';
import type { Diagnostic } from '../../../shared/model/permission';
import type { SkillUse } from '../../../shared/model/skill-use';
import { cutStart } from '../../../shared/text/cut-text';
import type { CommandAudit } from '../audit/call-audit';
import type { AgentInput } from '../context/agent-input';
import { findMentions, type Mention } from '../context/find-mentions';
import type { SessionContext } from '../context/session-context';
import type { HookDesk, HookJudges } from '../hooks/hook-desk';
import { nearestName } from '../kernel/nearest-name';
import { readLinked } from '../kernel/read-linked';
import type { PermissionPolicy } from '../permission/gate';
import type { TurnRule } from '../permission/turn-rules';
import type { Ids } from '../ports';
import type { SessionLog } from '../sessions/session-log';
import type { AgentAnswer } from '../subagents/agent-starter';
import { idOfAgent } from '../subagents/name-agent';
import type { ToolContext } from '../tools/tool';
import { askCommandHooks } from './ask-command-hooks';
import { expandRule, expandSkill } from './expand-skill';
import { findInvokedSkills } from './find-invoked';
import type { LoadedSkills } from './load-skills';
import type { Skill } from './skill';
import { type AllowedCommand, allowCommands, type CommandScope, runCommands } from './skill-commands';
import { type ForkedSkill, isForked, SkillForks } from './skill-forks';
import type { SkillInvoker, SkillRequest } from './skill-invoker';
import type { SkillRun } from './skill-run';
import { trustOf } from './skill';
import { saySkill } from './skill-words';

const MAX_PREVIEW = 2_000;

export interface SkillDeskDeps {
  agent: string;
  session: string;
  folder: string;
  home: string;
  context: Pick<SessionContext, 'skills' | 'placeSkill' | 'foreignSources' | 'noteState'>;
  policy: PermissionPolicy;
  mode(): Mode;
  turn(): string;
  /** Whether what the project's own skills pre-approve counts. */
  isTrusted(): boolean;
  log: Pick<SessionLog, 'append'>;
  ids: Ids;
  audit: CommandAudit;
  toolContext(item: string, signal: AbortSignal): ToolContext;
  /** Absent where no hooks run. */
  hooks?: Pick<HookDesk, 'has' | 'fire' | 'add'>;
}

/** `runs`: their texts go into the message; `forks`: they run as agents of their own. */
export type TypedSkills =
  | { runs: SkillRun[]; forks: SkillRun[]; diagnostics: Diagnostic[] }
  /** The message is not sent: a skill in it could not be run. */
  | { refused: string; skill: Skill; runs: []; forks: []; diagnostics: Diagnostic[] };

/** What became of skills that ran as agents and were waited for. */
export interface StartedForks {
  ended: AgentInput[];
  refused: Array<{ skill: Skill; why: string }>;
}

/** Skills of one agent: who asked for which, what became of it, and what holds for the turn because of it. */
export class SkillDesk implements SkillInvoker {
  readonly #deps: SkillDeskDeps;
  #turnRules: readonly TurnRule[] = [];
  #model: string | undefined;
  /** Why calls of the Skill tool were refused by this desk, by their items. */
  readonly #refusals = new Map<string, string>();
  readonly #forks: SkillForks;
  #judges: HookJudges = {};

  constructor(deps: SkillDeskDeps) {
    this.#deps = deps;
    this.#forks = new SkillForks(deps);
  }

  /** Who judges for hooks while a turn runs; nobody where there is none. */
  judgeWith(judges: HookJudges): void {
    this.#judges = judges;
  }

  /** What the skills of the turn pre-approve and take away. The same list until that changes. */
  turnRules(): readonly TurnRule[] {
    return this.#turnRules;
  }

  /** The model that a skill asks for, until the next message of the person. */
  wantedModel(): string | undefined {
    return this.#model;
  }

  /** Expands the skills that a message begins with. What earlier ones allowed is over. */
  async expandTyped(text: string, item: string, signal: AbortSignal): Promise<TypedSkills> {
    this.#turnRules = [];
    this.#model = undefined;
    const { skills, settings } = await this.#deps.context.skills();
    const invoked = findInvokedSkills(text, skills);
    const diagnostics: Diagnostic[] = invoked.unknown === undefined ? [] : [unknownCommand(invoked.unknown, skills)];
    const at = { by: 'person' as const, item, signal, runsCommands: settings.runsCommands };
    for (const skill of invoked.skills.filter(isForked)) {
      const refused = await this.#forks.findBar(skill, at.by, item, signal);
      if (refused !== undefined) return { refused, skill, runs: [], forks: [], diagnostics };
    }
    const prepared = await this.#prepareAll(invoked.skills, invoked.args, at);
    if ('refused' in prepared) return { ...prepared, runs: [], forks: [], diagnostics };
    const [forks, runs] = [prepared.runs.filter(({ skill }) => skill.fork), prepared.runs.filter(({ skill }) => !skill.fork)];
    for (const { skill } of runs) await this.#takeOver(skill, signal);
    return { runs, forks, diagnostics };
  }

  /**
   * Starts the agents that typed skills run as, side by side, once their message is placed. Gives the last words of those that were
   * waited for; of one in the background this agent is told now that it runs, and later how it ended.
   */
  async startTyped(forks: readonly SkillRun[], item: string, signal: AbortSignal): Promise<StartedForks> {
    const started: StartedForks = { ended: [], refused: [] };
    await Promise.all(
      forks.map(async (run) => {
        const { skill } = run;
        const answer = isForked(skill) ? await this.#forks.start(skill, run, item, signal) : undefined;
        if (typeof answer === 'string') started.refused.push({ skill, why: answer });
        else if (answer?.state === 'running')
          this.#deps.context.noteState('state-change', `fork ${answer.agent}`, runsWords(skill, answer));
        else if (answer !== undefined) started.ended.push(endOf(skill, answer));
      }),
    );
    return started;
  }

  /** The record of typed skills once their message is placed: those in it, then those that run as agents. */
  usesOf(
    { runs, forks }: Pick<TypedSkills, 'runs' | 'forks'>,
    item: string,
    placed: ReadonlyArray<{ outcome: 'loaded' | 'already-loaded'; tokens: number }>,
  ): NewEvent[] {
    return [
      ...runs.map((run, index) => this.#recordOf(run, { item, body: item, ...(placed[index] ?? { outcome: 'loaded', tokens: 0 }) })),
      ...forks.map((run) => this.#recordOf(run, { item, outcome: 'forked', tokens: 0 })),
    ];
  }

  refusedUse(skill: Skill, item: string, why: string): NewEvent {
    return this.#eventOf(skill, { by: 'person', item, outcome: 'refused', why, tokens: 0 });
  }

  async findHindrance(name: string): ReturnType<SkillInvoker['findHindrance']> {
    const loaded = await this.#deps.context.skills();
    const skill = loaded.skills.find((one) => one.name === name);
    if (skill === undefined) return missing(name, loaded);
    if (!skill.modelInvocable)
      return { kind: 'unavailable', message: `Only the person may run ${name} (${skill.path}). Suggest that they type /${name}.` };
    return undefined;
  }

  async invoke({ name, args, item, signal }: SkillRequest): ReturnType<SkillInvoker['invoke']> {
    const hindrance = await this.findHindrance(name);
    const { skills, settings } = await this.#deps.context.skills();
    const skill = skills.find((one) => one.name === name);
    if (hindrance !== undefined || skill === undefined) return this.#refuse(item, hindrance?.message ?? `There is no skill ${name}.`);
    const barred = isForked(skill) ? await this.#forks.findBar(skill, 'model', item, signal) : undefined;
    if (barred !== undefined) return this.#refuse(item, barred);
    const prepared = await this.#prepareAll([skill], args, { by: 'model', item, signal, runsCommands: settings.runsCommands });
    if ('refused' in prepared) return this.#refuse(item, prepared.refused);
    const [run] = prepared.runs;
    if (run === undefined) return this.#refuse(item, `There is no skill ${name}.`);
    if (isForked(skill)) return this.#fork(skill, run, item, signal);
    await this.#takeOver(skill, signal);
    return this.#load(run, item, signal);
  }

  async #fork(skill: ForkedSkill, run: SkillRun, item: string, signal: AbortSignal): ReturnType<SkillInvoker['invoke']> {
    const answer = await this.#forks.start(skill, run, item, signal);
    if (typeof answer === 'string') return this.#refuse(item, answer);
    await this.#deps.log.append(this.#recordOf(run, { item, outcome: 'forked', tokens: 0 }));
    return { outcome: 'forked', words: [answer.text, answer.note].filter((text) => text !== '').join('\n\n') };
  }

  /** Skills that a sub-agent begins with: their texts come before its task. One that cannot be had is on record, and left out. */
  async preload(names: readonly string[], item: string, signal: AbortSignal): Promise<void> {
    const { skills, settings } = await this.#deps.context.skills();
    for (const name of names) {
      const skill = skills.find((one) => one.name === name);
      const prepared =
        skill === undefined
          ? { refused: `There is no skill ${name}.` }
          : !skill.modelInvocable
            ? { refused: `Only the person may run ${name}.` }
            : await this.#prepareAll([skill], '', { by: 'preload', item, signal, runsCommands: settings.runsCommands });
      const [run] = 'runs' in prepared ? prepared.runs : [];
      if (run !== undefined) {
        await this.#takeOver(run.skill, signal);
        await this.#load(run, item, signal);
      } else {
        const why = 'refused' in prepared ? prepared.refused : undefined;
        await this.#deps.log.append(
          this.#eventOf(skill ?? { name }, { by: 'preload', item, outcome: 'refused', tokens: 0, ...(why === undefined ? {} : { why }) }),
        );
      }
    }
  }

  /** Follows the log: a call of the Skill tool that did not run is a refusal, whoever refused it. */
  async note(event: SessionEvent): Promise<void> {
    if (event.type !== 'item/completed' || event.item.kind !== 'tool-call' || event.item.name !== 'Skill') return;
    const { item } = event;
    if (item.agent !== this.#deps.agent || item.state === 'success') return;
    const name = item.action?.params['skill'];
    const why = this.#refusals.get(item.id) ?? item.decision?.reason ?? item.errorKind ?? item.state;
    this.#refusals.delete(item.id);
    if (typeof name !== 'string') return;
    const { skills } = await this.#deps.context.skills();
    const skill = skills.find((one) => one.name === name) ?? { name };
    await this.#deps.log.append(this.#eventOf(skill, { by: 'model', item: item.id, outcome: 'refused', why, tokens: 0 }, item.turn));
  }

  async #load(run: SkillRun, item: string, signal: AbortSignal): Promise<{ outcome: SkillUse['outcome']; words: string }> {
    const { log, ids, context, agent } = this.#deps;
    const turn = this.#deps.turn();
    const event = ids.next('ev');
    const body = ids.next('item');
    const placed = await context.placeSkill(run, event, signal);
    const { outcome, tokens } = placed;
    await log.append(
      {
        type: 'item/completed',
        id: event,
        item: {
          id: body,
          turn,
          agent,
          kind: 'user-text',
          preview: cutStart(`/${run.skill.name} ${run.args}`.trimEnd(), MAX_PREVIEW),
          placed: placed.placed,
          author: 'host',
          skill: run.skill.name,
        },
      },
      this.#recordOf(run, { item, body, outcome, tokens }),
    );
    const words =
      outcome === 'loaded'
        ? `The skill ${run.skill.name} is loaded. Its text follows: do what it says.`
        : `The skill ${run.skill.name} is loaded already, unchanged: its text stands above.`;
    return { outcome, words };
  }

  #refuse(item: string, why: string): { outcome: 'refused'; words: string } {
    this.#refusals.set(item, why);
    return { outcome: 'refused', words: why };
  }

  /** Expands all, then decides about all their commands, and only then runs the first. */
  async #prepareAll(
    skills: readonly Skill[],
    args: string,
    at: { by: SkillUse['by']; item: string; signal: AbortSignal; runsCommands: boolean },
  ): Promise<{ runs: SkillRun[] } | { refused: string; skill: Skill }> {
    const { folder, session, agent, audit } = this.#deps;
    const context = this.#deps.toolContext(at.item, at.signal);
    const ready: Array<{ skill: Skill; pieces: ReturnType<typeof expandSkill>; allowed: AllowedCommand[] }> = [];
    for (const skill of skills) {
      const pieces = expandSkill(skill, { args, projectFolder: folder, session });
      const isOff = !at.runsCommands && trustOf(skill) !== 'host' && skill.scope !== 'managed';
      const commands = isOff ? [] : pieces.filter(({ type }) => type === 'command');
      const decided = await allowCommands(skill, commands, this.#commandScope(skill, context, at));
      if ('refused' in decided) return { ...decided, skill };
      ready.push({ skill, pieces, allowed: decided.allowed });
    }
    const runs: SkillRun[] = [];
    for (const { skill, pieces, allowed } of ready) {
      const ran = await runCommands(skill, allowed, context, ({ action, decision }) =>
        audit.beginCommand({ id: at.item, agent, turn: this.#deps.turn(), action, decision }),
      );
      if ('refused' in ran) return { ...ran, skill };
      const filled = pieces.map((piece) => ran.pieces.get(piece) ?? (piece.type === 'text' ? piece : { ...piece, text: NOT_RUN }));
      runs.push({
        skill,
        args,
        by: at.by,
        pieces: filled,
        mentions: await this.#mentionsOf(skill, pieces, at.by, context),
        commands: ran.commands,
      });
    }
    return { runs };
  }

  #commandScope(skill: Skill, context: ToolContext, at: { by: SkillUse['by']; item: string; signal: AbortSignal }): CommandScope {
    const { policy } = this.#deps;
    return {
      context,
      policy,
      mode: this.#deps.mode(),
      turnRules: [...this.#turnRules, ...this.#rulesOf(skill)],
      untrusted: this.#deps.context.foreignSources(this.#deps.turn()),
      mayRun: (action) =>
        askCommandHooks({
          hooks: this.#deps.hooks,
          judges: this.#judges,
          agent: this.#deps.agent,
          turn: this.#deps.turn(),
          mode: this.#deps.mode(),
          skill: skill.name,
          action,
          ...at,
        }),
    };
  }

  /** What a skill pre-approves counts only where somebody trusted vouches for it; what it takes away always does. */
  #rulesOf(skill: Skill): TurnRule[] {
    const counts = trustOf(skill) !== 'project' || this.#deps.isTrusted();
    const rule =
      (verdict: TurnRule['verdict']) =>
      (tool: Skill['allowedTools'][number]): TurnRule => ({
        text: expandRule(tool.rule, skill, this.#deps.folder),
        verdict,
        file: skill.path,
        line: tool.line,
      });
    return [...(counts ? skill.allowedTools.map(rule('allow')) : []), ...skill.disallowedTools.map(rule('deny'))];
  }

  async #takeOver(skill: Skill, signal: AbortSignal): Promise<void> {
    const own = this.#rulesOf(skill);
    if (own.length > 0) this.#turnRules = [...this.#turnRules, ...own];
    this.#model = skill.model ?? this.#model;
    const { hooks, isTrusted } = this.#deps;
    if (skill.hooks === undefined || hooks === undefined) return;
    const { files } = this.#deps.toolContext('', signal);
    const text = new TextDecoder().decode(await readLinked(files, skill.path));
    const trusted = trustOf(skill) !== 'project' || isTrusted();
    await hooks.add({ scope: 'skill', name: skill.name, file: skill.path, text, trusted, managed: skill.scope === 'managed' });
  }

  /**
   * Files that a body names. What the person typed may fill in a path; what the model gave may not. Only what may be read without
   * asking is read: nobody saw the text before.
   */
  async #mentionsOf(skill: Skill, pieces: ReturnType<typeof expandSkill>, by: SkillUse['by'], context: ToolContext): Promise<Mention[]> {
    const text = by === 'person' ? pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n') : skill.body;
    const found = findMentions(text);
    const may = await Promise.all(found.map((mention) => this.#mayRead(mention, context)));
    return found.filter((_, index) => may[index]);
  }

  async #mayRead({ paths }: Mention, context: ToolContext): Promise<boolean> {
    const { folder, home, policy, agent } = this.#deps;
    const asked = paths.map((path) => (path.startsWith('~/') ? join(home, path.slice(2)) : isAbsolute(path) ? path : join(folder, path)));
    const resolved = await Promise.all(asked.map((path) => context.files.realpath(path).catch(() => path)));
    const action = { tool: 'Read', capability: 'read' as const, paths: resolved, asked, params: {}, summary: `Read ${paths[0] ?? ''}` };
    await policy.prepare?.(action);
    return policy.decide({ action, mode: this.#deps.mode(), agent }).decision === 'allow';
  }

  #recordOf({ skill, by, args, commands }: SkillRun, use: Pick<SkillUse, 'item' | 'body' | 'outcome' | 'tokens'>): NewEvent {
    return this.#eventOf(skill, { by, args, commands, ...use });
  }

  #eventOf(
    skill: Pick<Skill, 'name'> & Partial<Pick<Skill, 'scope' | 'path'>>,
    { args = '', commands = [], ...use }: Omit<SkillUse, 'turn' | 'agent' | 'skill' | 'source' | 'path' | 'calls'>,
    turn = this.#deps.turn(),
  ): NewEvent {
    return {
      type: 'skill/used',
      turn,
      agent: this.#deps.agent,
      skill: skill.name,
      ...use,
      calls: use.by === 'model' ? 1 : 0,
      ...(skill.scope === undefined ? {} : { source: skill.scope }),
      ...(skill.path === undefined ? {} : { path: skill.path }),
      ...(args === '' ? {} : { args }),
      ...(commands.length === 0 ? {} : { commands: [...commands] }),
    };
  }
}

const NOT_RUN = '[The settings switch commands in skills off: nothing was run here.]';

function unknownCommand(name: string, skills: readonly Skill[]): Diagnostic {
  const near = nearestName(
    name,
    skills.map((skill) => skill.name),
  );
  return {
    code: 'unknown-command',
    ...saySkill('unknown-command', { name }),
    severity: 'info',
    ...(near === undefined ? {} : { suggestion: `/${near}` }),
  };
}

function missing(name: string, { skills, off }: LoadedSkills): { kind: 'not-found' | 'unavailable'; message: string } {
  const switched = off.find(({ skill }) => skill.name === name);
  if (switched !== undefined)
    return { kind: 'unavailable', message: `The skill ${name} is switched off by skillOverrides in ${switched.file}.` };
  const near = nearestName(
    name,
    skills.filter((skill) => skill.modelInvocable).map((skill) => skill.name),
  );
  return { kind: 'not-found', message: `There is no skill ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}` };
}

function runsWords({ name }: Skill, { agent }: AgentAnswer): string {
  return `The skill ${name}, which the person typed, runs as the agent ${idOfAgent(agent)}: its task is not yours. You are told how it ends.`;
}

function endOf({ name }: Skill, { agent, text, note }: AgentAnswer): AgentInput {
  const last = text === '' ? '' : '\nIts last message:\n';
  return { from: agent, as: 'result', text, heading: `The skill ${name}, which the person typed, ran as an agent. ${note}${last}` };
}
