import { END_SIGNALS } from './end-signals';
import type { Output } from './output';

/** The first interrupt aborts the turn and lets it settle; the second ends the process. */
export class Interrupter {
  readonly #interrupt: (session: string) => void;
  readonly #output: Output;
  #session: string | undefined;
  #asked = false;

  constructor(interrupt: (session: string) => void, output: Output) {
    this.#interrupt = interrupt;
    this.#output = output;
    for (const signal of END_SIGNALS) process.on(signal, this.#heard);
  }

  started(session: string): void {
    this.#session = session;
    if (this.#asked) this.#interrupt(session);
  }

  stop(): void {
    for (const signal of END_SIGNALS) process.off(signal, this.#heard);
  }

  readonly #heard = (): void => {
    if (this.#asked) process.exit(130);
    this.#asked = true;
    this.#output.note('vitrine: stopping; once more to end at once');
    if (this.#session !== undefined) this.#interrupt(this.#session);
  };
}
