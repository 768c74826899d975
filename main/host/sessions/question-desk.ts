import type { Question } from '../../../shared/model/question';
import type { Ids } from '../../core/ports';
import type { SessionLog } from '../../core/sessions/session-log';

export interface AskedBy {
  item: string;
  turn: string;
  agent: string;
}

/** Questions of the model to the person. The first answer wins; every question ends in the log as answered. */
export class QuestionDesk {
  readonly #log: SessionLog;
  readonly #ids: Ids;
  readonly #waiting = new Map<string, (answers: string[][] | undefined, by: string) => void>();

  constructor(log: SessionLog, ids: Ids) {
    this.#log = log;
    this.#ids = ids;
  }

  /** Undefined when the turn was stopped or the person declined. */
  async ask(questions: Question[], asked: AskedBy, signal: AbortSignal): Promise<string[][] | undefined> {
    if (signal.aborted) return undefined;
    const request = this.#ids.next('req');
    const decided = new Promise<{ answers: string[][] | undefined; by: string }>((resolve) => {
      this.#waiting.set(request, (answers, by) => resolve({ answers, by }));
    });
    const cancel = () => this.answer(request, undefined, 'host');
    signal.addEventListener('abort', cancel, { once: true });
    await this.#log.append({ type: 'question/asked', request, ...asked, questions });
    const { answers, by } = await decided;
    signal.removeEventListener('abort', cancel);
    await this.#log.append(
      answers === undefined ? { type: 'question/answered', request, by } : { type: 'question/answered', request, answers, by },
    );
    return answers;
  }

  /** False when the question was answered before or never asked here. */
  answer(request: string, answers: string[][] | undefined, by: string): boolean {
    const settle = this.#waiting.get(request);
    this.#waiting.delete(request);
    settle?.(answers, by);
    return settle !== undefined;
  }
}
