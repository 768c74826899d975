import type { Config, ModelInfo } from '../../../shared/model/config';
import type { Diagnostic, Mode } from '../../../shared/model/permission';
import type { SegmentKind } from '../../../shared/model/segment';
import { loadSkills } from '../skills/load-skills';
import type { Skill } from '../skills/skill';
import type { ContextDeps } from './context-deps';
import type { ContextFold } from './context-fold';
import type { Memory } from './load-memory';
import { loadMemory } from './load-memory';
import type { Candidate } from './reminder-candidates';
import { memoryCandidate, skillCandidate } from './reminder-candidates';
import { policyOf } from './reminder-policy';
import { StateNotes } from './state-notes';
import { TouchedFiles } from './touched-files';

interface Loaded {
  memory: Memory;
  skills: Skill[];
  /** Candidates of the files that are always in. */
  standing: Candidate[];
}

/** Knows every reminder that could be sent: memory files, rules, skills, and states. Files are read once per turn. */
export class ReminderDesk {
  readonly #deps: ContextDeps;
  readonly #states: StateNotes;
  readonly #touched: TouchedFiles;
  #loaded: Promise<Loaded> | undefined;
  /** The turn for which the files were read; undefined: read, but for no turn yet. */
  #turn: string | undefined;
  #diagnostics: Diagnostic[] = [];
  #listing: { skills: Skill[]; model: string; candidate?: Candidate; cut: string[] } | undefined;

  constructor(deps: ContextDeps, fold: ContextFold) {
    this.#deps = deps;
    this.#states = new StateNotes(deps, fold);
    this.#touched = new TouchedFiles(fold);
  }

  /** Files of the hierarchy and skills as they are on disk now, for the turn that comes. */
  refresh(readUserFiles: boolean): Promise<Loaded> {
    if (this.#loaded === undefined || this.#turn !== undefined) this.#loaded = this.#read(readUserFiles);
    this.#turn = undefined;
    return this.#loaded;
  }

  touch(path: string): void {
    this.#touched.touch(path);
  }

  noteState(kind: SegmentKind, key: string, text: string, detail?: string): void {
    this.#states.note(kind, key, text, detail);
  }

  /** What was skipped, and why, as far as it was read. */
  get diagnostics(): readonly Diagnostic[] {
    const names = this.#listing?.cut ?? [];
    const cut: Diagnostic[] =
      names.length === 0
        ? []
        : [{ code: 'skills-cut', message: `Listed without description, for lack of room: ${names.join(', ')}`, severity: 'warning' }];
    return [...this.#diagnostics, ...this.#touched.diagnostics, ...cut];
  }

  /** All candidates of a moment, in the order in which they are sent. */
  async candidates(moment: { turn: string; model: ModelInfo; mode: Mode; config: Config }): Promise<Candidate[]> {
    const { readUserFiles } = moment.config;
    if (this.#loaded === undefined || (this.#turn !== undefined && this.#turn !== moment.turn)) {
      this.#loaded = this.#read(readUserFiles);
      if (policyOf('nested-instructions', moment.config).when !== 'once') this.#touched.forgetNested();
    }
    this.#turn = moment.turn;
    const { memory, skills, standing } = await this.#loaded;
    const touched = await this.#touched.candidates(memory, { ...this.#deps, readUserFiles });
    const list = this.#listSkills(skills, moment.model);
    return [...standing, ...touched, ...(list === undefined ? [] : [list]), ...(await this.#states.candidates(moment))];
  }

  async #read(readUserFiles: boolean): Promise<Loaded> {
    const place = { ...this.#deps, readUserFiles };
    const [memory, found] = await Promise.all([loadMemory(place), loadSkills(place)]);
    this.#diagnostics = [...memory.diagnostics, ...found.diagnostics];
    return { memory, skills: found.skills, standing: memory.files.map((file) => memoryCandidate(file)) };
  }

  #listSkills(skills: Skill[], model: ModelInfo): Candidate | undefined {
    if (this.#listing?.skills !== skills || this.#listing.model !== model.id)
      this.#listing = { skills, model: model.id, ...skillCandidate(skills, model) };
    return this.#listing.candidate;
  }
}
