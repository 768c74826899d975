import { dirname } from 'node:path/posix';
import type { Config, ModelInfo } from '../../../shared/model/config';
import type { Mode } from '../../../shared/model/mode';
import type { Diagnostic } from '../../../shared/model/permission';
import type { SegmentKind } from '../../../shared/model/segment-kind';
import { type LoadedSkills, loadSkills, type SkillPlace } from '../skills/load-skills';
import type { SkillCache } from '../skills/read-skill-folder';
import { agentListCandidate } from './agent-list';
import type { ContextDeps, LateTool } from './context-deps';
import type { ContextFold } from './context-fold';
import type { Memory } from './load-memory';
import { loadMemory } from './load-memory';
import type { Candidate } from './reminder-candidates';
import { memoryCandidate } from './reminder-candidates';
import { policyOf } from './reminder-policy';
import { ServerNotes } from './server-notes';
import { SkillList } from './skill-list';
import { StateNotes } from './state-notes';
import { TouchedFiles } from './touched-files';

interface Loaded {
  memory: Memory;
  /** Candidates of the files that are always in. */
  standing: Candidate[];
}

const NO_MEMORY: Memory = { files: [], conditional: [], agents: 'none', excludes: [], autoMemory: false, diagnostics: [] };

/** Knows every reminder that could be sent: memory files, rules, skills, and states. Skills are read for each call, other files once per turn. */
export class ReminderDesk {
  readonly #deps: ContextDeps;
  readonly #states: StateNotes;
  readonly #touched: TouchedFiles;
  #loaded: Promise<Loaded> | undefined;
  /** The turn for which the files were read; undefined: read, but for no turn yet. */
  #turn: string | undefined;
  #diagnostics: Diagnostic[] = [];
  #skillDiagnostics: Diagnostic[] = [];
  readonly #cache: SkillCache = new Map();
  readonly #list: SkillList;
  /** The look that was begun for the next call, and at what. */
  #ahead: { at: string; loaded: Promise<LoadedSkills> } | undefined;
  #agents: Candidate | undefined;
  readonly #servers: ServerNotes;

  constructor(deps: ContextDeps, fold: ContextFold) {
    this.#deps = deps;
    this.#states = new StateNotes(deps, fold);
    this.#touched = new TouchedFiles(fold);
    this.#list = new SkillList(deps, fold);
    this.#servers = new ServerNotes(deps.late, fold);
  }

  /** Skills as they are on disk now; files that did not change are not read again. */
  async skills(readUserFiles: boolean): Promise<LoadedSkills> {
    const place = this.#skillPlace(readUserFiles);
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const loaded = await (ahead?.at === keyOf(place) ? ahead.loaded : loadSkills(place));
    this.#skillDiagnostics = loaded.diagnostics;
    return loaded;
  }

  lookAhead(readUserFiles: boolean): void {
    if (!this.#list.isLoadable) return;
    const place = this.#skillPlace(readUserFiles);
    const loaded = loadSkills(place);
    // Whoever takes it hears of a failure; a turn that ends before does not.
    loaded.catch(() => undefined);
    this.#ahead = { at: keyOf(place), loaded };
  }

  #skillPlace(readUserFiles: boolean): SkillPlace {
    const touched = [...new Set(this.#touched.paths().map((path) => dirname(path)))];
    return { ...this.#deps, readUserFiles, touched, cache: this.#cache };
  }

  /** Files of the hierarchy as they are on disk now, for the turn that comes. */
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
    return [...this.#diagnostics, ...this.#skillDiagnostics, ...this.#touched.diagnostics, ...this.#list.diagnostics];
  }

  /** All candidates of a moment, in the order in which they are sent. */
  async candidates(moment: {
    turn: string;
    model: ModelInfo;
    mode: Mode;
    config: Config;
    deferred: readonly LateTool[];
  }): Promise<Candidate[]> {
    const { readUserFiles } = moment.config;
    if (this.#loaded === undefined || (this.#turn !== undefined && this.#turn !== moment.turn)) {
      this.#loaded = this.#read(readUserFiles);
      if (policyOf('nested-instructions', moment.config).when !== 'once') this.#touched.forgetNested();
    }
    this.#turn = moment.turn;
    const { memory, standing } = await this.#loaded;
    const isPlain = this.#deps.definition?.omits.memory === true;
    const touched = isPlain ? [] : await this.#touched.candidates(memory, { ...this.#deps, readUserFiles });
    const list = this.#list.isLoadable
      ? this.#list.candidate((await this.skills(readUserFiles)).skills, moment.model, this.#touched.paths())
      : undefined;
    const lists = [list, this.#agents, this.#servers.list(moment.deferred)].filter((candidate) => candidate !== undefined);
    return [...standing, ...touched, ...lists, ...this.#servers.instructions(), ...(await this.#states.candidates(moment))];
  }

  async #read(readUserFiles: boolean): Promise<Loaded> {
    const place = { ...this.#deps, readUserFiles };
    const isPlain = this.#deps.definition?.omits.memory === true;
    const [memory, types] = await Promise.all([isPlain ? NO_MEMORY : loadMemory(place), this.#deps.agentTypes?.() ?? []]);
    this.#diagnostics = memory.diagnostics;
    this.#agents = agentListCandidate(types);
    return { memory, standing: memory.files.map((file) => memoryCandidate(file)) };
  }
}

/** What a look at the skills depends on beside the disk. */
function keyOf({ readUserFiles, touched = [] }: SkillPlace): string {
  return [String(readUserFiles), ...touched].join('\n');
}
