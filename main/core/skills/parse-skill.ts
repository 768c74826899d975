import type { Diagnostic } from '../../../shared/model/permission';
import { readFrontmatter } from './read-frontmatter';
import type { Skill } from './skill';

const HIDDEN = /[\p{Cc}\p{Cf}]/u;

/** Reads a SKILL.md or a command file. Broken YAML gives a skill without metadata; a description defaults to the first paragraph. */
export async function parseSkill(
  text: string,
  place: Pick<Skill, 'name' | 'source' | 'path' | 'folder'>,
): Promise<{ skill: Skill; diagnostics: Diagnostic[] }> {
  const front = await readFrontmatter(text.replace(/\r\n/g, '\n'));
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, message: string, line?: number): void => {
    diagnostics.push({ code, message, severity: 'warning', file: place.path, ...(line === undefined ? {} : { line }) });
  };
  if (front.problem !== undefined)
    report('skill-frontmatter', `The frontmatter is not valid (${front.problem.message}); the skill has no metadata`, front.problem.line);
  const label = front.data['name'];
  if (typeof label === 'string' && (label.length > 256 || /[<>]/.test(label) || HIDDEN.test(label)))
    report('skill-name', 'The name has hidden characters, <, > or more than 256 characters and is ignored', front.lines['name']?.start);
  const own = asText(front.data['description']);
  const first = firstParagraph(front.body);
  const whenToUse = asText(front.data['when_to_use']);
  const argumentHint = asText(front.data['argument-hint']);
  const descriptionLines =
    own === undefined
      ? { start: front.bodyLine + first.line, end: front.bodyLine + first.endLine }
      : (front.lines['description'] ?? { start: 1, end: 1 });
  return {
    skill: {
      ...place,
      description: own ?? first.text,
      ...(whenToUse === undefined ? {} : { whenToUse }),
      ...(argumentHint === undefined ? {} : { argumentHint }),
      arguments: asList(front.data['arguments']),
      modelInvocable: !asBoolean(front.data['disable-model-invocation'], false),
      userInvocable: asBoolean(front.data['user-invocable'], true),
      body: front.body,
      bodyLine: front.bodyLine,
      descriptionLines,
    },
    diagnostics,
  };
}

function firstParagraph(body: string): { text: string; line: number; endLine: number } {
  const lines = body.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  if (start < 0) return { text: '', line: 0, endLine: 0 };
  const length = lines.slice(start).findIndex((line) => line.trim() === '');
  const end = length < 0 ? lines.length : start + length;
  return { text: lines.slice(start, end).join(' ').trim(), line: start, endLine: end - 1 };
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(String).join(' ');
  return typeof value === 'string' && value.trim() !== '' ? value.trim().replace(/\s*\n\s*/g, ' ') : undefined;
}

function asList(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((entry) => entry !== '');
  return Array.isArray(value) ? value.map(String) : [];
}

function asBoolean(value: unknown, fallback: boolean): boolean {
  if (typeof value === 'boolean') return value;
  const text = String(value ?? '').toLowerCase();
  if (['yes', 'on', '1', 'true'].includes(text)) return true;
  if (['no', 'off', '0', 'false'].includes(text)) return false;
  return fallback;
}
