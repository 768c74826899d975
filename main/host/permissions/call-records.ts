import { createHistoryCache, type HistoryCache } from '../../core/permission/history/history-cache';
import { type CallHistory, type RecordedCall, readHistory } from '../../core/permission/history/recorded-calls';
import { classify } from '../../core/permission/classify';
import { createPace } from '../../core/kernel/create-pace';
import type { SeenThings } from '../../core/permission/matrix/list-rows';
import type { RuleSet } from '../../core/permission/rule-set';
import type { SearchSource } from '../../core/sessions/search-sessions';
import type { SessionSummary } from '../../../shared/model/session';
import type { HostPorts } from '../host-ports';

const MOST_CALLS = 5_000;
/** Calls that stay in memory: those of a folder, and of another that somebody goes back to. */
const MOST_KEPT = 2 * MOST_CALLS;
const PAGE = 200;
const MOST_SESSIONS = 1_000;

/** The tool calls that the sessions of a folder recorded. What did not change is read once. */
export class CallRecords {
  readonly #ports: HostPorts;
  readonly #cache: HistoryCache<RecordedCall> = createHistoryCache(MOST_KEPT);

  constructor(ports: HostPorts) {
    this.#ports = ports;
  }

  /** Calls of these sessions, or of all of the folder, newest first. */
  async read(folder: string, options: { sessions?: readonly string[] | undefined; withInputs: boolean }): Promise<CallHistory> {
    const all = await this.#summaries(folder);
    const wanted = options.sessions === undefined ? all : all.filter(({ id }) => options.sessions?.includes(id));
    return readHistory(this.#source(wanted), folder, {
      limit: MOST_CALLS,
      withInputs: options.withInputs,
      signal: new AbortController().signal,
      pace: createPace(this.#ports.clock),
      ...(options.withInputs ? {} : { cache: this.#cache }),
    });
  }

  async #summaries(folder: string): Promise<SessionSummary[]> {
    const found: SessionSummary[] = [];
    for (const archived of [false, true]) {
      for (let offset = 0; offset < MOST_SESSIONS; offset += PAGE) {
        const { sessions } = await this.#ports.store.list({ folder, archived, query: '', offset, limit: PAGE });
        found.push(...sessions);
        if (sessions.length < PAGE) break;
      }
    }
    return found.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  }

  #source(summaries: readonly SessionSummary[]): SearchSource {
    const { store, clock } = this.#ports;
    return {
      summaries,
      clock,
      async openTexts(id) {
        const reader = await store.openForReading(id);
        return {
          events: () => reader.read(0),
          readPart: (ref) => reader.readPart(ref),
          readBlob: (name) => reader.readBlob(name),
          close: () => reader.close(),
        };
      },
    };
  }
}

/** Hosts, servers, sub-agents and skills of the calls on record: rows of the matrix. */
export function seenIn({ calls }: CallHistory, rules: RuleSet): SeenThings {
  const seen = { network: new Set<string>(), mcp: new Set<string>(), agent: new Set<string>(), skill: new Set<string>() };
  for (const { action, decision } of calls) {
    for (const { capability, of } of decision.capabilities ?? classify(action, rules).uses)
      if (of !== undefined && (capability === 'network' || capability === 'mcp' || capability === 'agent' || capability === 'skill'))
        seen[capability].add(of);
  }
  const servers = [...seen.mcp].flatMap((name) => [name.split('/', 1)[0] ?? name, name]);
  return { hosts: [...seen.network], servers, agents: [...seen.agent], skills: [...seen.skill] };
}
