import type { Skill } from './skill';

/** Joint cap of description and `when_to_use`, as in Claude Code. */
const MAX_DESCRIPTION = 1_536;
const FALLBACK_CHARS = 8_000;
const CHARS_PER_TOKEN = 4;

export interface SkillListing {
  lines: Array<{ skill: Skill; text: string }>;
  /** Names of skills that lost their description to the budget. */
  cut: string[];
}

/** 1 % of the context window in characters, or 8,000 when the window is unknown. */
export function listingBudget(contextTokens: number | undefined): number {
  return contextTokens === undefined ? FALLBACK_CHARS : Math.floor(contextTokens * 0.01 * CHARS_PER_TOKEN);
}

/** The lines of the skill list, by name. Names always stay; descriptions go, bundled skills first, then from the end of the list. */
export function listSkills(skills: readonly Skill[], budget: number): SkillListing {
  const listed = skills.filter((skill) => skill.modelInvocable);
  const full = new Map(listed.map((skill) => [skill, `- ${skill.name}: ${describe(skill)}`]));
  let size = [...full.values()].reduce((sum, line) => sum + line.length + 1, 0);
  const cut = new Set<Skill>();
  const order = [...listed].reverse().sort((a, b) => Number(b.source === 'bundled') - Number(a.source === 'bundled'));
  for (const skill of order) {
    if (size <= budget) break;
    size -= (full.get(skill) ?? '').length - `- ${skill.name}`.length;
    cut.add(skill);
  }
  return {
    lines: listed.map((skill) => ({ skill, text: cut.has(skill) ? `- ${skill.name}` : (full.get(skill) ?? '') })),
    cut: listed.filter((skill) => cut.has(skill)).map((skill) => skill.name),
  };
}

function describe(skill: Skill): string {
  const text = [skill.description, skill.whenToUse ?? ''].filter((part) => part !== '').join(' ');
  return [...text].length > MAX_DESCRIPTION ? `${[...text].slice(0, MAX_DESCRIPTION - 1).join('')}…` : text;
}
