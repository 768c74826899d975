/** What one text does with its variables, to tell whether what it evaluates as arithmetic is a number. */
export class VariableRecord {
  readonly #numbers = new Set<string>();
  readonly #others = new Set<string>();
  readonly #evaluated = new Set<string>();
  #anyIsOther = false;

  setNumber(name: string): void {
    this.#numbers.add(name);
  }

  /** To something that is not known to be a number. */
  setOther(name: string): void {
    this.#others.add(name);
  }

  /** Something may set any variable. */
  setAny(): void {
    this.#anyIsOther = true;
  }

  /** Its value is evaluated: a text in it could name a variable, and hold a substitution. */
  evaluate(name: string): void {
    this.#evaluated.add(name);
  }

  /** A variable that is evaluated, though it is not known to hold a number. */
  findDoubtful(): string | undefined {
    return [...this.#evaluated].find((name) => this.#anyIsOther || !this.#numbers.has(name) || this.#others.has(name));
  }
}
