import type { Skill } from './skill';

/** The first, and five more at most. */
const MAX_SKILLS = 6;
const NAME = /^\/(\S+)(?=\s|$)/;

/** Up to six `/name` at the start of a message; all get the text that follows. */
export function findInvokedSkills(text: string, skills: readonly Skill[]): { skills: Skill[]; args: string; unknown?: string } {
  const byName = new Map(skills.filter((skill) => skill.userInvocable).map((skill) => [skill.name, skill]));
  const found: Skill[] = [];
  let rest = text.trimStart();
  for (let match = NAME.exec(rest); match !== null && found.length < MAX_SKILLS; match = NAME.exec(rest)) {
    const name = match[1] ?? '';
    const skill = byName.get(name);
    // `/usr/bin` is a path, `/dploy` a command that does not exist.
    if (skill === undefined && found.length === 0 && !name.includes('/')) return { skills: [], args: '', unknown: name };
    if (skill === undefined) break;
    if (!found.includes(skill)) found.push(skill);
    rest = rest.slice(match[0].length).trimStart();
  }
  return found.length === 0 ? { skills: [], args: '' } : { skills: found, args: rest.trimEnd() };
}
