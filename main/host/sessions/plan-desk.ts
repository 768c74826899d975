import type { NewEvent } from '../../../shared/model/event';
import type { PlanAnswer } from '../../../shared/model/plan';
import type { Ids } from '../../core/ports';
import type { SessionLog } from '../../core/sessions/session-log';
import type { PlanOutcome } from '../../core/tools/tool';
import type { AskedBy } from './question-desk';

type Answered = Extract<NewEvent, { type: 'plan/answered' }>;

/** Plans that wait for a person. The first answer wins; every plan ends in the log as answered, and the mode changes with it. */
export class PlanDesk {
  readonly #log: SessionLog;
  readonly #ids: Ids;
  readonly #waiting = new Map<string, (answer: PlanAnswer | undefined, by: string) => void>();

  constructor(log: SessionLog, ids: Ids) {
    this.#log = log;
    this.#ids = ids;
  }

  async propose(plan: string, asked: AskedBy, signal: AbortSignal): Promise<PlanOutcome> {
    if (signal.aborted) return { type: 'cancelled' };
    if (this.#log.state.mode !== 'plan') return { type: 'not-in-plan-mode' };
    const request = this.#ids.next('req');
    const decided = new Promise<{ answer: PlanAnswer | undefined; by: string }>((resolve) => {
      this.#waiting.set(request, (answer, by) => resolve({ answer, by }));
    });
    const cancel = () => this.answer(request, undefined, 'host');
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await this.#log.append({ type: 'plan/proposed', request, ...asked, plan: this.#log.putPart(JSON.stringify(plan)) });
      const { answer, by } = await decided;
      await this.#log.append(this.#answered(request, answer, by), ...modeChange(answer));
      return answer ?? { type: 'cancelled' };
    } finally {
      this.#waiting.delete(request);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** False when the plan was answered before or never proposed here. */
  answer(request: string, answer: PlanAnswer | undefined, by: string): boolean {
    const settle = this.#waiting.get(request);
    this.#waiting.delete(request);
    settle?.(answer, by);
    return settle !== undefined;
  }

  async enter(): Promise<void> {
    if (this.#log.state.mode !== 'plan') await this.#log.append({ type: 'session/changed', mode: 'plan' });
  }

  #answered(request: string, answer: PlanAnswer | undefined, by: string): Answered {
    if (answer === undefined) return { type: 'plan/answered', request, by, outcome: 'cancelled' };
    const { words, comments } = answer;
    const event = { type: 'plan/answered' as const, request, by, words, comments };
    if (answer.type === 'reject') return { ...event, outcome: 'rejected' };
    const { mode, plan } = answer;
    return {
      ...event,
      outcome: 'approved',
      mode,
      ...(plan === undefined ? {} : { plan: this.#log.putPart(JSON.stringify(plan)) }),
    };
  }
}

function modeChange(answer: PlanAnswer | undefined): NewEvent[] {
  return answer?.type === 'approve' ? [{ type: 'session/changed', mode: answer.mode }] : [];
}
