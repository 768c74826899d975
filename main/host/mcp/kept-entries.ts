/** The newest entries of a stream, within a number of entries and of characters. */
export class KeptEntries<T extends { text: string }> {
  readonly #most: { entries: number; chars: number };
  #entries: T[] = [];
  #chars = 0;
  #dropped = 0;

  constructor(most: { entries: number; chars: number }) {
    this.#most = most;
  }

  add(entry: T): void {
    this.#entries.push(entry);
    this.#chars += entry.text.length;
    if (this.#entries.length <= this.#most.entries && this.#chars <= this.#most.chars) return;
    // The older half at once: a flood does not move every entry for each one that comes.
    const dropped = this.#entries.splice(0, Math.ceil(this.#entries.length / 2));
    this.#chars -= dropped.reduce((sum, { text }) => sum + text.length, 0);
    this.#dropped += dropped.length;
  }

  /** Oldest first. */
  all(): readonly T[] {
    return this.#entries;
  }

  get dropped(): number {
    return this.#dropped;
  }
}
