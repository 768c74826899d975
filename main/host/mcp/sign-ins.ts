import { ServerError } from '../../core/mcp/server-connection';

/** Shows an address to the person; rejects where they do not want to open it. */
type Show = (url: string) => Promise<void>;

/** Sign-ins one after the other, so that an address that is to be opened belongs to exactly one server. */
export class SignIns {
  #show: Show | undefined;
  #last: Promise<unknown> = Promise.resolve();

  run<T>(show: Show, signIn: () => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      this.#show = show;
      try {
        return await signIn();
      } finally {
        this.#show = undefined;
      }
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Nobody is asked outside of a sign-in: a server alone never opens a page. */
  async open(url: string): Promise<void> {
    if (this.#show === undefined) throw new ServerError('needs-auth', 'the person has to sign in');
    await this.#show(url);
  }
}
