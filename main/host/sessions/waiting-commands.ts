import type { PersonCommand } from '../../core/context/place-command';

/** Commands that the person ran and that wait for their place in the conversation. */
export class WaitingCommands {
  readonly #place: (ran: PersonCommand, turn: string) => Promise<void>;
  readonly #waiting: PersonCommand[] = [];
  #placing: Promise<void> = Promise.resolve();

  constructor(place: (ran: PersonCommand, turn: string) => Promise<void>) {
    this.#place = place;
  }

  add(ran: PersonCommand): void {
    this.#waiting.push(ran);
  }

  /** One after the other, and before whatever waits for this: a request that is being assembled must not miss one. */
  place(turn: string): Promise<void> {
    const placed = this.#placing.then(async () => {
      for (let ran = this.#waiting.shift(); ran !== undefined; ran = this.#waiting.shift()) await this.#place(ran, turn);
    });
    this.#placing = placed.catch(() => undefined);
    return placed;
  }
}
