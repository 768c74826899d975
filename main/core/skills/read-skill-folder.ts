import { basename, dirname, join } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import { BAD_NAME, badName } from '../kernel/bad-name';
import { findFiles, readText } from '../kernel/read-text';
import type { SaidByKey } from '../kernel/say-words';
import type { FileStat, FileSystem } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import { parseSkill } from './parse-skill';
import type { Skill, SkillIdentity } from './skill';
import { saySkill } from './skill-words';

const MAX_SKILL_BYTES = 1024 * 1024;

export interface SkillGroup {
  skills: Skill[];
  diagnostics: Diagnostic[];
}

interface ParsedFile {
  stamp: string;
  skill?: Skill;
  diagnostics: Diagnostic[];
}

/** What was read of files, by path, for as long as their size and time stay. */
export type SkillCache = Map<string, ParsedFile>;

interface SkillFiles {
  files: FileSystem;
  hide?: HideSecrets;
  cache?: SkillCache;
}

/** The skills of a folder: each in a folder of its own, links followed. */
export async function readSkillFolder(place: SkillFiles, root: string, scope: Skill['scope']): Promise<SkillGroup> {
  const entries = await place.files.list(root).catch(() => []);
  return readAll(
    place,
    entries
      .filter((entry) => entry.kind !== 'file')
      .map(({ name }) => ({ name, scope, form: 'skill', path: join(root, name, 'SKILL.md'), folder: join(root, name) })),
  );
}

/** The command files below a folder: `git/sync.md` is `git:sync`. */
export async function readCommandFolder(place: SkillFiles, root: string, scope: Skill['scope']): Promise<SkillGroup> {
  const { paths, diagnostics } = await findFiles(place.files, root, '.md');
  const found = paths
    .filter((path) => basename(path) !== 'SKILL.md')
    .map((path) => ({ path, names: path.slice(root.length + 1, -'.md'.length).split('/') }));
  const isBad = ({ names }: { names: readonly string[] }): boolean => names.some((name) => BAD_NAME.test(name));
  const group = await readAll(
    place,
    found
      .filter((file) => !isBad(file))
      .map(({ path, names }) => ({ name: names.join(':'), scope, form: 'command', path, folder: dirname(path) })),
  );
  const bad = found.filter(isBad).map(({ path }) => badName(path));
  return { ...group, diagnostics: [...diagnostics, ...bad, ...group.diagnostics] };
}

async function readAll(place: SkillFiles, found: readonly SkillIdentity[]): Promise<SkillGroup> {
  const read = await Promise.all(found.map((identity) => readOne(place, identity)));
  return {
    skills: read.flatMap(({ skill }) => (skill === undefined ? [] : [skill])),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

async function readOne(place: SkillFiles, identity: SkillIdentity): Promise<Pick<ParsedFile, 'skill' | 'diagnostics'>> {
  const { files, cache } = place;
  const stat = await files.stat(identity.path).catch(() => undefined);
  if (stat?.kind !== 'file') {
    cache?.delete(identity.path);
    return { diagnostics: [] };
  }
  if (identity.form === 'skill' && BAD_NAME.test(identity.name)) return { diagnostics: [badName(identity.path)] };
  const stamp = stampOf(stat);
  const known = cache?.get(identity.path);
  if (known?.stamp === stamp) return known;
  const parsed = await parseFile(place, identity);
  cache?.set(identity.path, { stamp, ...parsed });
  return parsed;
}

async function parseFile({ files, hide }: SkillFiles, identity: SkillIdentity): Promise<Pick<ParsedFile, 'skill' | 'diagnostics'>> {
  const { path } = identity;
  const read = await readText(files, path, MAX_SKILL_BYTES, hide);
  if (!('problem' in read)) return parseSkill(read.text, identity);
  if (read.problem === 'missing') return { diagnostics: [] };
  return { diagnostics: [{ code: `skill-${read.problem}`, ...sayUnread(path, read), severity: 'warning', file: path, line: 1 }] };
}

function sayUnread(path: string, { problem, words }: { problem: string; words?: string }): SaidByKey {
  if (problem === 'too-large') return saySkill('too-large', { path });
  return words === undefined ? saySkill('unreadable', { path }) : saySkill('unread', { path, said: words });
}

function stampOf({ size, modifiedMs }: FileStat): string {
  return `${size} ${modifiedMs}`;
}
