import type { NewEvent } from '../../../shared/model/event';
import type { UserTextItem } from '../../../shared/model/item';
import type { Diagnostic } from '../../../shared/model/permission';
import type { StoredSegment } from '../../../shared/model/segment';
import { estimateTokens, scaleTokens } from '../context/estimate-tokens';
import { REMINDER_END, REMINDER_START } from '../context/reminder-text';
import type { PlacedInput } from '../context/session-context';
import { INTERRUPTED_RESULT } from '../sessions/settle-orphans';
import type { Skill } from '../skills/skill';
import type { SkillRun } from '../skills/skill-run';
import { refuseCall } from './finish-call';
import type { TurnInput } from './turn';
import { expandWithHooks, submitToHooks } from './turn-hooks';
import { noticeEvent, type TurnScope } from './turn-scope';

interface TakenSkills {
  runs: SkillRun[];
  forks: SkillRun[];
  diagnostics: readonly Diagnostic[];
  refused?: string;
  events?: NewEvent[];
}

export interface TakenInput {
  /** Why it is not sent: a skill in it could not be run. It is in the log, and the model never sees it. */
  unsent?: string;
  /** Agents of their own do all that it asks for: there is nothing for the model to answer. */
  handedOn?: boolean;
}

/** Places what the person sent and logs it. `entry` is the place in the queue that it came from. */
export async function takeInput(scope: TurnScope, input: TurnInput, entry?: string): Promise<TakenInput> {
  const { deps, options, writer } = scope;
  const { turn, agent } = options;
  const id = deps.ids.next('item');
  const event = deps.ids.next('ev');
  const from = 'from' in input ? input.from : undefined;
  const refused = from === undefined ? await refuseByHooks(scope, input, entry) : undefined;
  if (refused !== undefined) return { unsent: refused };
  const typed = 'from' in input ? undefined : await takeSkills(scope, input.text, id);
  const placed = await ('from' in input
    ? deps.context.placeAgentInput(input, event)
    : deps.context.placeInput(input, event, typed?.runs, scope.signal));
  const skill = placed.skill ?? typed?.forks[0]?.skill.name;
  const item: UserTextItem = {
    id,
    turn,
    agent,
    kind: 'user-text',
    preview: placed.preview,
    placed: typed?.refused === undefined ? placed.placed : [],
    author: from === undefined ? 'user' : 'agent',
    ...(from === undefined ? {} : { from }),
    ...(skill === undefined ? {} : { skill }),
  };
  const sent: NewEvent[] = entry === undefined ? [] : [{ type: 'queue/removed', entry, why: 'sent' }];
  const notices = [...(typed?.diagnostics ?? []), ...placed.diagnostics].map((diagnostic) =>
    noticeEvent(scope, {
      level: diagnostic.severity,
      code: 'input-problem',
      params: { problem: diagnostic.code, message: diagnostic.message },
    }),
  );
  const uses = typed?.events ?? (typed === undefined ? [] : (deps.skills?.usesOf(typed, id, placed.skills) ?? []));
  writer.write(...sent, { type: 'item/completed', id: event, item }, ...uses, ...notices);
  await writer.flush();
  if (typed?.refused !== undefined) return { unsent: typed.refused };
  noteRead(scope, id, placed.filesRead);
  if (typed === undefined || typed.forks.length === 0) return {};
  const unsent = await startForks(scope, typed.forks, id);
  return unsent === undefined ? { handedOn: typed.runs.length === 0 } : { unsent };
}

function noteRead({ deps, options, signal }: TurnScope, item: string, files: PlacedInput['filesRead']): void {
  if (files.length === 0) return;
  const { ledger } = deps.toolContext(item, options.agent, signal, () => undefined);
  for (const { path, hash } of files) {
    ledger.note(path, hash);
    deps.context.noteFile(path, 'read');
  }
}

/** Starts the agents that typed skills run as; what those said that were waited for stands in the conversation. Gives why one was not started. */
async function startForks(scope: TurnScope, forks: readonly SkillRun[], item: string): Promise<string | undefined> {
  const { deps, writer, signal } = scope;
  const { ended = [], refused = [] } = (await deps.skills?.startTyped(forks, item, signal)) ?? {};
  for (const { skill, why } of refused) writer.write(...refusalEvents(scope, skill, item, why));
  for (const answer of ended) await takeInput(scope, answer);
  await writer.flush();
  return refused[0]?.why;
}

/** What hooks refuse is erased: of the message, the log keeps what they were given and what they said. */
async function refuseByHooks(scope: TurnScope, input: TurnInput, entry: string | undefined): Promise<string | undefined> {
  const text = await scope.deps.hide(input.text);
  const refused = (await submitToHooks(scope, text)) ?? (await refuseExpansion(scope, text));
  if (refused !== undefined && entry !== undefined) scope.writer.write({ type: 'queue/removed', entry, why: 'withdrawn' });
  return refused;
}

async function refuseExpansion(scope: TurnScope, text: string): Promise<string | undefined> {
  const { hooks, context } = scope.deps;
  const [, name = '', args = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  if (name === '' || !hooks.has('UserPromptExpansion')) return undefined;
  const isCommand = (await context.skills()).skills.some((skill) => skill.name === name);
  return isCommand ? expandWithHooks(scope, text, name, args) : undefined;
}

/** `/mcp__server__prompt`: the context asks the server for it. */
const SERVER_PROMPT = /^\s*\/mcp__/;

/** Expands the skills that a message runs; where one refuses, with the events that say so. */
async function takeSkills(scope: TurnScope, text: string, item: string): Promise<TakenSkills | undefined> {
  const { skills, hide } = scope.deps;
  if (SERVER_PROMPT.test(text)) return undefined;
  const typed = await skills?.expandTyped(await hide(text), item, scope.signal);
  if (skills === undefined || typed === undefined || !('refused' in typed)) return typed;
  return { ...typed, events: refusalEvents(scope, typed.skill, item, typed.refused) };
}

function refusalEvents(scope: TurnScope, skill: Skill, item: string, message: string): NewEvent[] {
  const notice = noticeEvent(scope, { level: 'error', code: 'skill-refused', params: { skill: skill.name, message } });
  const use = scope.deps.skills?.refusedUse(skill, item, message);
  return use === undefined ? [notice] : [use, notice];
}

/** Takes every queued message, in order. */
export async function takeQueued(scope: TurnScope): Promise<number> {
  let taken = 0;
  for (let queued = await scope.options.takeQueued(); queued !== undefined; queued = await scope.options.takeQueued()) {
    await takeInput(scope, queued.input, queued.entry);
    taken += 1;
  }
  return taken;
}

/** Calls that an earlier run of the host left without a result get one, so that the next request is valid. */
export async function answerInterrupted(scope: TurnScope): Promise<void> {
  for (const item of scope.deps.context.unanswered()) refuseCall(scope, item, { kind: 'interrupted', words: INTERRUPTED_RESULT });
  await scope.writer.flush();
}

const NUDGE = 'Your last answer was empty. Go on with the task, or say in a sentence why you stop here.';

/** After an empty answer the host asks once more, in its own name. */
export function nudge(scope: TurnScope): void {
  const { deps, options, writer } = scope;
  const id = deps.ids.next('item');
  const event = deps.ids.next('ev');
  const text = `${REMINDER_START}${NUDGE}${REMINDER_END}`;
  const segment: StoredSegment = {
    id: `${id}-0`,
    origin: 7,
    kind: 'state-change',
    pointer: '/text',
    start: 0,
    end: text.length,
    source: { type: 'host', part: 'nudge' },
    why: { trigger: 'nudge' },
    tokens: scaleTokens(estimateTokens(text), options.model.tokenFactor),
    event,
  };
  const part = deps.log.putPart(JSON.stringify({ type: 'text', text }));
  writer.write({
    type: 'item/completed',
    id: event,
    item: {
      id,
      turn: options.turn,
      agent: options.agent,
      kind: 'user-text',
      preview: NUDGE,
      placed: [{ part, segments: [segment] }],
      author: 'host',
    },
  });
}
