import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import { nearestName } from '../kernel/nearest-name';
import type { Said } from '../kernel/say-words';
import type { FrontmatterData } from './frontmatter';
import { saySkill } from './skill-words';

export type FieldKind = 'text' | 'list' | 'switch' | 'map' | 'any';

/** Every key of the frontmatter that means something here, and what its value is. */
export const SKILL_FIELDS: Readonly<Record<string, FieldKind>> = {
  name: 'text',
  description: 'text',
  when_to_use: 'text',
  'argument-hint': 'text',
  arguments: 'list',
  'disable-model-invocation': 'switch',
  'user-invocable': 'switch',
  'allowed-tools': 'list',
  'disallowed-tools': 'list',
  model: 'text',
  effort: 'text',
  context: 'text',
  agent: 'text',
  background: 'switch',
  hooks: 'any',
  paths: 'list',
  shell: 'text',
  license: 'text',
  compatibility: 'text',
  metadata: 'map',
};

/** Keys that only a skill has: a command file does without them. */
const ONLY_SKILLS = new Set(['name', 'paths']);

const ON = new Set(['yes', 'on', '1', 'true']);
const OFF = new Set(['no', 'off', '0', 'false']);

export type ReportProblem = (
  code: string,
  said: Said,
  at: { line?: number; suggestion?: string; severity?: Diagnostic['severity'] },
) => void;

/** Reads the fields of a frontmatter by their kind; what does not fit is reported with its line and counts as absent. */
export class SkillFields {
  readonly #front: FrontmatterData;
  readonly #report: ReportProblem;

  constructor(front: FrontmatterData, form: 'skill' | 'command', report: ReportProblem) {
    this.#front = front;
    this.#report = report;
    for (const key of Object.keys(front.data)) {
      if (!Object.hasOwn(SKILL_FIELDS, key)) this.#reportUnknown(key);
      else if (form === 'command' && ONLY_SKILLS.has(key))
        report('skill-unused-key', saySkill('unused-key', { key }), { ...this.#place(key), severity: 'info' });
    }
  }

  line(key: string): number {
    return this.#front.lines[key]?.start ?? 1;
  }

  text(key: string): string | undefined {
    const value = this.#front.data[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    // `argument-hint: [file]` is a list to YAML and a hint to everybody else.
    if (Array.isArray(value) && value.every((entry) => typeof entry === 'string' || typeof entry === 'number'))
      return `[${value.join(', ')}]`;
    if (typeof value !== 'string') return this.#wrong(key, 'text');
    return value.trim() === '' ? undefined : value.trim().replace(/\s*\n\s*/g, ' ');
  }

  list(key: string): string[] {
    const value = this.#front.data[key];
    if (value === undefined || value === null) return [];
    if (typeof value === 'string') return splitList(value);
    if (Array.isArray(value) && value.every((entry) => typeof entry === 'string' || typeof entry === 'number')) return value.map(String);
    return this.#wrong(key, 'list') ?? [];
  }

  switched(key: string, fallback: boolean): boolean {
    const value = this.#front.data[key];
    if (value === undefined || value === null) return fallback;
    const text = String(value).toLowerCase();
    if (ON.has(text)) return true;
    if (OFF.has(text)) return false;
    return this.#wrong(key, 'switch') ?? fallback;
  }

  raw(key: string): unknown {
    return this.#front.data[key];
  }

  map(key: string): void {
    const value = this.#front.data[key];
    if (value !== undefined && value !== null && !isRecord(value)) this.#wrong(key, 'map');
  }

  #wrong(key: string, wanted: Exclude<FieldKind, 'any'>): undefined {
    this.#report('skill-type', saySkill(wanted, { key }), this.#place(key));
    return undefined;
  }

  #reportUnknown(key: string): void {
    const near = key === 'tools' ? 'allowed-tools' : nearestName(key, Object.keys(SKILL_FIELDS));
    if (near === undefined)
      this.#report('skill-unknown-key', saySkill('unknown-key', { key }), {
        ...this.#place(key),
        severity: 'info',
      });
    else this.#report('skill-unknown-key', saySkill('mistaken-key', { key }), { ...this.#place(key), suggestion: near });
  }

  #place(key: string): { line?: number } {
    const line = this.#front.lines[key]?.start;
    return line === undefined ? {} : { line };
  }
}

/** Splits at blanks and commas, but not inside parentheses: `Bash(git add *), Read` has two entries. */
function splitList(text: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let current = '';
  for (const letter of text) {
    if (depth === 0 && /[\s,]/.test(letter)) {
      if (current !== '') entries.push(current);
      current = '';
      continue;
    }
    if (letter === '(') depth += 1;
    if (letter === ')') depth = Math.max(0, depth - 1);
    current += letter;
  }
  return current === '' ? entries : [...entries, current];
}
