import { basename, dirname, join } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import { findFiles, readText } from '../kernel/read-text';
import type { FileSystem } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import { parseSkill } from './parse-skill';
import type { Skill } from './skill';

const MAX_SKILL_BYTES = 1024 * 1024;

export interface SkillPlace {
  folder: string;
  home: string;
  bundledSkills: string;
  files: FileSystem;
  /** Passes the text of each file; without it, texts are as they are on the disk. */
  hide?: HideSecrets;
  readUserFiles: boolean;
}

type SkillFiles = Pick<SkillPlace, 'files' | 'hide'>;

/**
 * Finds skills and commands where Claude Code does. On a clash of names personal beats project, both beat bundled, a skill beats a
 * command file, and the folder nearer to cwd beats its parents. Sorted by name.
 */
export async function loadSkills(place: SkillPlace): Promise<{ skills: Skill[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const byName = new Map<string, Skill>();
  const folders = await foldersToRepoRoot(place);
  const groups: Array<Promise<Skill[]>> = [];
  if (place.readUserFiles) groups.push(readSkills(place, join(place.home, '.claude', 'skills'), 'personal', diagnostics));
  for (const folder of folders) groups.push(readSkills(place, join(folder, '.claude', 'skills'), 'project', diagnostics));
  if (place.readUserFiles) groups.push(readCommands(place, join(place.home, '.claude', 'commands'), diagnostics));
  for (const folder of folders) groups.push(readCommands(place, join(folder, '.claude', 'commands'), diagnostics));
  groups.push(readSkills(place, place.bundledSkills, 'bundled', diagnostics));
  for (const group of await Promise.all(groups)) for (const skill of group) if (!byName.has(skill.name)) byName.set(skill.name, skill);
  return { skills: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), diagnostics };
}

/** cwd and its parents up to the repository's root; cwd alone outside a repository. The home folder's own files are personal. */
async function foldersToRepoRoot(place: SkillPlace): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = place.folder; ; folder = dirname(folder)) {
    if (folder !== place.home) folders.push(folder);
    if ((await place.files.stat(join(folder, '.git')).catch(() => undefined)) !== undefined) return folders;
    if (folder === dirname(folder)) return place.folder === place.home ? [] : [place.folder];
  }
}

async function readSkills(place: SkillFiles, root: string, source: Skill['source'], diagnostics: Diagnostic[]): Promise<Skill[]> {
  const entries = await place.files.list(root).catch(() => []);
  const skills = entries
    .filter((entry) => entry.kind !== 'file')
    .map(async (entry): Promise<Skill | undefined> => {
      const folder = join(root, entry.name);
      return readOne(place, { name: entry.name, source, path: join(folder, 'SKILL.md'), folder }, diagnostics);
    });
  return (await Promise.all(skills)).filter((skill) => skill !== undefined);
}

async function readCommands(place: SkillFiles, root: string, diagnostics: Diagnostic[]): Promise<Skill[]> {
  const skills: Skill[] = [];
  for (const path of await findFiles(place.files, root, '.md')) {
    const name = path.slice(root.length + 1, -'.md'.length).replace(/\//g, ':');
    const skill = await readOne(place, { name, source: 'command', path, folder: dirname(path) }, diagnostics);
    if (skill !== undefined && basename(path) !== 'SKILL.md') skills.push(skill);
  }
  return skills;
}

async function readOne(
  { files, hide }: SkillFiles,
  place: Pick<Skill, 'name' | 'source' | 'path' | 'folder'>,
  diagnostics: Diagnostic[],
): Promise<Skill | undefined> {
  const read = await readText(files, place.path, MAX_SKILL_BYTES, hide);
  if ('problem' in read) {
    if (read.problem !== 'missing')
      diagnostics.push({
        code: `skill-${read.problem}`,
        message: `${place.path} is not loaded: ${read.problem === 'too-large' ? 'it is larger than 1 MiB' : (read.words ?? 'it cannot be read')}`,
        severity: 'warning',
        file: place.path,
      });
    return undefined;
  }
  const parsed = await parseSkill(read.text, place);
  diagnostics.push(...parsed.diagnostics);
  return parsed.skill;
}
