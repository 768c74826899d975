import { CodedError } from '../../../shared/model/failure';
import type { HostServices } from '../host-services';
import type { OpenSession } from '../sessions/session-registry';
import type { SessionRunner } from '../sessions/session-runner';
import { type FoundWorktree, type MergeOutcome, WorktreeDesk, type WorktreeOwner } from './worktree-desk';

export type Settling = 'merge' | 'keep' | 'discard';

type Settled = Omit<MergeOutcome, 'merged'>;

const SETTLED = { merge: 'merged', keep: 'kept', discard: 'discarded' } as const;

/** Worktrees of a folder as the person sees them: whose they are, whether their agents still run, and what becomes of them. */
export class LeftWorktrees {
  readonly #services: Pick<HostServices, 'ports' | 'registry' | 'isTrusted'>;

  constructor(services: Pick<HostServices, 'ports' | 'registry' | 'isTrusted'>) {
    this.#services = services;
  }

  async list(path: string): Promise<Array<FoundWorktree & { inUse: boolean }>> {
    const desk = await this.#open(path);
    const found = (await desk?.list()) ?? [];
    return Promise.all(found.map(async (worktree) => ({ ...worktree, inUse: await this.#isInUse(worktree) })));
  }

  /**
   * Gives in words why it could not be done, and what a worktree stays for whose work is merged. Rejects with `denied` in a folder that is not trusted, `not-found`, `busy` while its agent
   * runs, and `conflict` while another process writes its session.
   */
  async settle(folder: string, path: string, how: Settling, by: string): Promise<Settled> {
    const desk = await this.#open(folder);
    if (desk === undefined) throw new CodedError('denied', 'worktrees are only looked at in a folder that the person trusts.');
    // One word at a time: what is being removed is not committed as if it had been deleted.
    return this.#services.ports.lockFile(`${folder}/worktrees`, () => this.#settle(desk, path, how, by));
  }

  async #settle(desk: WorktreeDesk, path: string, how: Settling, by: string): Promise<Settled> {
    const worktree = (await desk.list()).find((found) => found.path === path);
    if (worktree === undefined) throw new CodedError('not-found', `no worktree of an agent at ${path}`);
    if (await this.#isInUse(worktree)) throw new CodedError('busy', 'the agent that works in it runs');
    // Another process that writes its session is found before anything is done.
    await this.#withSession(worktree, async () => undefined);
    const before = () => this.#tellHooks(worktree);
    if (how === 'merge') {
      const { merged, ...left } = await desk.merge(worktree, `Work of ${worktree.branch}`, before);
      if (merged) await this.#note(worktree, SETTLED[how], by);
      return left;
    }
    const problem = how === 'discard' ? await desk.discard(worktree, before) : undefined;
    if (problem !== undefined) return { problem };
    await this.#note(worktree, SETTLED[how], by);
    return {};
  }

  /** Undefined in a folder that is not trusted: even a status may start programs that its git settings name. */
  async #open(path: string): Promise<WorktreeDesk | undefined> {
    const { ports, isTrusted } = this.#services;
    const folder = await ports.files.realpath(path);
    return (await isTrusted(folder)) ? new WorktreeDesk(ports, folder) : undefined;
  }

  /** Opening its session brings to an end what a process that died left running. */
  async #isInUse({ owner }: FoundWorktree): Promise<boolean> {
    if (owner === undefined) return false;
    return this.#services.registry.read(owner.session, (session) => isRunning(session, owner)).catch(() => false);
  }

  #tellHooks(worktree: FoundWorktree): Promise<void> {
    return this.#withSession(worktree, async (runner) => (await runner.services()).hooks.worktreeRemoved(worktree.path));
  }

  /** Its session shows what became of it. */
  #note(worktree: FoundWorktree, how: (typeof SETTLED)[Settling], by: string): Promise<void> {
    return this.#withSession(worktree, async ({ log }, owner) => {
      if (nodeOf(log.state, owner) !== undefined) await log.append({ type: 'agent/worktree-settled', agent: owner.agent, how, by });
    });
  }

  /** The worktree outlives a session that was removed, or that cannot be read any more. */
  async #withSession({ owner }: FoundWorktree, use: (runner: SessionRunner, owner: WorktreeOwner) => Promise<void>): Promise<void> {
    if (owner === undefined) return;
    const { registry, ports } = this.#services;
    await registry
      .write(owner.session, (runner) => use(runner, owner))
      .catch((error: unknown) => {
        if (error instanceof CodedError && error.code === 'conflict') throw error;
        ports.logger.log('warn', 'a session does not know of its worktree', { session: owner.session, error: String(error) });
      });
  }
}

/** An agent that is not on record yet is about to start, as long as somebody writes its session. */
async function isRunning({ source, runner, readOnly }: OpenSession, owner: WorktreeOwner): Promise<boolean> {
  const node = nodeOf(source.state, owner);
  if (node !== undefined) return node.state === 'running';
  return readOnly !== undefined || (runner !== undefined && (await runner.services()).agents.runs(owner.agent));
}

function nodeOf({ agents = [] }: OpenSession['source']['state'], { agent }: WorktreeOwner) {
  return agents.find((node) => node.agent === agent);
}
