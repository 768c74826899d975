import { join } from 'node:path/posix';
import { parseSkill } from './parse-skill';
import { readFrontmatter } from './read-frontmatter';
import { lintSkill } from './lint-skill';
import type { FileSystem } from '../ports';
import type { Diagnostic } from '../../../shared/model/permission';
import type { Skill, SkillIdentity } from './skill';

const MAX_FILES = 500;
const MAX_DEPTH = 6;

export interface SkillFile {
  /** Relative to the skill's folder. */
  path: string;
  size: number;
}

/** Files beside a SKILL.md, by path; of a command file none. */
export async function listSkillFiles(files: FileSystem, skill: Pick<Skill, 'form' | 'folder'>): Promise<SkillFile[]> {
  if (skill.form === 'command') return [];
  const found: SkillFile[] = [];
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    for (const entry of await files.list(folder).catch(() => [])) {
      if (found.length >= MAX_FILES || entry.name === '.git') continue;
      const path = `${prefix}${entry.name}`;
      if (entry.kind === 'directory' && depth < MAX_DEPTH) await walk(join(folder, entry.name), `${path}/`, depth + 1);
      else if (entry.kind === 'file' && path !== 'SKILL.md')
        found.push({ path, size: (await files.stat(join(folder, entry.name)).catch(() => undefined))?.size ?? 0 });
    }
  };
  await walk(skill.folder, '', 0);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A skill as a text gives it, saved or not, with all that is to say about it. */
export async function examineSkill(
  files: FileSystem,
  identity: SkillIdentity,
  text: string,
): Promise<{ skill: Skill; files: SkillFile[]; diagnostics: Diagnostic[] }> {
  const [parsed, front, beside] = await Promise.all([
    parseSkill(text, identity),
    readFrontmatter(text.replace(/\r\n/g, '\n')),
    listSkillFiles(files, identity),
  ]);
  const diagnostics = lintSkill(parsed.skill, {
    diagnostics: parsed.diagnostics,
    keys: Object.keys(front.data),
    files: beside.map(({ path }) => path),
  });
  return { skill: parsed.skill, files: beside, diagnostics };
}
