import type { Result } from '../../../shared/contract/methods';
import type { SkillEntry } from '../../../shared/model/skill-report';

export type SkillTree = Result<'skills.tree'>;

type Place = SkillTree['places'][number];

export function placeKey(place: Place | undefined): string {
  return place ? `${place.form} ${place.folder}` : '';
}

export function pathOf(place: Place, name: string): string {
  return place.form === 'skill' ? `${place.folder}/${name}/SKILL.md` : `${place.folder}/${name}.md`;
}

export function templateOf(form: Place['form'], name: string, description: string, body: string): string {
  const head = form === 'skill' ? `name: ${name}\n` : '';
  return `---\n${head}description: ${JSON.stringify(description)}\n---\n\n${body}\n`;
}

/** What is moved to rename it: the folder of a skill, or the file of a command. */
export function ownPath(skill: Pick<SkillEntry, 'form' | 'path' | 'folder'>): string {
  return skill.form === 'skill' ? skill.folder : skill.path;
}

export function renamedPath(skill: Pick<SkillEntry, 'form' | 'path' | 'folder'>, name: string): string {
  const own = ownPath(skill);
  const parent = own.slice(0, own.lastIndexOf('/'));
  return skill.form === 'skill' ? `${parent}/${name}` : `${parent}/${name}.md`;
}
