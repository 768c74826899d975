import type { Skill } from './skill';

/** Joint cap of description and `when_to_use`, as in Claude Code. */
const MAX_DESCRIPTION = 1_536;
const FALLBACK_CHARS = 8_000;
const CHARS_PER_TOKEN = 4;

export interface SkillListing {
  lines: Array<{ skill: Skill; text: string }>;
  /** Names of skills that lost their description to the budget. */
  cut: string[];
  /** Characters that the list may have, and has. */
  budget: number;
  size: number;
}

/** 1 % of the context window in characters, or 8,000 when the window is unknown; `SLASH_COMMAND_TOOL_CHAR_BUDGET` says otherwise. */
export function listingBudget(contextTokens: number | undefined, override?: string): number {
  const given = Number(override);
  if (override !== undefined && Number.isInteger(given) && given >= 0) return given;
  return contextTokens === undefined ? FALLBACK_CHARS : Math.floor(contextTokens * 0.01 * CHARS_PER_TOKEN);
}

/** The line by which the model knows a skill. */
export function listingLine(skill: Skill): string {
  const text = describe(skill);
  return skill.nameOnly || text === '' ? `- ${skill.name}` : `- ${skill.name}: ${text}`;
}

/**
 * The lines of the skill list, by name. Names always stay; descriptions go until the list fits: those of the least used skills first,
 * among equals bundled ones, then from the end of the list.
 */
export function listSkills(skills: readonly Skill[], budget: number, uses: ReadonlyMap<string, number> = new Map()): SkillListing {
  const listed = skills.filter((skill) => skill.modelInvocable);
  const full = new Map(listed.map((skill) => [skill, listingLine(skill)]));
  let size = [...full.values()].reduce((sum, line) => sum + line.length + 1, 0);
  const cut = new Set<Skill>();
  const usesOf = ({ name }: Skill): number => uses.get(name) ?? 0;
  const order = [...listed]
    .reverse()
    .sort((a, b) => usesOf(a) - usesOf(b) || Number(b.scope === 'bundled') - Number(a.scope === 'bundled'));
  for (const skill of order) {
    if (size <= budget) break;
    const saved = (full.get(skill) ?? '').length - `- ${skill.name}`.length;
    if (saved === 0) continue;
    size -= saved;
    cut.add(skill);
  }
  return {
    lines: listed.map((skill) => ({ skill, text: cut.has(skill) ? `- ${skill.name}` : (full.get(skill) ?? '') })),
    cut: listed.filter((skill) => cut.has(skill)).map((skill) => skill.name),
    budget,
    size,
  };
}

function describe(skill: Skill): string {
  const text = [skill.description, skill.whenToUse ?? ''].filter((part) => part !== '').join(' ');
  return [...text].length > MAX_DESCRIPTION ? `${[...text].slice(0, MAX_DESCRIPTION - 1).join('')}…` : text;
}
