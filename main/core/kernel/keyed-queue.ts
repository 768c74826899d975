/** Runs jobs of one key one after another, in the order in which they came; keys do not wait for each other. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #alone: <T>(key: string, job: () => Promise<T>) => Promise<T>;

  /** `alone` keeps other processes out while a job runs; without it only this process's jobs wait for each other. */
  constructor(alone: <T>(key: string, job: () => Promise<T>) => Promise<T> = (_key, job) => job()) {
    this.#alone = alone;
  }

  run<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const start = () => this.#alone(key, job);
    const result = before.then(start, start);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    return result;
  }

  /** Resolves when everything that was asked for so far is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
