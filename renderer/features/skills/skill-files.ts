import type { Result } from '../../../shared/contract/methods';
import type { SkillEntry } from '../../../shared/model/skill-report';

export type SkillTree = Result<'skills.tree'>;

type Place = SkillTree['places'][number];
type Placed = Pick<SkillEntry, 'form' | 'path' | 'folder'>;

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

/** What is moved, copied or thrown away with it: the folder of a skill, or the file of a command. */
export function ownPath(skill: Placed): string {
  return skill.form === 'skill' ? skill.folder : skill.path;
}

/** The Markdown file of what stands at such a path. */
export function fileOf({ form }: Placed, own: string): string {
  return form === 'skill' ? `${own}/SKILL.md` : own;
}

export function renamedPath(skill: Placed, name: string): string {
  const own = ownPath(skill);
  const parent = own.slice(0, own.lastIndexOf('/'));
  return skill.form === 'skill' ? `${parent}/${name}` : `${parent}/${name}.md`;
}

/** Whether a text can be the path of a file from the folder of its skill. */
export function isBesidePath(path: string): boolean {
  return path !== 'SKILL.md' && path.split('/').every((part) => part.trim() === part && !['', '.', '..'].includes(part));
}

/** The nearest place of each scope that it is not of. */
export function otherPlaces(skill: Pick<SkillEntry, 'form' | 'scope'>, places: readonly Place[]): Place[] {
  const others = places.filter(({ form, scope }) => form === skill.form && scope !== skill.scope);
  return others.filter(({ scope }, index) => others.findIndex((other) => other.scope === scope) === index);
}

/** Where it would lie there: a command keeps the folders that its name has. */
export function placedPath(skill: Placed & Pick<SkillEntry, 'name'>, place: Place): string {
  const own = ownPath(skill);
  const name = skill.form === 'skill' ? own.slice(own.lastIndexOf('/') + 1) : `${skill.name.replaceAll(':', '/')}.md`;
  return `${place.folder}/${name}`;
}
