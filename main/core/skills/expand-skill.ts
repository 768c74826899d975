import type { Skill } from './skill';

export interface ExpansionValues {
  /** The raw text after the command's name. */
  args: string;
  projectFolder: string;
  session: string;
}

/** A stretch of an expanded body, with the lines of the file that it comes from: text, or a command whose output goes in its place. */
export interface BodyPiece {
  type: 'text' | 'command';
  text: string;
  startLine: number;
  endLine: number;
}

const TOKEN = /\\(\$(?:\d|[A-Za-z_{]))|\$\{(CLAUDE_[A-Z_]+)\}|\$ARGUMENTS\[(\d+)\]|\$(ARGUMENTS)\b|\$(\d+)|\$([A-Za-z_][A-Za-z0-9_-]*)/g;
/** At the start of a line or after a blank; or a fence that opens with an exclamation mark. */
const COMMAND = /(?<=^|\s)!`([^`\n]+)`|^```![^\n]*\n([\s\S]*?)^```[ \t]*$/gm;
const INLINE = /(?<=^|\s)!`([^`\n]+)`/gm;
const FENCE_END = /^```[ \t]*$/gm;

/**
 * Body of a skill with its placeholders replaced, once, never scanned again, as Claude Code does it. An index without an argument
 * and an unknown variable stay as they are; a declared name without an argument becomes empty. Commands are found in the text as it
 * is written, so that no argument can bring one in.
 */
export function expandSkill(skill: Skill, values: ExpansionValues): BodyPiece[] {
  const filler = createFiller(skill, values);
  const pieces: BodyPiece[] = [];
  let at = 0;
  let line = skill.bodyLine;
  const add = (type: BodyPiece['type'], raw: string, text: string): void => {
    const lines = raw.split('\n').length - 1;
    if (text !== '')
      pieces.push({ type, text, startLine: line, endLine: raw.endsWith('\n') ? line + Math.max(0, lines - 1) : line + lines });
    line += lines;
  };
  for (const match of findCommands(skill.body)) {
    const before = skill.body.slice(at, match.index);
    add('text', before, filler.fill(before));
    add('command', match.raw, filler.fill(match.command.trim()));
    at = match.index + match.raw.length;
  }
  const rest = skill.body.slice(at);
  const filled = filler.fill(rest);
  const isUnused = !filler.used() && values.args.trim() !== '';
  add('text', rest, isUnused ? `${filled.trimEnd()}\n\nARGUMENTS: ${values.args}` : filled);
  return pieces;
}

/** Behind the last end of a fence none is looked for: each beginning there would be searched to the end of the text. */
function findCommands(body: string): Array<{ index: number; raw: string; command: string }> {
  let end = 0;
  for (const { index, 0: fence } of body.matchAll(FENCE_END)) end = index + fence.length;
  const found = (text: string, pattern: RegExp, offset: number) =>
    [...text.matchAll(pattern)].map((match) => ({ index: offset + match.index, raw: match[0], command: match[1] ?? match[2] ?? '' }));
  return [...found(body.slice(0, end), COMMAND, 0), ...found(body.slice(end), INLINE, end)];
}

function createFiller(skill: Skill, values: ExpansionValues): { fill(text: string): string; used(): boolean } {
  const words = splitWords(values.args);
  const variables = variablesOf(skill, values);
  let used = false;
  return {
    used: () => used,
    fill: (text) =>
      text.replace(
        TOKEN,
        (token: string, escaped?: string, variable?: string, bracket?: string, all?: string, index?: string, name?: string) => {
          if (escaped !== undefined) return escaped;
          if (variable !== undefined) return variables.get(variable) ?? token;
          const declared = name === undefined ? undefined : declaredName(name, skill.arguments);
          if (name !== undefined && declared === undefined) return token;
          used = true;
          if (all !== undefined) return values.args;
          if (name !== undefined && declared !== undefined)
            return (words[skill.arguments.indexOf(declared)] ?? '') + name.slice(declared.length);
          return words[Number(bracket ?? index)] ?? token;
        },
      ),
  };
}

/** The longest declared name that a text begins with and that ends there or before a hyphen: a hyphen may belong to the name or follow it. */
function declaredName(text: string, declared: readonly string[]): string | undefined {
  return declared
    .filter((name) => text === name || (name !== '' && text.startsWith(name) && !/\w/.test(text.charAt(name.length))))
    .sort((a, b) => b.length - a.length)[0];
}

function variablesOf(
  skill: Pick<Skill, 'folder' | 'effort'>,
  values: Pick<ExpansionValues, 'projectFolder' | 'session'>,
): Map<string, string> {
  return new Map([
    ['CLAUDE_SKILL_DIR', skill.folder],
    ['CLAUDE_PROJECT_DIR', values.projectFolder],
    ['CLAUDE_SESSION_ID', values.session],
    ...(skill.effort === undefined ? [] : [['CLAUDE_EFFORT', skill.effort] satisfies [string, string]]),
  ]);
}

/** `${CLAUDE_SKILL_DIR}` and `${CLAUDE_PROJECT_DIR}` in a rule of `allowed-tools`. */
export function expandRule(rule: string, skill: Pick<Skill, 'folder'>, projectFolder: string): string {
  return rule.replaceAll('${CLAUDE_SKILL_DIR}', skill.folder).replaceAll('${CLAUDE_PROJECT_DIR}', projectFolder);
}

/** Splits as a shell would: blanks separate, quotes keep together, a backslash keeps the next character. A quote that nothing closes is a character. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  const pattern = /(?:"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|(\S))/gs;
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
