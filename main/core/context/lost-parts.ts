import type { ToolCallItem } from '../../../shared/model/item';
import type { NewEvent } from '../../../shared/model/event';
import { CodedError } from '../../../shared/model/failure';
import type { PartRef } from '../../../shared/model/part';
import type { Ids } from '../ports';
import type { SessionLog } from '../sessions/session-log';
import { LOST_WORDS } from '../sessions/part-text';

/**
 * The parts of a session as an agent's context reads them. A part whose bytes are missing or damaged costs itself alone: a block that says
 * so stands in for it, paired as the lost one was, and the next request goes on with that (`replaceLost`).
 */
export class LostParts {
  readonly #read: SessionLog['readPart'];
  readonly #ids: Ids;
  readonly #calls = new Map<string, { block: 'tool_use' | 'tool_result'; id: string; name: string }>();
  readonly #lost = new Set<string>();
  #event: string | undefined;

  constructor(read: SessionLog['readPart'], ids: Ids) {
    this.#read = read;
    this.#ids = ids;
  }

  /** Remembers whose call and result two parts are: the log still says it when the parts are lost. */
  noteCall({ part, result, toolUseId: id, name }: ToolCallItem): void {
    if (part !== undefined) this.#calls.set(part.hash, { block: 'tool_use', id, name });
    if (result !== undefined) this.#calls.set(result.hash, { block: 'tool_result', id, name });
  }

  /** JSON text of a part, or of what stands in for it. */
  readonly read = async (ref: PartRef): Promise<string> => {
    try {
      return await this.#read(ref);
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'not-found') throw error;
      this.#lost.add(placeOf(ref));
      return JSON.stringify(this.#standIn(ref));
    }
  };

  /** Whether reading the part gave what stands in for it. */
  has(ref: PartRef): boolean {
    return this.#lost.has(placeOf(ref));
  }

  /** Id of the event that says what was lost for the next request. */
  get event(): string {
    this.#event ??= this.#ids.next('evt');
    return this.#event;
  }

  /** That event; none where nothing is lost. */
  report(): NewEvent[] {
    const { size } = this.#lost;
    return size === 0 ? [] : [{ type: 'recovered', id: this.event, detail: `${size} damaged part(s) put in words`, records: size }];
  }

  /** A request is in the log that goes without what was lost. */
  settle(): void {
    this.#lost.clear();
    this.#event = undefined;
  }

  #standIn({ hash }: PartRef): Record<string, unknown> {
    const call = this.#calls.get(hash);
    if (call?.block === 'tool_use') return { type: 'tool_use', id: call.id, name: call.name, input: { lost: LOST_WORDS } };
    if (call?.block === 'tool_result') return { type: 'tool_result', tool_use_id: call.id, content: LOST_WORDS };
    return { type: 'text', text: LOST_WORDS };
  }
}

/** Equal texts may lie at several places, of which one is damaged. */
export function placeOf({ hash, at }: PartRef): string {
  return `${hash} ${at}`;
}
