import type { Diagnostic } from '../../../shared/model/permission';
import { SAMPLE_DESCRIPTIONS } from '../../../shared/model/sample-descriptions';
import { sayFile } from '../kernel/file-words';
import { parseRule } from '../permission/parse-rule';
import { readFrontmatter } from './read-frontmatter';
import type { Skill, SkillIdentity, ToolGrant } from './skill';
import { type ReportProblem, SkillFields } from './skill-fields';
import { saySkill } from './skill-words';

const HIDDEN = /[\p{Cc}\p{Cf}]/u;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];
const MAX_LABEL = 256;

/** Reads a SKILL.md or a command file. Broken YAML gives a skill without metadata; a description defaults to the first paragraph. */
export async function parseSkill(text: string, place: SkillIdentity): Promise<{ skill: Skill; diagnostics: Diagnostic[] }> {
  const front = await readFrontmatter(text.replace(/\r\n/g, '\n'));
  const diagnostics: Diagnostic[] = [];
  const report: ReportProblem = (code, said, { severity = 'warning', ...at }) => {
    diagnostics.push({ code, ...said, severity, file: place.path, ...at });
  };
  if (front.problem !== undefined)
    report('skill-frontmatter', saySkill(front.problem.kind ?? 'no-yaml', { said: front.problem.message }), {
      line: front.problem.line,
    });
  if (front.loose !== undefined) report('frontmatter-loose', sayFile('loose'), { line: front.loose.line, severity: 'info' });
  const fields = new SkillFields(front, place.form, report);
  const own = fields.text('description');
  const isSample = own !== undefined && SAMPLE_DESCRIPTIONS.has(own);
  if (isSample) report('skill-sample', saySkill('sample'), { line: fields.line('description') });
  const first = firstParagraph(front.body);
  const label = readLabel(fields, place, report);
  const fork = readFork(fields, report);
  const effort = readChoice(fields, 'effort', EFFORTS, report);
  const shell = readChoice(fields, 'shell', ['bash', 'powershell'], report);
  const paths = place.form === 'command' ? [] : fields.list('paths');
  fields.map('metadata');
  const descriptionLines =
    own === undefined
      ? { start: front.bodyLine + first.line, end: front.bodyLine + first.endLine }
      : (front.lines['description'] ?? { start: 1, end: 1 });
  const hooks = fields.raw('hooks');
  return {
    skill: {
      ...place,
      ...(label === undefined ? {} : { label }),
      description: own ?? first.text,
      ...optional('whenToUse', fields.text('when_to_use')),
      ...optional('argumentHint', fields.text('argument-hint')),
      arguments: fields.list('arguments'),
      modelInvocable: !fields.switched('disable-model-invocation', false) && !isSample,
      userInvocable: fields.switched('user-invocable', true),
      nameOnly: false,
      allowedTools: readTools(fields, 'allowed-tools', 'allow', report),
      disallowedTools: readTools(fields, 'disallowed-tools', 'deny', report),
      ...optional('model', withoutInherit(fields.text('model'))),
      ...optional('effort', effort),
      ...(fork === undefined ? {} : { fork }),
      ...(hooks === undefined || hooks === null ? {} : { hooks }),
      ...(paths.length === 0 ? {} : { paths }),
      shell: shell === 'powershell' ? 'powershell' : 'bash',
      body: front.body,
      bodyLine: front.bodyLine,
      descriptionLines,
    },
    diagnostics,
  };
}

function optional<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  const given: Partial<Record<Key, string>> = {};
  if (value !== undefined) given[key] = value;
  return given;
}

function withoutInherit(model: string | undefined): string | undefined {
  return model === 'inherit' ? undefined : model;
}

/** The name that the file gives itself, where it is usable and another than the command's. */
function readLabel(fields: SkillFields, place: SkillIdentity, report: ReportProblem): string | undefined {
  const label = place.form === 'command' ? undefined : fields.text('name');
  if (label === undefined || label === place.name) return undefined;
  if (label.length > MAX_LABEL || /[<>]/.test(label) || HIDDEN.test(label)) {
    report('skill-name', saySkill('bad-name'), { line: fields.line('name') });
    return undefined;
  }
  return label;
}

function readFork(fields: SkillFields, report: ReportProblem): Skill['fork'] {
  const context = readChoice(fields, 'context', ['inline', 'fork'], report);
  return context === 'fork'
    ? { agent: fields.text('agent') ?? 'general-purpose', background: fields.switched('background', true) }
    : undefined;
}

function readChoice(fields: SkillFields, key: string, choices: readonly string[], report: ReportProblem): string | undefined {
  const value = fields.text(key);
  if (value === undefined || choices.includes(value)) return value;
  report('skill-type', saySkill('one-of', { key, values: choices.join(', ') }), { line: fields.line(key) });
  return undefined;
}

/** Rules as `allowed-tools` gives them; one that cannot be a rule is reported and left out. */
function readTools(fields: SkillFields, key: string, verdict: 'allow' | 'deny', report: ReportProblem): ToolGrant[] {
  const line = fields.line(key);
  return fields
    .list(key)
    .filter((text) => {
      const { rule, problems } = parseRule(text, verdict);
      for (const { code, message, detail, severity, suggestion } of problems)
        report(code, { message, detail }, { line, severity, ...(suggestion === undefined ? {} : { suggestion }) });
      return rule !== undefined;
    })
    .map((rule) => ({ rule, line }));
}

function firstParagraph(body: string): { text: string; line: number; endLine: number } {
  const lines = body.split('\n');
  const start = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  if (start < 0) return { text: '', line: 0, endLine: 0 };
  const length = lines.slice(start).findIndex((line) => line.trim() === '');
  const end = length < 0 ? lines.length : start + length;
  return { text: lines.slice(start, end).join(' ').trim(), line: start, endLine: end - 1 };
}
