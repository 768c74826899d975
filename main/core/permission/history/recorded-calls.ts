import { isToolUseBlock } from '../../../../shared/model/block';
import { isKnownEvent } from '../../../../shared/reduce/session-reducer';
import { MAIN_AGENT } from '../../../../shared/model/main-agent';
import type { SessionSummary } from '../../../../shared/model/session';
import type { Action, Decision, Resolution } from '../../../../shared/model/permission';
import { foreignSource } from '../../context/untrusted-source';
import type { HistoryCache } from './history-cache';
import { readBlock } from '../../sessions/part-text';
import type { SearchSource, SessionTexts } from '../../sessions/search-sessions';

/** Longer texts of an input (what a Write writes, say) are cut: rules look at nothing that far in. */
const LONGEST_PARAM = 1_000;
/** No rule but an exact one allows what is longer than half of that. */
const LONGEST_COMMAND = 20_000;

/** A tool call as a session recorded it, with what was decided and, where somebody was asked, how that ended. */
export interface RecordedCall {
  session: string;
  title: string;
  item: string;
  at: string;
  agent: string;
  tool: string;
  /** Without what its card showed; of long texts among its parameters only the beginning. */
  action: Omit<Action, 'preview'>;
  /** Without what the sandbox granted. */
  decision: Omit<Decision, 'sandbox'>;
  answer?: Resolution['type'];
  /** What its turn had read by then that nobody vouches for. */
  foreign: readonly string[];
  /** As the model sent it. Absent where the log lost it. */
  input?: unknown;
}

export interface CallHistory {
  /** Newest session first, in each in the order of the log. */
  calls: RecordedCall[];
  sessions: number;
  /** True when there is more than was looked at. */
  partial: boolean;
}

export interface HistoryOptions {
  /** Most calls that are kept. */
  limit: number;
  cache?: HistoryCache<RecordedCall>;
  /** Reads what the model sent, too: replay needs it. */
  withInputs: boolean;
  signal: AbortSignal;
  pace(): Promise<void>;
}

/** Reads the tool calls of sessions. A session that cannot be read is left out. */
export async function readHistory(source: SearchSource, folder: string, options: HistoryOptions): Promise<CallHistory> {
  const history: CallHistory = { calls: [], sessions: 0, partial: false };
  for (const summary of source.summaries) {
    if (options.signal.aborted || history.calls.length >= options.limit) return { ...history, partial: true };
    const calls = await callsOf(source, summary, folder, options);
    if (calls === undefined) continue;
    history.sessions += 1;
    history.partial ||= calls.length > options.limit - history.calls.length;
    history.calls.push(...calls.slice(0, options.limit - history.calls.length));
  }
  return history;
}

async function callsOf(
  source: SearchSource,
  summary: SessionSummary,
  folder: string,
  options: HistoryOptions,
): Promise<readonly RecordedCall[] | undefined> {
  const known = options.cache?.get(summary.id, summary.updatedAt);
  if (known !== undefined) return known;
  const texts = await source.openTexts(summary.id).catch(() => undefined);
  if (texts === undefined) return undefined;
  try {
    const calls = await readSession(texts, summary, folder, options);
    if (!options.signal.aborted) options.cache?.set(summary.id, summary.updatedAt, calls);
    return calls;
  } finally {
    await texts.close();
  }
}

function shortenAction({ preview: _preview, params, ...given }: Action): RecordedCall['action'] {
  const action = given.command === undefined ? given : { ...given, command: given.command.slice(0, LONGEST_COMMAND) };
  const short = Object.entries(params).map(([name, value]): [string, string | number | boolean] => {
    if (typeof value !== 'string') return [name, value];
    return [name, value.slice(0, value === given.command ? LONGEST_COMMAND : LONGEST_PARAM)];
  });
  return { ...action, params: Object.fromEntries(short) };
}

async function readSession(texts: SessionTexts, summary: SessionSummary, folder: string, options: HistoryOptions): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const asked = new Map<string, string>();
  const answers = new Map<string, Resolution['type']>();
  let foreign: string[] = [];
  for await (const event of texts.events()) {
    if (options.signal.aborted) break;
    await options.pace();
    if (!isKnownEvent(event)) continue;
    if (event.type === 'turn/started' && event.agent === MAIN_AGENT) foreign = [];
    if (event.type === 'permission/requested') asked.set(event.request, event.item);
    if (event.type === 'permission/resolved') answers.set(asked.get(event.request) ?? '', event.resolution.type);
    if (event.type !== 'item/completed' || event.item.kind !== 'tool-call') continue;
    const { item } = event;
    if (item.action === undefined || item.decision === undefined) continue;
    const answer = answers.get(item.id);
    const { sandbox: _sandbox, ...decision } = item.decision;
    const block = options.withInputs ? await readBlock(texts, item.part) : undefined;
    const input = block !== undefined && isToolUseBlock(block) ? block.input : undefined;
    calls.push({
      session: summary.id,
      title: summary.title,
      item: item.id,
      at: event.at,
      agent: item.agent,
      tool: item.name,
      action: shortenAction(item.action),
      decision,
      foreign,
      ...(answer === undefined ? {} : { answer }),
      ...(input === undefined ? {} : { input }),
    });
    foreign = [...new Set([...foreign, ...foreignSource(item, folder)])];
  }
  return calls;
}
