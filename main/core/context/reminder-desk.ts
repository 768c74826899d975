import { dirname } from 'node:path/posix';
import type { Config, ModelInfo } from '../../../shared/model/config';
import type { Diagnostic, Mode } from '../../../shared/model/permission';
import type { SegmentKind } from '../../../shared/model/segment';
import { loadSkills } from '../skills/load-skills';
import type { Skill } from '../skills/skill';
import type { ContextDeps } from './context-deps';
import type { ContextFold } from './context-fold';
import { isoDate } from './environment-block';
import type { Memory } from './load-memory';
import { loadMemory, loadNestedMemory } from './load-memory';
import { matchesRule } from './match-rule';
import { branchOfSnapshot, readBranch } from './read-branch';
import { isRecord } from './block-draft';
import type { MemoryFile } from './memory-file';
import type { Candidate } from './reminder-candidates';
import { memoryCandidate, modeCandidate, skillCandidate, stateCandidate } from './reminder-candidates';

interface Loaded {
  memory: Memory;
  skills: Skill[];
  diagnostics: Diagnostic[];
}

const NESTED_KEY = 'nested-instructions|file:';

/** Knows every reminder that could be sent: memory files, rules, skills, and states noted by the host. */
export class ReminderDesk {
  readonly #deps: ContextDeps;
  readonly #fold: ContextFold;
  readonly #states = new Map<string, Candidate>();
  readonly #touched = new Set<string>();
  readonly #nested = new Map<string, Promise<Pick<Memory, 'files' | 'diagnostics'>>>();
  #loaded: Promise<Loaded> | undefined;
  /** The turn for which the files were read; undefined: read, but for no turn yet. */
  #turn: string | undefined;
  #branchTurn: string | undefined;
  #diagnostics: Diagnostic[] = [];
  #cut: string[] = [];

  constructor(deps: ContextDeps, fold: ContextFold) {
    this.#deps = deps;
    this.#fold = fold;
  }

  /** Files of the hierarchy and skills as they are on disk now; read once per turn. */
  load(readUserFiles: boolean, turn?: string): Promise<Loaded> {
    if (this.#loaded === undefined || (turn !== undefined && this.#turn !== undefined && this.#turn !== turn))
      this.#loaded = this.#read(readUserFiles);
    if (turn !== undefined) this.#turn = turn;
    return this.#loaded;
  }

  touch(path: string): void {
    this.#touched.add(path);
  }

  noteState(kind: SegmentKind, key: string, text: string, detail?: string): void {
    this.#states.set(`${kind}|${key}`, stateCandidate(kind, key, text, detail));
  }

  /** What was skipped, and why, as far as it was read. */
  get diagnostics(): readonly Diagnostic[] {
    const cut: Diagnostic[] =
      this.#cut.length === 0
        ? []
        : [{ code: 'skills-cut', message: `Listed without description, for lack of room: ${this.#cut.join(', ')}`, severity: 'warning' }];
    return [...this.#diagnostics, ...cut];
  }

  /** All candidates of a moment, in the order in which they are sent. */
  async candidates(moment: { turn: string; model: ModelInfo; mode: Mode; config: Config }): Promise<Candidate[]> {
    const { memory, skills } = await this.load(moment.config.readUserFiles, moment.turn);
    for (const path of this.#fold.pending.touched.keys()) this.#touched.add(path);
    for (const key of this.#fold.history.copies.keys()) if (key.startsWith(NESTED_KEY)) this.#touched.add(key.slice(NESTED_KEY.length));
    const listing = skillCandidate(skills, moment.model);
    this.#cut = listing.cut;
    return [
      ...memory.files.map((file) => memoryCandidate(file)),
      ...this.#dueRules(memory),
      ...(await this.#nestedFiles(memory, moment.config.readUserFiles)),
      ...(listing.candidate === undefined ? [] : [listing.candidate]),
      ...this.#stateCandidates({ ...moment, branch: await this.#changedBranch() }),
    ];
  }

  async #read(readUserFiles: boolean): Promise<Loaded> {
    const place = { ...this.#deps, readUserFiles };
    const [memory, found] = await Promise.all([loadMemory(place), loadSkills(place)]);
    this.#diagnostics = [...memory.diagnostics, ...found.diagnostics];
    this.#nested.clear();
    return { memory, skills: found.skills, diagnostics: this.#diagnostics };
  }

  #dueRules(memory: Memory): Candidate[] {
    return memory.conditional.flatMap((rule) => {
      const path = [...this.#touched].find((touched) => matchesRule(rule, this.#deps.folder, touched));
      if (path !== undefined) return [memoryCandidate(rule, { trigger: 'nested-read', detail: path })];
      return this.#fold.history.copies.has(`rule|file:${rule.path}`) ? [memoryCandidate(rule)] : [];
    });
  }

  async #nestedFiles(memory: Memory, readUserFiles: boolean): Promise<Candidate[]> {
    const rooted = new Set(memory.files.map((file) => file.path));
    const found = new Map<string, { file: MemoryFile; cause: string }>();
    for (const path of this.#touched) {
      const folder = dirname(path);
      const known = this.#nested.get(folder) ?? loadNestedMemory({ ...this.#deps, readUserFiles }, memory, path);
      this.#nested.set(folder, known);
      const nested = await known;
      for (const file of nested.files) if (!rooted.has(file.path) && !found.has(file.path)) found.set(file.path, { file, cause: path });
      for (const diagnostic of nested.diagnostics)
        if (!this.#diagnostics.some((other) => other.message === diagnostic.message)) this.#diagnostics.push(diagnostic);
    }
    return [...found.values()].map(({ file, cause }) => memoryCandidate(file, { trigger: 'nested-read', detail: cause }));
  }

  /** The branch, when it is no longer the one that the snapshot or the last reminder names. */
  async #changedBranch(): Promise<string | undefined> {
    const { pinned, history } = this.#fold;
    const snapshot = pinned.system.find((placed) => placed.segments[0]?.kind === 'vcs-snapshot');
    if (snapshot === undefined || this.#branchTurn === this.#turn) return undefined;
    this.#branchTurn = this.#turn;
    const branch = await readBranch(this.#deps.files, this.#deps.folder);
    const pinnedBranch = branchOfSnapshot(textOfBlock(await history.textOf(snapshot)));
    return branch !== pinnedBranch || history.copies.has('state-change|host:branch') ? branch : undefined;
  }

  /** Date, model, branch and mode where they are no longer what the pinned blocks or the last reminder say, and what the host noted. */
  #stateCandidates(moment: { model: ModelInfo; mode: Mode; branch: string | undefined }): Candidate[] {
    const { copies } = this.#fold.history;
    const found = new Map<string, Candidate>();
    const date = isoDate(this.#deps.clock.now());
    if (copies.has('state-change|host:date') || (this.#fold.startedAt ?? date).slice(0, 10) !== date)
      found.set('state-change|date', stateCandidate('state-change', 'date', `The date is now ${date}.`, date));
    const first = this.#fold.firstModel;
    if (copies.has('state-change|host:model') || (first !== undefined && first !== moment.model.id)) {
      found.set(
        'state-change|model',
        stateCandidate('state-change', 'model', `The model is now ${moment.model.name} (${moment.model.id}).`, moment.model.id),
      );
    }
    if (moment.branch !== undefined)
      found.set('state-change|branch', stateCandidate('state-change', 'branch', `The branch is now ${moment.branch}.`, moment.branch));
    if (copies.has('mode|host:mode') || moment.mode !== 'default') found.set('mode|mode', modeCandidate(moment.mode));
    for (const [key, candidate] of this.#states) found.set(key, candidate);
    return [...found.values()];
  }
}

function textOfBlock(json: string): string {
  const block: unknown = JSON.parse(json);
  return isRecord(block) && typeof block['text'] === 'string' ? block['text'] : '';
}
