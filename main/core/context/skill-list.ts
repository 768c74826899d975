import type { ModelInfo } from '../../../shared/model/config';
import type { Diagnostic } from '../../../shared/model/permission';
import { listingBudget, listSkills, type SkillListing } from '../skills/list-skills';
import { type Skill, trustOf } from '../skills/skill';
import type { ContextDeps } from './context-deps';
import type { ContextFold } from './context-fold';
import { escapeMarks } from './escape-marks';
import { compileRule } from './match-rule';
import { type Candidate, frame } from './reminder-candidates';

/** The tool by which the model loads a skill: where it is not offered, there is no point in a list. */
const SKILL_TOOL = 'Skill';

/** The list of skills as a reminder: what the model knows of them before it loads one. */
export class SkillList {
  readonly #deps: Pick<ContextDeps, 'folder' | 'skillUses' | 'skillBudget'>;
  readonly #fold: ContextFold;
  #made: { text: string; candidate: Candidate } | undefined;
  #cut: string[] = [];

  constructor(deps: Pick<ContextDeps, 'folder' | 'skillUses' | 'skillBudget'>, fold: ContextFold) {
    this.#deps = deps;
    this.#fold = fold;
  }

  get diagnostics(): Diagnostic[] {
    if (this.#cut.length === 0) return [];
    return [{ code: 'skills-cut', message: `Listed without description, for lack of room: ${this.#cut.join(', ')}`, severity: 'warning' }];
  }

  /** Undefined when there is nothing to list, or no way to load it. The same object as long as the list is the same. */
  candidate(skills: readonly Skill[], model: ModelInfo, touched: readonly string[]): Candidate | undefined {
    const fits = skills.filter((skill) => skill.paths === undefined || touched.some(compileRule(skill, this.#deps.folder)));
    const listing = listSkills(fits, listingBudget(model.contextTokens, this.#deps.skillBudget), this.#deps.skillUses);
    this.#cut = listing.cut;
    if (listing.lines.length === 0 || !this.isLoadable) return undefined;
    const text = JSON.stringify(listing.lines.map((line) => [line.text, line.skill.path, line.skill.descriptionLines]));
    if (this.#made?.text !== text) this.#made = { text, candidate: skillCandidate(listing) };
    return this.#made.candidate;
  }

  /** Whether the agent could load a skill: it has the tool. */
  get isLoadable(): boolean {
    return this.#fold.pinned.tools.some(({ segments }) => {
      const source = segments[0]?.source;
      return source?.type === 'tool' && source.name === SKILL_TOOL;
    });
  }
}

function skillCandidate(listing: SkillListing): Candidate {
  const cut = listing.cut.length === 0 ? '' : ` (${listing.cut.length} without their description, for lack of room)`;
  const heading = {
    kind: 'skill-list' as const,
    source: { type: 'host' as const, part: 'skill-list' },
    trust: 'host' as const,
    text: `Skills${cut}. A skill is a set of instructions for a kind of task. When one fits what was asked, load it with the ${SKILL_TOOL} tool before you begin. The person runs one by typing /name; its text is then in the message:\n`,
  };
  const lines = listing.lines.map(({ skill, text }) => ({
    kind: 'skill-list' as const,
    text: `\n${escapeMarks(text)}`,
    trust: trustOf(skill),
    source: {
      type: 'skill' as const,
      name: skill.name,
      path: skill.path,
      startLine: skill.descriptionLines.start,
      endLine: skill.descriptionLines.end,
    },
  }));
  return frame('', { kind: 'skill-list', source: heading.source, pieces: [heading, ...lines] });
}
