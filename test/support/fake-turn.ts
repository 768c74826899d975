import { createHash } from 'node:crypto';
import { configSchema, type Config, type Limits, type ModelInfo } from '../../shared/model/config';
import type { SessionEvent, SessionEventType } from '../../shared/model/event';
import type { Item, ToolCallItem, UserInput } from '../../shared/model/item';
import type { Mode } from '../../shared/model/mode';
import type { Decision, Resolution, RuleOffer } from '../../shared/model/permission';
import { runTurn } from '../../main/core/agent/run-turn';
import type { TurnDeps, TurnOptions, TurnOutcome } from '../../main/core/agent/turn';
import { scriptedModel } from '../../main/core/providers/catalogue';
import { NO_HOOKS } from '../../main/core/hooks/hook-desk';
import type { GateRequest } from '../../main/core/permission/gate';
import type { Clock } from '../../main/core/ports';
import type { ModelProvider } from '../../main/core/providers/provider';
import type { ToolContext, ToolRegistry } from '../../main/core/tools/tool';
import { createFakeClock } from './fake-clock';
import { createFakeContext, type FakeContext } from './fake-context';
import { createFakeSessionLog, type FakeSessionLog } from './fake-session-log';
import { createFakeTools } from './fake-tools';

export interface FakeTurnOptions {
  provider: ModelProvider;
  tools?: ToolRegistry;
  clock?: Clock;
  limits?: Limits;
  model?: ModelInfo;
  config?: Partial<Config>;
  interactive?: boolean;
  mode?: Mode;
  decide?(tool: string, untrusted: readonly string[]): Partial<Decision> & Pick<Decision, 'decision'>;
  answer?(request: GateRequest, signal: AbortSignal): Promise<Resolution>;
  queue?: UserInput[];
  escape?: TurnDeps['escape'];
  hide?: TurnDeps['hide'];
  audit?: Partial<TurnDeps['audit']>;
  hooks?: TurnDeps['hooks'];
  folder?: string;
}

export interface FakeTurn {
  log: FakeSessionLog;
  context: FakeContext;
  granted: RuleOffer[];
  asked: GateRequest[];
  run(text: string | undefined, signal?: AbortSignal): Promise<TurnOutcome>;
  of<T extends SessionEventType>(type: T): Array<Extract<SessionEvent, { type: T }>>;
  /** The final form of every item, in the order of their first event. */
  items(): Item[];
  calls(): ToolCallItem[];
  notices(): string[];
  /** Text of the result of the n-th call. */
  result(index: number): string;
}

/** A turn on in-memory ports around a given provider. */
export function createFakeTurn(options: FakeTurnOptions): FakeTurn {
  const log = createFakeSessionLog();
  const folder = options.folder ?? '/project';
  const context = createFakeContext(log, folder);
  const granted: RuleOffer[] = [];
  const asked: GateRequest[] = [];
  const clock = options.clock ?? createFakeClock();
  const mode = options.mode ?? 'default';
  const queue = (options.queue ?? []).map((input, index) => ({ entry: `entry_${index}`, input }));
  let ids = 0;
  let turns = 0;
  const seen = new Map<string, string>();

  const deps: TurnDeps = {
    clock,
    ids: {
      next(prefix) {
        ids += 1;
        return `${prefix}_${ids}`;
      },
    },
    log,
    context,
    provider: options.provider,
    tools: options.tools ?? createFakeTools(),
    policy: {
      decide: ({ action, untrusted = [] }) => ({
        mode,
        reason: 'the test says so',
        diagnostics: [],
        builtin: 'test',
        ...(options.decide?.(action.tool, untrusted) ?? { decision: 'allow' }),
      }),
      offers: () => [{ rule: 'Write(/project/**)', scope: 'session' }],
      async grant(offer) {
        granted.push(offer);
      },
    },
    gate: {
      async ask(request, signal) {
        asked.push(request);
        return options.answer?.(request, signal) ?? { type: 'allow-once' };
      },
    },
    audit: { earlier: () => undefined, begin: async () => undefined, ...options.audit },
    toolContext: (item, agent, signal, onOutput) =>
      toolContext({
        session: log.id,
        item,
        agent,
        folder,
        home: '/home',
        signal,
        clock,
        onOutput,
        hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
        cwd: { get: () => folder, set: () => undefined },
        ledger: { seen: (path: string) => seen.get(path), note: (path: string, hash: string) => seen.set(path, hash) },
      }),
    hooks: options.hooks ?? NO_HOOKS,
    hide: options.hide ?? (async (text) => text),
    escape: options.escape ?? { incoming: (text) => text, outgoing: (input) => input },
  };

  async function run(text: string | undefined, signal = new AbortController().signal): Promise<TurnOutcome> {
    turns += 1;
    const turnOptions: TurnOptions = {
      turn: `turn_${turns}`,
      agent: 'main',
      model: options.model ?? scriptedModel('test'),
      mode: () => mode,
      config: configSchema.parse(options.config ?? {}),
      limits: options.limits ?? {},
      interactive: options.interactive ?? true,
      ...(text === undefined ? {} : { input: { text, images: [] } }),
      takeQueued: async () => queue.shift(),
    };
    return runTurn(deps, turnOptions, signal);
  }

  const of: FakeTurn['of'] = (type) =>
    log.events.filter((event): event is Extract<SessionEvent, { type: typeof type }> => event.type === type);
  const items = (): Item[] => {
    const latest = new Map<string, Item>();
    for (const event of log.events)
      if (event.type === 'item/started' || event.type === 'item/completed') latest.set(event.item.id, event.item);
    return [...latest.values()];
  };
  const calls = (): ToolCallItem[] => items().flatMap((item) => (item.kind === 'tool-call' ? [item] : []));
  return {
    log,
    context,
    granted,
    asked,
    run,
    of,
    items,
    calls,
    notices: () => items().flatMap((item) => (item.kind === 'notice' ? [item.code] : [])),
    result(index) {
      const part = calls()[index]?.result;
      return part === undefined ? '' : String(JSON.parse(log.partText(part)).content);
    },
  };
}

/** What a context may lack. */
const OPTIONAL: ReadonlySet<string | symbol> = new Set(['earlier', 'key']);

/** Only what the fakes use; anything else of the context throws when it is touched. */
function toolContext(known: Partial<ToolContext>): ToolContext {
  return new Proxy(known, {
    get(target, name) {
      if (name in target || OPTIONAL.has(name)) return Reflect.get(target, name);
      throw new Error(`the fake tool context has no ${String(name)}`);
    },
  }) as ToolContext;
}
