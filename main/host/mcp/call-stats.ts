const KEPT = 200;

/** How calls of a server, or of one of its tools, went. */
export class CallStats {
  calls = 0;
  errors = 0;
  /** Estimated tokens of results. */
  resultTokens = 0;
  readonly #took: number[] = [];

  note(tookMs: number, failed: boolean, tokens: number): void {
    this.calls += 1;
    if (failed) this.errors += 1;
    this.resultTokens += tokens;
    this.#took.push(tookMs);
    if (this.#took.length > KEPT) this.#took.shift();
  }

  get latency(): { p50: number; p95: number } | undefined {
    if (this.#took.length === 0) return undefined;
    const sorted = [...this.#took].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return { p50: at(0.5), p95: at(0.95) };
  }
}
