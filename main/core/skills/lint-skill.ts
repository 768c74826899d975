import type { Diagnostic } from '../../../shared/model/permission';
import { estimateTokens } from '../context/estimate-tokens';
import type { SkillReference } from './find-references';
import { listingLine } from './list-skills';
import type { Skill } from './skill';
import type { SaidByKey } from '../kernel/say-words';
import { SKILL_FIELDS } from './skill-fields';
import { saySkill } from './skill-words';

const MAX_LINES = 500;
const MAX_TOKENS = 5_000;
const MAX_LISTED = 1_536;
const STANDARD_FIELDS = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']);
/** Lower-case letters and digits of any script, single hyphens between them. */
const STANDARD_NAME = /^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u;
/** What reaches others, or cannot be taken back. */
const SIDE_EFFECTS =
  /\bgit push\b|\b(npm|pnpm|yarn|cargo|gem|twine) (publish|upload)\b|\bdocker push\b|\b(kubectl|terraform) (apply|delete|destroy)\b|\bgh (pr|release|issue) (create|merge|close)\b|\brm -[a-z]*r[a-z]*f?\b|\bcurl\b[^\n`]*-X ?(POST|PUT|DELETE)\b/;
export interface LintPlace {
  /** What the reader of the file found. */
  diagnostics: readonly Diagnostic[];
  /** Keys of the frontmatter, as written. */
  keys: readonly string[];
  /** Files that its text names and that are not there. */
  missing: readonly SkillReference[];
}

/** What is wrong with a skill, or could be better: what the reader found, and the rules of the Agent Skills standard. */
export function lintSkill(skill: Skill, { diagnostics, keys, missing }: LintPlace): Diagnostic[] {
  const found: Diagnostic[] = [...diagnostics];
  const report = (code: string, severity: Diagnostic['severity'], said: SaidByKey, line?: number): void => {
    found.push({ code, severity, ...said, file: skill.path, ...(line === undefined ? {} : { line }) });
  };
  if (!keys.includes('description'))
    // Most commands do without one: their first line says what they do.
    report('skill-no-description', skill.form === 'skill' ? 'warning' : 'info', saySkill('no-description'), 1);
  if (listingLine(skill).length > MAX_LISTED)
    report('skill-long-description', 'warning', saySkill('long-description', { most: String(MAX_LISTED) }), skill.descriptionLines.start);
  const lines = skill.body.split('\n').length;
  if (lines > MAX_LINES)
    report('skill-long', 'warning', saySkill('many-lines', { lines: String(lines), most: String(MAX_LINES) }), skill.bodyLine);
  const tokens = estimateTokens(skill.body);
  if (tokens > MAX_TOKENS)
    report('skill-long', 'warning', saySkill('many-tokens', { tokens: String(tokens), most: String(MAX_TOKENS) }), skill.bodyLine);
  lintSideEffects(skill, report);
  for (const { path, line } of missing) report('skill-dead-reference', 'warning', saySkill('dead-reference', { path }), line);
  if (skill.effort !== undefined) report('skill-effort', 'info', saySkill('effort'));
  lintStandard(skill, keys, report);
  return found;
}

type Report = (code: string, severity: Diagnostic['severity'], said: SaidByKey, line?: number) => void;

function lintSideEffects(skill: Skill, report: Report): void {
  if (!skill.modelInvocable) return;
  const index = skill.body.split('\n').findIndex((line) => SIDE_EFFECTS.test(line));
  if (index < 0) return;
  const what = SIDE_EFFECTS.exec(skill.body.split('\n')[index] ?? '')?.[0] ?? '';
  report('skill-side-effects', 'warning', saySkill('side-effects', { what }), skill.bodyLine + index);
}

/** What the strict validator of the standard refuses. Many skills have more fields than it knows: that is a note. */
function lintStandard(skill: Skill, keys: readonly string[], report: Report): void {
  if (skill.form === 'command') return;
  const say = (said: SaidByKey): void => report('skill-standard', 'info', said);
  const name = skill.label ?? skill.name;
  if (!keys.includes('name')) say(saySkill('standard-no-name'));
  else if (name.length > 64 || !STANDARD_NAME.test(name)) say(saySkill('standard-name'));
  else if (skill.label !== undefined) say(saySkill('standard-folder', { name: skill.name }));
  if ([...skill.description].length > 1_024) say(saySkill('standard-description'));
  const others = keys.filter((key) => !STANDARD_FIELDS.has(key) && Object.hasOwn(SKILL_FIELDS, key));
  if (others.length > 0) say(saySkill('standard-keys', { keys: others.join(', ') }));
}
