import type { Skill } from './skill';

const REFERENCE =
  /\]\((?!https?:|#|mailto:)([^)\s]+)\)|`((?:\$\{CLAUDE_SKILL_DIR\}\/|\.\/)?(?:scripts|references|assets|templates|evals)\/[^`\s]+)`/g;
const OWN = '${CLAUDE_SKILL_DIR}/';

/** A file that a skill's text names, by its path from the skill's folder. */
export interface SkillReference {
  path: string;
  /** 1-based, of the file. */
  line: number;
  /** True: it must lie beside the skill. A bare name in code may as well be one of the project. */
  own: boolean;
}

/** The files that the text of a skill names outside of fenced code: targets of links, and code that looks like a path beside it. */
export function findReferences({ body, bodyLine }: Pick<Skill, 'body' | 'bodyLine'>): SkillReference[] {
  const found: SkillReference[] = [];
  let inFence = false;
  for (const [index, line] of body.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) inFence = !inFence;
    if (inFence) continue;
    for (const [, target, code = ''] of line.matchAll(REFERENCE)) {
      const written = target ?? code;
      const path = written
        .replace(OWN, '')
        .replace(/^\.\//, '')
        .replace(/[#?].*$/, '')
        .replace(/\/$/, '')
        .replace(/%20/g, ' ');
      if (path !== '' && !path.startsWith('/') && !/[$*<>{}]/.test(path))
        found.push({ path, line: bodyLine + index, own: target !== undefined || written.startsWith(OWN) });
    }
  }
  return found;
}
