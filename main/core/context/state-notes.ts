import type { ModelInfo } from '../../../shared/model/config';
import type { Mode } from '../../../shared/model/mode';
import type { SegmentKind } from '../../../shared/model/segment-kind';
import { isRecord } from '../kernel/is-record';
import type { ContextDeps } from './context-deps';
import type { ContextFold } from './context-fold';
import { isoDate } from './environment-block';
import { branchOfSnapshot, readBranch } from './read-branch';
import type { Candidate } from './reminder-candidates';
import { modeCandidate, stateCandidate } from './reminder-candidates';

/** States worth a reminder: what the host noted, and what is no longer as the pinned blocks or the last reminder say. */
export class StateNotes {
  readonly #deps: Pick<ContextDeps, 'clock' | 'files' | 'folder'>;
  readonly #fold: ContextFold;
  readonly #noted = new Map<string, Candidate>();
  #branchTurn: string | undefined;

  constructor(deps: Pick<ContextDeps, 'clock' | 'files' | 'folder'>, fold: ContextFold) {
    this.#deps = deps;
    this.#fold = fold;
  }

  note(kind: SegmentKind, key: string, text: string, detail?: string): void {
    this.#noted.set(`${kind}|host:${key}`, stateCandidate(kind, key, text, detail));
  }

  async candidates(moment: { turn: string; model: ModelInfo; mode: Mode }): Promise<Candidate[]> {
    const { startedAt, firstModel, history } = this.#fold;
    const found = new Map<string, Candidate>();
    const offer = (key: string, isNews: boolean, candidate: Candidate): void => {
      if (isNews || history.copies.has(key)) found.set(key, candidate);
    };
    const date = isoDate(this.#deps.clock.now());
    const isLater = startedAt !== undefined && isoDate(Date.parse(startedAt)) !== date;
    offer('state-change|host:date', isLater, stateCandidate('state-change', 'date', `The date is now ${date}.`, date));
    const { id, name } = moment.model;
    const isOther = firstModel !== undefined && firstModel !== id;
    offer('state-change|host:model', isOther, stateCandidate('state-change', 'model', `The model is now ${name} (${id}).`, id));
    const branch = await this.#branch(moment.turn);
    if (branch !== undefined) {
      offer(
        'state-change|host:branch',
        branch.isOther,
        stateCandidate('state-change', 'branch', `The branch is now ${branch.name}.`, branch.name),
      );
    }
    offer('mode|host:mode', moment.mode !== 'default', modeCandidate(moment.mode));
    return [...new Map([...found, ...this.#noted]).values()];
  }

  /** The branch that is checked out, looked up once per turn, and whether it is another than the pinned snapshot says. */
  async #branch(turn: string): Promise<{ name: string; isOther: boolean } | undefined> {
    const snapshot = this.#fold.pinned.system.find((placed) => placed.segments[0]?.kind === 'vcs-snapshot');
    if (snapshot === undefined || this.#branchTurn === turn) return undefined;
    this.#branchTurn = turn;
    const name = await readBranch(this.#deps.files, this.#deps.folder);
    if (name === undefined) return undefined;
    const block: unknown = JSON.parse(await this.#fold.history.textOf(snapshot));
    const pinned = isRecord(block) && typeof block['text'] === 'string' ? branchOfSnapshot(block['text']) : undefined;
    return { name, isOther: pinned !== name };
  }
}
