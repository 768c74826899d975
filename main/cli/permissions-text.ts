import type { EditPlan, Matrix, MatrixCell, MatrixColumn } from '../../shared/model/matrix';
import type { Decision, Diagnostic, ReplayReport, RuleRef, RuleSuggestion, RuleUse } from '../../shared/model/permission';

/** The matrix as a table: a letter would be hard to search for, so every cell is a word. */
export function describeMatrix({ rows, columns, cells }: Matrix): string {
  const heads = columns.map(headOf);
  const byPlace = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const table = rows.map(({ id }) => [id, ...columns.map((column) => wordOf(byPlace.get(`${id} ${column.id}`)))]);
  return `${alignColumns([['', ...heads], ...table])}\n* not decided alike: one example call of the row differs\n`;
}

function headOf(column: MatrixColumn): string {
  if (column.kind === 'scope') return `[${column.scope}]`;
  return column.kind === 'mode' ? column.mode : column.agent;
}

function wordOf(cell: MatrixCell | undefined): string {
  if (cell?.verdict === undefined) return '-';
  return `${cell.verdict}${cell.mixed ? '*' : ''}${cell.off === true ? ' (off)' : ''}`;
}

function alignColumns(table: readonly string[][]): string {
  const widths = (table[0] ?? []).map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function describePlan({ files, session, changes, blockers, problems }: EditPlan): string {
  const verdicts = changes.filter(({ before, after }) => wordOf(before) !== wordOf(after));
  const sources = changes.length - verdicts.length;
  const lines = [
    ...files.map(({ patch }) => patch.trimEnd()),
    ...session.add.map((rule) => `session: + ${rule}`),
    ...session.remove.map((rule) => `session: - ${rule}`),
    ...(files.length + session.add.length + session.remove.length === 0 ? ['Nothing would change.'] : ['', 'What it changes:']),
    ...verdicts.map(({ row, column, before, after }) => `  ${row}  ${column}  ${wordOf(before)} -> ${wordOf(after)}`),
    ...(sources === 0 ? [] : [`  and ${sources} more decided as before, for another reason`]),
    ...blockers.map((rule) => `In the way: ${showRule(rule)}`),
    ...problems.map(({ message, file, line }) => `Problem: ${message}${placeOf(file, line)}`),
  ];
  return `${lines.join('\n')}\n`;
}

interface ListedRules {
  rules: ReadonlyArray<RuleRef & { off?: string | undefined }>;
  files: ReadonlyArray<{ path: string; scope: string; exists: boolean }>;
  diagnostics: readonly Diagnostic[];
}

/** Rules by the place that they stand in, in the order in which they are looked at, with how often each decided. */
export function describeRules({ rules, files, diagnostics }: ListedRules, uses: readonly RuleUse[]): string {
  const places = [
    ...new Set([...rules.map(({ scope, file }) => `${scope} ${file ?? ''}`), ...files.map(({ scope, path }) => `${scope} ${path}`)]),
  ];
  const order = ['deny', 'ask', 'allow'];
  const groups = places.flatMap((place) => {
    const own = rules.filter(({ scope, file }) => `${scope} ${file ?? ''}` === place);
    const sorted = [...own].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
    return [
      place.trim(),
      ...(sorted.length === 0
        ? ['  (no rules)']
        : sorted.map(
            (rule) =>
              `  ${rule.verdict.padEnd(5)} ${rule.text}${rule.line === undefined ? '' : `   line ${rule.line}`}${usesOf(rule, uses)}${rule.off === undefined ? '' : `   off: ${rule.off}`}`,
          )),
    ];
  });
  return `${[...groups, ...diagnostics.map(({ severity, message, file, line }) => `${severity}: ${message}${placeOf(file, line)}`)].join('\n')}\n`;
}

function usesOf({ text, verdict, scope, file }: RuleRef, uses: readonly RuleUse[]): string {
  const found = uses.find((use) => use.text === text && use.verdict === verdict && use.scope === scope && use.file === file);
  return found === undefined ? '   never used' : `   used ${found.hits}x, last ${found.lastAt.slice(0, 10)}: ${oneLine(found.last.call)}`;
}

export function describeReplay(report: ReplayReport & { looked: { sessions: number; partial: boolean } }): string {
  const { calls, skipped, changed, byEdit, changes, looked } = report;
  const lines = [
    `${calls} calls of ${looked.sessions} sessions decided anew${looked.partial ? ' (the newest ones)' : ''}, ${skipped} could not be described any more.`,
    `${changed} differ from what was recorded, ${byEdit} of them because of the edit.`,
    ...changes.flatMap(({ call, recorded, saved, edited, session, at }) => [
      `  ${recorded.decision} -> ${edited.decision}${saved.decision === edited.decision ? '  (by the saved rules already)' : ''}  ${oneLine(call)}`,
      `      ${edited.reason}  [${session} ${at.slice(0, 10)}]`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

export function describeSuggestions(suggestions: readonly RuleSuggestion[]): string {
  if (suggestions.length === 0) return 'No answer was given often enough to suggest a rule.\n';
  const lines = suggestions.flatMap(({ verdict, rules, count, examples, admits }) => [
    `${verdict} ${rules.join(', ')}`,
    `  ${verdict === 'allow' ? 'approved' : 'rejected'} ${count}x: ${examples.map(({ call, count: times }) => `${oneLine(call)} (${times})`).join(', ')}`,
    admits.kinds === 0 || verdict === 'deny'
      ? '  nothing else on record fits it'
      : `  would also admit: ${admits.examples.map(({ call }) => oneLine(call)).join(', ')}${admits.kinds > admits.examples.length ? ', …' : ''}`,
  ]);
  return `${lines.join('\n')}\n`;
}

export function describeDecision({ decision, mode, reason, parts, capabilities = [], diagnostics }: Decision): string {
  const rows = (uses: typeof capabilities) =>
    uses.map(({ capability, of }) => (of === undefined ? capability : `${capability}:${of}`)).join(', ');
  const lines = [
    `${decision} (mode ${mode}): ${reason}`,
    ...(capabilities.length === 0 ? [] : [`uses: ${rows(capabilities)}`]),
    ...(parts ?? []).map(
      (part) =>
        `  ${part.decision}  ${part.text}   ${part.rule === undefined ? (part.builtin ?? '') : showRule(part.rule)}   [${rows(part.capabilities ?? [])}]`,
    ),
    ...diagnostics.map(
      ({ severity, message, file, line, suggestion }) =>
        `${severity}: ${message}${placeOf(file, line)}${suggestion === undefined ? '' : ` Perhaps: ${suggestion}`}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function showRule({ verdict, text, file, line, scope }: RuleRef): string {
  return `${verdict} ${text}${file === undefined ? ` (${scope})` : placeOf(file, line)}`;
}

function placeOf(file: string | undefined, line: number | undefined): string {
  return file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
