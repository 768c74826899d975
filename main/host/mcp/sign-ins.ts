import { ServerError } from '../../core/mcp/server-connection';

/** Shows an address to the person; rejects where they do not want to open it. */
type Show = (url: string, signal: AbortSignal) => Promise<void>;

/** Sign-ins that go on, one of each server: an address that is to be opened belongs to exactly one of them. */
export class SignIns {
  readonly #running = new Map<string, { show: Show; ending: AbortController }>();

  /** Takes the place of an earlier one of the same server, which ends. `signIn` gets a signal that aborts with the caller's, and by `end`. */
  async run<T>(server: string, show: Show, signal: AbortSignal, signIn: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.end(server);
    const own = { show, ending: new AbortController() };
    this.#running.set(server, own);
    try {
      return await signIn(AbortSignal.any([signal, own.ending.signal]));
    } finally {
      if (this.#running.get(server) === own) this.#running.delete(server);
    }
  }

  end(server: string): void {
    this.#running.get(server)?.ending.abort();
    this.#running.delete(server);
  }

  /** Nobody is asked outside of a sign-in: a server alone never opens a page. */
  async open(url: string, server: string): Promise<void> {
    const running = this.#running.get(server);
    if (running === undefined) throw new ServerError('needs-auth', 'the person has to sign in');
    await running.show(url, running.ending.signal);
  }
}
