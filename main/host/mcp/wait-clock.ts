/** Adds up the time in which at least one of several waits goes on. */
export class WaitClock {
  readonly #now: () => number;
  #open = 0;
  #since = 0;
  #past = 0;

  /** `now`: milliseconds that only go forward. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds so far. */
  get total(): number {
    return this.#past + (this.#open > 0 ? this.#now() - this.#since : 0);
  }

  async during<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#open === 0) this.#since = this.#now();
    this.#open += 1;
    try {
      return await wait();
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#past += this.#now() - this.#since;
    }
  }
}
