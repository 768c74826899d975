import type { Diagnostic } from '../../../shared/model/permission';
import type { Skill } from './skill';

export interface ExpansionValues {
  /** The raw text after the command's name. */
  args: string;
  projectFolder: string;
  session: string;
}

const TOKEN = /\\(\$(?:\d|[A-Za-z]))|\$\{(CLAUDE_[A-Z_]+)\}|\$ARGUMENTS\[(\d+)\]|\$(ARGUMENTS)\b|\$(\d+)|\$([A-Za-z_][A-Za-z0-9_-]*)/g;
const INJECTION = /(?:^|\s)!`[^`]+`|^```!/m;

/**
 * Body of a skill with its placeholders replaced, once, never scanned again, as Claude Code does it. An index without an argument
 * and an unknown variable stay as they are; a declared name without an argument becomes empty.
 */
export function expandSkill(skill: Skill, values: ExpansionValues): { text: string; diagnostics: Diagnostic[] } {
  const words = splitWords(values.args);
  const variables = new Map([
    ['CLAUDE_SKILL_DIR', skill.folder],
    ['CLAUDE_PROJECT_DIR', values.projectFolder],
    ['CLAUDE_SESSION_ID', values.session],
  ]);
  let used = false;
  const text = skill.body.replace(
    TOKEN,
    (token: string, escaped?: string, variable?: string, bracket?: string, all?: string, index?: string, name?: string) => {
      if (escaped !== undefined) return escaped;
      if (variable !== undefined) return variables.get(variable) ?? token;
      const place = name === undefined ? -1 : skill.arguments.indexOf(name);
      if (name !== undefined && place < 0) return token;
      used = true;
      if (all !== undefined) return values.args;
      if (name !== undefined) return words[place] ?? '';
      return words[Number(bracket ?? index)] ?? token;
    },
  );
  const diagnostics: Diagnostic[] = INJECTION.test(skill.body)
    ? [
        {
          code: 'skill-injection',
          message: `Commands in the body of /${skill.name} are not run; they stay as text`,
          severity: 'warning',
          file: skill.path,
        },
      ]
    : [];
  return { text: used || values.args.trim() === '' ? text : `${text.trimEnd()}\n\nARGUMENTS: ${values.args}`, diagnostics };
}

/** Splits as a shell would: blanks separate, quotes keep together, a backslash keeps the next character. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  const pattern = /(?:"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]))/gs;
  let current: string | undefined;
  let end = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (current !== undefined && match.index > end) {
      words.push(current);
      current = undefined;
    }
    current = (current ?? '') + (match[1]?.replace(/\\(["\\])/g, '$1') ?? match[2] ?? match[3] ?? match[4] ?? '');
    end = match.index + match[0].length;
  }
  if (current !== undefined) words.push(current);
  return words;
}
