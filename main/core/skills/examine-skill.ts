import { dirname, join } from 'node:path/posix';
import { HIDDEN_IN_PATH } from '../kernel/bad-name';
import { findReferences, type SkillReference } from './find-references';
import { parseSkill } from './parse-skill';
import { readFrontmatter } from './read-frontmatter';
import { lintSkill } from './lint-skill';
import type { FileSystem } from '../ports';
import type { Diagnostic } from '../../../shared/model/permission';
import type { Skill, SkillIdentity } from './skill';

const MAX_FILES = 500;
const MAX_DEPTH = 6;
/** More than this many are not looked for. */
const MAX_REFERENCES = 300;

export interface SkillFile {
  /** Relative to the skill's folder. */
  path: string;
  size: number;
}

export interface FilesBeside {
  files: SkillFile[];
  /** There are more than are listed. */
  cut: boolean;
}

/** Files beside a SKILL.md, by path; of a command file none. */
export async function listSkillFiles(files: FileSystem, skill: Pick<Skill, 'form' | 'folder'>): Promise<FilesBeside> {
  const beside: FilesBeside = { files: [], cut: false };
  if (skill.form === 'command') return beside;
  let unshown = false;
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    for (const entry of await files.list(folder).catch(() => [])) {
      if (beside.cut || entry.name === '.git') continue;
      if (HIDDEN_IN_PATH.test(entry.name)) {
        unshown = true;
        continue;
      }
      const path = `${prefix}${entry.name}`;
      if (entry.kind === 'directory' && depth < MAX_DEPTH) await walk(join(folder, entry.name), `${path}/`, depth + 1);
      else if (entry.kind === 'directory' || beside.files.length >= MAX_FILES) beside.cut = true;
      else if (entry.kind === 'file' && path !== 'SKILL.md')
        beside.files.push({ path, size: (await files.stat(join(folder, entry.name)).catch(() => undefined))?.size ?? 0 });
    }
  };
  await walk(skill.folder, '', 0);
  beside.cut ||= unshown;
  beside.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return beside;
}

/** A skill as a text gives it, saved or not, with all that is to say about it. */
export async function examineSkill(
  files: FileSystem,
  identity: SkillIdentity,
  text: string,
): Promise<{ skill: Skill; beside: FilesBeside; diagnostics: Diagnostic[] }> {
  const [parsed, front, beside] = await Promise.all([
    parseSkill(text, identity),
    readFrontmatter(text.replace(/\r\n/g, '\n')),
    listSkillFiles(files, identity),
  ]);
  const diagnostics = lintSkill(parsed.skill, {
    diagnostics: parsed.diagnostics,
    keys: Object.keys(front.data),
    missing: await findMissing(files, parsed.skill),
  });
  return { skill: parsed.skill, beside, diagnostics };
}

async function findMissing(files: FileSystem, skill: Skill): Promise<SkillReference[]> {
  if (skill.form === 'command') return [];
  const isThere = (path: string) =>
    files.stat(path).then(
      (stat) => stat !== undefined,
      () => false,
    );
  const project = dirname(dirname(dirname(skill.folder)));
  const found = await Promise.all(
    findReferences(skill)
      .slice(0, MAX_REFERENCES)
      .map(async (reference) => {
        const { path, own } = reference;
        const known = (await isThere(join(skill.folder, path))) || (!own && (await isThere(join(project, path))));
        return known ? [] : [reference];
      }),
  );
  return found.flat();
}
