import type { SessionEvent } from '../../../shared/model/event';
import { takeGitSnapshot } from '../../core/context/git-snapshot';
import type { ProcessRunner } from '../../core/ports';

/** What calls of these capabilities leave behind, git may see. */
const CHANGING: ReadonlySet<string | undefined> = new Set(['write', 'execute', 'mcp']);

/**
 * The state of version control that agents start with. Those that start side by side share one, and while agents are at work it is
 * taken anew beside the call of a model, after whatever may have changed it: git takes longer than all else that a start needs.
 */
export class VcsSnapshot {
  readonly #take: () => Promise<string>;
  #known: Promise<string> | undefined;
  #isWanted = false;

  constructor(runner: ProcessRunner, folder: string, trusted: boolean) {
    this.#take = () => takeGitSnapshot(runner, folder, trusted);
  }

  take(): Promise<string> {
    this.#isWanted = true;
    this.#known ??= this.#take();
    return this.#known;
  }

  /** A turn begins: meanwhile anything may have happened. */
  forget(): void {
    this.#known = undefined;
    this.#isWanted = false;
  }

  note(event: SessionEvent): void {
    if (event.type === 'item/completed' && event.item.kind === 'tool-call' && CHANGING.has(event.item.action?.capability))
      this.#known = undefined;
    if (event.type === 'call/started' && this.#isWanted) this.#known ??= this.#take();
  }
}
