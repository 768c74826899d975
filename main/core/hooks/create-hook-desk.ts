import type { HookFiring, HookRun, HookRunning } from '../../../shared/model/hook-run';
import { boundResult } from '../agent/bound-result';
import { firstLine } from '../kernel/first-line';
import { mapLimited } from '../kernel/map-limited';
import { cutEnd, cutStart } from '../../../shared/text/cut-text';
import type { PermissionPolicy } from '../permission/gate';
import type { RuleSet } from '../permission/rule-set';
import type { Rule } from '../permission/rule';
import type { Ids } from '../ports';
import { hideInValue } from '../secrets/hide-secrets';
import type { SessionLog } from '../sessions/session-log';
import { combineHooks, type EndedHook } from './combine-hooks';
import type { Hook, HookSource } from './hook';
import {
  type HookContext,
  type HookDesk,
  type HookMessage,
  type HookMoment,
  type HookOutcome,
  NO_OUTCOME,
  type SessionStart,
} from './hook-desk';
import type { HookLibrary } from './hook-library';
import { HookVariables } from './hook-variables';
import { type LoadedHooks, loadSource } from './load-hooks';
import { matchRule } from './match-rule';
import { type HandledHook, type HandlerDeps, runHandler } from './run-handler';
import { type ConsideredHook, selectHooks } from './select-hooks';
import { hookInput, type HookFacts } from './hook-input';
import { hookEvent, type HookEventName } from './hook-events';

/** Handlers of a moment that run at once; more of them wait. */
const SIDE_BY_SIDE = 64;
/** Longest text of a hook that goes on as it is; what is longer is kept in a file. */
const MOST_CHARS = 10_000;
/** Most characters of each stream that the log keeps. */
const MOST_LOGGED = 32_768;
const MOST_LABEL = 300;
const MOST_TITLE = 200;
/** Longest part of a problem's words, such as a line of stderr. */
const MOST_PARAM = 2_000;

export interface HookDeskDeps extends Omit<HandlerDeps, 'background'> {
  library: HookLibrary;
  log: Pick<SessionLog, 'append' | 'putPart' | 'saveBlob' | 'blobPath'>;
  ids: Ids;
  facts: HookFacts;
  /** Where hooks run: the folder that the agent who asks works in. */
  cwd(agent: string): string;
  policy: Pick<PermissionPolicy, 'prepare'> & { ruleSet(own: readonly Rule[]): RuleSet };
  /** How the session came to be open here; absent for a desk outside a session. */
  start?: SessionStart;
  /** SHA-256, hex. */
  hash(text: string): string;
  /** A hook began or ended: what runs now. */
  onRunning(running: HookRunning[]): void;
  /** Settings files changed since the last moment. */
  onSettings(paths: readonly string[]): void;
}

type AboutRun = Pick<HookRun, 'id' | 'hook' | 'source' | 'type' | 'label'>;

export function createHookDesk(deps: HookDeskDeps): HookDesk {
  const closing = new AbortController();
  const handlerDeps: HandlerDeps = { ...deps, background: closing.signal };
  const added = new Map<string, Hook[]>();
  const running = new Map<string, HookRunning>();
  const onItsOwn = new Set<Promise<void>>();
  const done = new Set<string>();
  const handedOn = new HookVariables();
  const labels = new Map<string, string>();
  let { start }: { start?: SessionStart } = deps;
  let late: Array<{ agent: string; contexts: HookContext[]; messages: HookMessage[] }> = [];

  async function look(): Promise<LoadedHooks> {
    const { loaded, changed } = await deps.library.refresh();
    if (changed.length > 0) deps.onSettings(changed);
    return loaded;
  }

  function deskOf(own: readonly Hook[]): HookDesk {
    function hooksOf(event: HookEventName, loaded: LoadedHooks | undefined): Hook[] {
      return [loaded?.hooks ?? [], ...added.values(), own].flatMap((hooks) => hooks.filter((hook) => hook.event === event));
    }

    async function fire(moment: HookMoment, signal: AbortSignal): Promise<HookOutcome> {
      const loaded = deps.library.loaded ?? (await look());
      const hooks = hooksOf(moment.event, loaded);
      if (hooks.length === 0) return NO_OUTCOME;
      if (moment.action !== undefined && hooks.some(({ rule }) => rule !== undefined)) await deps.policy.prepare?.(moment.action);
      const considered = selectHooks(hooks, moment, { done, matchesRule: (hook, { action }) => matchRule(hook, action, deps.policy) });
      return run(moment, considered, loaded, signal);
    }

    return {
      async look() {
        await look();
      },
      has: (event) =>
        [deps.library.loaded?.hooks ?? [], ...added.values(), own].some((hooks) => hooks.some((hook) => hook.event === event)),
      fire,
      notify(moment) {
        const job = fire(moment, closing.signal)
          .then(({ contexts, messages }) => addLate(moment.agent, contexts, messages))
          .catch(() => undefined)
          .finally(() => onItsOwn.delete(job));
        onItsOwn.add(job);
      },
      variables: (agent, isolated) => handedOn.of(agent, isolated),
      takeStart() {
        const taken = start;
        start = undefined;
        return taken;
      },
      takeLate(agent) {
        const mine = late.filter((one) => one.agent === agent);
        late = late.filter((one) => one.agent !== agent);
        return { contexts: mine.flatMap(({ contexts }) => contexts), messages: mine.flatMap(({ messages }) => messages) };
      },
      async add(source) {
        added.set(source.file, (await loadSource(source, deps.library.loaded ?? (await look()), deps)).hooks);
      },
      async withAgent(source: HookSource) {
        return deskOf((await loadSource(source, deps.library.loaded ?? (await look()), deps)).hooks);
      },
      get busy() {
        return onItsOwn.size > 0;
      },
      async close() {
        closing.abort();
        await Promise.all(onItsOwn);
      },
    };
  }

  async function run(
    moment: HookMoment,
    considered: readonly ConsideredHook[],
    loaded: LoadedHooks,
    signal: AbortSignal,
  ): Promise<HookOutcome> {
    const input = hookInput(moment, deps.facts, deps.cwd(moment.agent));
    const hidden = await hideInValue(input, deps.hide);
    const text = JSON.stringify(input);
    const firing: Omit<HookFiring, 'hooks'> = {
      event: moment.event,
      agent: moment.agent,
      ...(moment.turn === undefined ? {} : { turn: moment.turn }),
      ...(moment.item === undefined ? {} : { item: moment.item }),
      ...(moment.about === undefined ? {} : { about: moment.about }),
      input: deps.log.putPart(JSON.stringify(hidden)),
    };
    const ended: EndedHook[] = [];
    let count = 0;
    const runs: HookRun[] = [];
    await mapLimited([...considered.entries()], SIDE_BY_SIDE, async ([index, { hook, label: whole, why }]) => {
      const id = deps.ids.next('run');
      const label = await labelOf(hook, whole);
      const about = { id, hook: hook.id, source: hook.place, type: hook.handler.type, label };
      runs[index] = why === undefined ? await runHook(hook, about) : { ...about, matched: false, why };
    });
    const order = new Map(runs.map(({ id }, index) => [id, index]));
    ended.sort((a, b) => (order.get(a.run) ?? 0) - (order.get(b.run) ?? 0));
    const outcome = combineHooks(moment.event, ended);
    await deps.log.append({
      type: 'hook/considered',
      ...firing,
      hooks: runs,
      ...(outcome.decision === undefined ? {} : { decision: outcome.decision }),
      ...(outcome.stop === undefined ? {} : { stops: true }),
    });
    return outcome;

    async function runHook(hook: Hook, about: AboutRun): Promise<HookRun> {
      const { id, label } = about;
      if (hook.handler.once === true) done.add(hook.id);
      const handling = { input: hidden, text, cwd: deps.cwd(moment.agent), run: id, loaded, signal };
      const { statusMessage } = hook.handler;
      const status = statusMessage === undefined ? {} : { status: cutStart(await deps.hide(statusMessage), MOST_LABEL) };
      track({ run: id, event: moment.event, label, since: deps.clock.now(), ...status });
      const handled = await runHandler(hook, moment, handling, handlerDeps);
      handOn(about, moment, handled);
      const { later } = handled;
      if (later === undefined) untrack(id);
      else followLater(later, { about, moment, firing });
      const end = await settle(about, handled);
      ended.push({ ...end, ended: count });
      count += 1;
      return runOf(about, moment, handled, end);
    }
  }

  async function labelOf({ id }: Hook, whole: string): Promise<string> {
    const known = labels.get(id) ?? cutStart(await deps.hide(whole), MOST_LABEL);
    labels.set(id, known);
    return known;
  }

  function handOn({ hook }: AboutRun, { agent }: HookMoment, { variables, isolation }: HandledHook): void {
    if (variables !== undefined) handedOn.note({ hook, agent, isolated: isolation === 'sandbox', variables });
  }

  /** Hidden and bounded, as it goes on to the model and the person. */
  async function settle({ id, hook, label, source }: AboutRun, { verdict }: HandledHook): Promise<EndedHook> {
    const { context, block, reason, message, problem, detail, updatedOutput, stop, title, initialMessage } = verdict;
    const bound = async (text: string): Promise<string> => {
      const clean = await deps.hide(text);
      const bounded = await boundResult(clean, MOST_CHARS, async (whole) => {
        const name = await deps.log.saveBlob(new TextEncoder().encode(whole));
        return `The whole text is kept in ${deps.log.blobPath(name)}: read the part you need with Read, offset and limit.`;
      });
      return typeof bounded === 'string' ? bounded : clean;
    };
    const boundParams = async (params: Record<string, string>) =>
      Object.fromEntries(
        await Promise.all(Object.entries(params).map(async ([name, text]) => [name, cutStart(await deps.hide(text), MOST_PARAM)] as const)),
      );
    return {
      run: id,
      hook,
      label,
      place: source,
      ended: 0,
      verdict: {
        ...verdict,
        ...(context === undefined ? {} : { context: await bound(context) }),
        ...(block === undefined ? {} : { block: await bound(block) }),
        ...(reason === undefined ? {} : { reason: await bound(reason) }),
        ...(message === undefined ? {} : { message: await bound(message) }),
        ...(problem === undefined ? {} : { problem: await bound(problem) }),
        ...(detail === undefined ? {} : { detail: { ...detail, params: await boundParams(detail.params) } }),
        ...(updatedOutput === undefined ? {} : { updatedOutput: await deps.hide(updatedOutput) }),
        ...(stop === undefined ? {} : { stop: await bound(stop) }),
        ...(initialMessage === undefined ? {} : { initialMessage: await bound(initialMessage) }),
        ...(title === undefined ? {} : { title: cutStart(firstLine(await deps.hide(title)), MOST_TITLE) }),
      },
    };
  }

  async function runOf(
    about: AboutRun,
    moment: HookMoment,
    { output, isolation, variables = [], durationMs }: HandledHook,
    { verdict }: EndedHook,
  ): Promise<HookRun> {
    const { outcome, decision, reason, problem, detail, updatedInput } = verdict;
    const model = toModel(moment, verdict);
    const person = [verdict.message, problem, verdict.stop].filter((text) => text !== undefined && text !== '').join('\n');
    return {
      ...about,
      matched: true,
      outcome,
      durationMs,
      ...(isolation === undefined ? {} : { isolation }),
      ...(decision === undefined ? {} : { decision }),
      ...(reason === undefined ? {} : { reason }),
      ...(problem === undefined ? {} : { problem }),
      ...(detail === undefined ? {} : { detail }),
      ...(variables.length === 0 ? {} : { sets: [...new Set(variables.map(({ name }) => name))] }),
      ...(model === '' ? {} : { toModel: model }),
      ...(person === '' ? {} : { toPerson: person }),
      ...(updatedInput === undefined ? {} : { updatedInput: deps.log.putPart(JSON.stringify(await hideInValue(updatedInput, deps.hide))) }),
      ...(output === undefined
        ? {}
        : {
            ...(output.exitCode === undefined ? {} : { exitCode: output.exitCode }),
            ...(output.signal === undefined ? {} : { signal: output.signal }),
            ...(output.stdout === '' ? {} : { stdout: await keep(output.stdout) }),
            ...(output.stderr === '' ? {} : { stderr: await keep(output.stderr) }),
            bytes: output.bytes,
            ...(output.cut ? { cut: true } : {}),
          }),
    };
  }

  async function keep(text: string) {
    const clean = await deps.hide(text);
    const half = MOST_LOGGED / 2;
    const left = clean.length - MOST_LOGGED;
    return deps.log.putPart(JSON.stringify(left <= 0 ? clean : `${cutStart(clean, half)}\n[… ${left} …]\n${cutEnd(clean, half)}`));
  }

  /** What an async hook says once it has ended: it can add and tell, and decides nothing any more. */
  function followLater(
    later: Promise<HandledHook>,
    { about, moment, firing }: { about: AboutRun; moment: HookMoment; firing: Omit<HookFiring, 'hooks'> },
  ): void {
    const job = later
      .then(async (handled) => {
        untrack(about.id);
        handOn(about, moment, handled);
        const { decision: _decision, block, updatedInput: _input, updatedOutput: _output, ...rest } = handled.verdict;
        const verdict = { ...rest, ...(rest.context === undefined && block !== undefined ? { context: block } : {}) };
        const end = await settle(about, { ...handled, verdict });
        const { contexts, messages } = combineHooks(moment.event, [end]);
        addLate(moment.agent, contexts, messages);
        await deps.log.append({ type: 'hook/considered', ...firing, late: true, hooks: [await runOf(about, moment, handled, end)] });
      })
      .catch(() => undefined)
      .finally(() => onItsOwn.delete(job));
    onItsOwn.add(job);
  }

  function addLate(agent: string, contexts: HookContext[], messages: HookMessage[]): void {
    if (contexts.length + messages.length > 0) late.push({ agent, contexts, messages });
  }

  function track(one: HookRunning): void {
    running.set(one.run, one);
    deps.onRunning([...running.values()]);
  }

  function untrack(run: string): void {
    if (running.delete(run)) deps.onRunning([...running.values()]);
  }

  return deskOf([]);
}

/** What the model is given of a handler at an event. */
function toModel({ event }: HookMoment, { context, block, initialMessage }: EndedHook['verdict']): string {
  const effect = hookEvent(event).block;
  const blocked = block !== undefined && (effect === 'denies' || effect === 'goes-on' || effect === 'to-model') ? block : undefined;
  return [blocked, context, initialMessage].filter((text) => text !== undefined && text !== '').join('\n');
}
