import { createHash } from 'node:crypto';
import { join } from 'node:path';

const MAX_SLUG = 200;

/** Name of a folder's project directory: every character that is no ASCII letter or digit becomes `-`; a long one is cut and hashed. */
export function folderSlug(folder: string): string {
  const slug = folder.replace(/[^A-Za-z0-9]/g, '-');
  if (slug.length <= MAX_SLUG) return slug;
  return `${slug.slice(0, MAX_SLUG)}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}

/** Where the parts of one session lie. */
export interface SessionPaths {
  folder: string;
  log: string;
  checkpoint: string;
  parts: string;
  pack: string;
  blobs: string;
  lock: string;
}

export function projectsFolder(home: string): string {
  return join(home, 'projects');
}

export function sessionPaths(projectFolder: string, id: string): SessionPaths {
  const folder = join(projectFolder, 'sessions', id);
  return {
    folder,
    log: join(folder, 'log.jsonl'),
    checkpoint: join(folder, 'checkpoint.json'),
    parts: join(folder, 'parts'),
    pack: join(folder, 'parts', 'pack.jsonl'),
    blobs: join(folder, 'blobs'),
    lock: join(folder, 'lock'),
  };
}

/** Ids become path segments: anything else is no id. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}
