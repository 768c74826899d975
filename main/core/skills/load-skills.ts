import { dirname, join, relative } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import { badName, HIDDEN_IN_PATH } from '../kernel/bad-name';
import type { FileSystem } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { Skill } from './skill';
import { applyOverride, readSkillSettings, type SkillSettings } from './skill-settings';
import { readCommandFolder, readSkillFolder, type SkillCache, type SkillGroup } from './read-skill-folder';

export interface SkillPlace {
  folder: string;
  home: string;
  bundledSkills: string;
  files: FileSystem;
  /** Passes the text of each file; without it, texts are as they are on the disk. */
  hide?: HideSecrets;
  readUserFiles: boolean;
  /** Folder of the machine's managed files. */
  managedDir?: string;
  /** Folders below the project folder in which a file was touched. */
  touched?: readonly string[];
  /** Files that did not change since are not read again. */
  cache?: SkillCache;
}

export interface LoadedSkills {
  /** In force, by name. */
  skills: Skill[];
  /** Found, but another one has the name. */
  shadowed: Array<{ skill: Skill; by: string }>;
  /** Switched off by a settings file. */
  off: Array<{ skill: Skill; file: string }>;
  settings: SkillSettings;
  diagnostics: Diagnostic[];
}

/**
 * Finds skills and commands where Claude Code does. On a clash of names managed beats personal beats project, all beat bundled, a
 * skill beats a command file, and the folder nearer to cwd beats its parents; a nested one keeps its name with its folder before it.
 * Sorted by name. Never rejects for a file that cannot be read.
 */
export async function loadSkills(place: SkillPlace): Promise<LoadedSkills> {
  const [settings, groups, nested] = await Promise.all([readSkillSettings(place), readGroups(place), readNested(place)]);
  const loaded: LoadedSkills = { skills: [], shadowed: [], off: [], settings, diagnostics: [...settings.diagnostics] };
  const byName = new Map<string, Skill>();
  for (const group of groups) {
    loaded.diagnostics.push(...group.diagnostics);
    for (const skill of group.skills) addSkill(loaded, byName, skill);
  }
  addNested(loaded, byName, nested, place.folder);
  loaded.skills = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return loaded;
}

function addSkill(loaded: LoadedSkills, byName: Map<string, Skill>, found: Skill): void {
  const known = byName.get(found.name);
  if (known !== undefined) {
    loaded.shadowed.push({ skill: found, by: known.path });
    return;
  }
  const override = loaded.settings.overrides.get(found.name);
  const skill = applyOverride(found, override?.value);
  if (skill !== undefined) byName.set(found.name, skill);
  else if (override !== undefined && !loaded.off.some(({ skill: other }) => other.name === found.name))
    loaded.off.push({ skill: found, file: override.file });
}

/** Nested skills take their plain name where it is free; else both stand side by side, and the one above names the others. */
function addNested(loaded: LoadedSkills, byName: Map<string, Skill>, groups: readonly SkillGroup[], folder: string): void {
  for (const group of groups) {
    loaded.diagnostics.push(...group.diagnostics);
    for (const skill of group.skills) {
      if (HIDDEN_IN_PATH.test(relative(folder, skill.path))) {
        loaded.diagnostics.push(badName(skill.path));
        continue;
      }
      const above = byName.get(skill.name);
      if (above === undefined) {
        addSkill(loaded, byName, skill);
        continue;
      }
      const name = `${relative(folder, dirname(dirname(dirname(skill.folder))))}:${skill.name}`;
      addSkill(loaded, byName, { ...skill, name });
      byName.set(above.name, { ...above, variants: [...(above.variants ?? []), { name, description: skill.description }] });
    }
  }
}

/** Those that count more first. */
async function readGroups(place: SkillPlace): Promise<SkillGroup[]> {
  const folders = await foldersToRepoRoot(place);
  const managed = place.managedDir === undefined ? [] : [join(place.managedDir, '.claude')];
  const personal = place.readUserFiles ? [join(place.home, '.claude')] : [];
  const project = folders.map((folder) => join(folder, '.claude'));
  const skills = (scope: Skill['scope'], roots: readonly string[]) =>
    roots.map((root) => readSkillFolder(place, join(root, 'skills'), scope));
  const commands = (scope: Skill['scope'], roots: readonly string[]) =>
    roots.map((root) => readCommandFolder(place, join(root, 'commands'), scope));
  return Promise.all([
    ...skills('managed', managed),
    ...skills('personal', personal),
    ...skills('project', project),
    ...commands('managed', managed),
    ...commands('personal', personal),
    ...commands('project', project),
    readSkillFolder(place, place.bundledSkills, 'bundled'),
  ]);
}

/** Skills of the folders between the project folder and what was touched below it, the nearer to the project folder first. */
async function readNested(place: SkillPlace): Promise<SkillGroup[]> {
  const prefix = place.folder.endsWith('/') ? place.folder : `${place.folder}/`;
  const folders = new Set<string>();
  for (const touched of place.touched ?? [])
    for (let at = touched; at.startsWith(prefix) && !folders.has(at); at = dirname(at)) folders.add(at);
  return Promise.all(
    [...folders]
      .filter((folder) => !folder.includes('/.claude/') && !folder.endsWith('/.claude'))
      .sort()
      .map((folder) => readSkillFolder(place, join(folder, '.claude', 'skills'), 'nested')),
  );
}

/** cwd and its parents up to the repository's root; cwd alone outside a repository. The home folder's own files are personal. */
export async function foldersToRepoRoot(place: Pick<SkillPlace, 'folder' | 'home' | 'files'>): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = place.folder; ; folder = dirname(folder)) {
    if (folder !== place.home) folders.push(folder);
    if ((await place.files.stat(join(folder, '.git')).catch(() => undefined)) !== undefined) return folders;
    if (folder === dirname(folder)) return place.folder === place.home ? [] : [place.folder];
  }
}
