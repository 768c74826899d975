import { CodedError } from '../../../../shared/model/failure';
import type { MatrixRow, RuleEdit } from '../../../../shared/model/matrix';
import type { RuleScope, Verdict } from '../../../../shared/model/permission';
import type { FileSystem } from '../../ports';
import { editSettings, type SettingsChange } from '../edit-settings';
import { readIfThere } from '../grant-rule';
import { parseRule } from '../parse-rule';
import type { AgentDefinition } from './agent-definitions';
import { type CustomRow, customRowsFile, writeCustomRows } from './custom-rows';
import { editAgentTools, toolsOfRow } from './edit-agent-tools';
import { VERDICTS } from '../settings-file';

/** What edits are planned against. */
export interface EditGround {
  files: FileSystem;
  folder: string;
  rows: readonly MatrixRow[];
  customRows: readonly CustomRow[];
  agents: readonly AgentDefinition[];
  /** Settings files that are read, by scope; of several the first is written. */
  settings: ReadonlyArray<{ path: string; scope: RuleScope }>;
  /** Allow rules of the session; undefined where no session is at hand. */
  session: readonly string[] | undefined;
}

export interface PlannedEdits {
  /** Every file that changes, with its text before and after; undefined where there is none. */
  files: Map<string, { before: string | undefined; after: string | undefined }>;
  session: { add: string[]; remove: string[] };
}

/** The exact changes of edits, one after the other. Writes nothing. Rejects with `bad-request` for what no file or rule can say. */
export async function planEdits(edits: readonly RuleEdit[], ground: EditGround): Promise<PlannedEdits> {
  const plan: PlannedEdits = { files: new Map(), session: { add: [], remove: [] } };
  for (const edit of edits) await planEdit(edit, ground, plan);
  for (const [path, { before, after }] of plan.files) if (before === after) plan.files.delete(path);
  return plan;
}

async function planEdit(edit: RuleEdit, ground: EditGround, plan: PlannedEdits): Promise<void> {
  switch (edit.type) {
    case 'cell':
      return planCell(edit, ground, plan);
    case 'add':
      checkRule(edit.rule, edit.verdict);
      return changeRules(edit.scope, edit.file, [{ op: 'add', verdict: edit.verdict, rule: edit.rule }], ground, plan);
    case 'remove':
      return changeRules(edit.scope, edit.file, [{ op: 'remove', verdict: edit.verdict, rule: edit.rule }], ground, plan);
    case 'replace': {
      checkRule(edit.by.rule, edit.by.verdict);
      const changes: SettingsChange[] =
        edit.by.verdict === edit.verdict && edit.scope !== 'session'
          ? [{ op: 'replace', verdict: edit.verdict, rule: edit.rule, by: edit.by.rule }]
          : [
              { op: 'remove', verdict: edit.verdict, rule: edit.rule },
              { op: 'add', verdict: edit.by.verdict, rule: edit.by.rule },
            ];
      return changeRules(edit.scope, edit.file, changes, ground, plan);
    }
    case 'move':
      await changeRules(edit.scope, edit.file, [{ op: 'remove', verdict: edit.verdict, rule: edit.rule }], ground, plan);
      return changeRules(edit.to, undefined, [{ op: 'add', verdict: edit.verdict, rule: edit.rule }], ground, plan);
    case 'add-row':
      for (const rule of edit.rules) checkRule(rule, 'ask');
      return changeRows(ground, plan, (rows) => [...rows.filter(({ name }) => name !== edit.name), { name: edit.name, rules: edit.rules }]);
    case 'remove-row':
      return changeRows(ground, plan, (rows) => rows.filter(({ name }) => name !== edit.name));
  }
}

async function planCell(edit: Extract<RuleEdit, { type: 'cell' }>, ground: EditGround, plan: PlannedEdits): Promise<void> {
  const row = ground.rows.find(({ id }) => id === edit.row);
  if (row === undefined) throw new CodedError('not-found', `The matrix has no row ${edit.row}.`);
  const [kind, name = ''] = edit.column.split(/:(.*)/s);
  if (kind === 'agent') return planAgent(name, row, edit.verdict, ground, plan);
  const scope = (['session', 'local', 'project', 'user'] as const).find((one) => kind === 'scope' && one === name);
  if (scope === undefined) throw new CodedError('bad-request', `${edit.column} is computed: it follows from the rules and the mode.`);
  const wanted = edit.verdict === 'none' ? [] : row.says[edit.verdict];
  if (edit.verdict !== 'none' && wanted.length === 0) throw new CodedError('bad-request', `No rule can say ${edit.verdict} for ${row.id}.`);
  const own = new Set([...row.says.allow, ...row.says.ask, ...row.says.deny]);
  const changes: SettingsChange[] = VERDICTS.filter((verdict) => verdict !== edit.verdict).flatMap((verdict) =>
    [...own].map((rule): SettingsChange => ({ op: 'remove', verdict, rule })),
  );
  if (edit.verdict !== 'none') for (const rule of wanted) changes.push({ op: 'add', verdict: edit.verdict, rule });
  await changeRules(scope, undefined, changes, ground, plan);
}

/** A sub-agent has a tool or has it not: between the two its calls are decided as the main agent's. */
async function planAgent(name: string, row: MatrixRow, verdict: Verdict | 'none', ground: EditGround, plan: PlannedEdits): Promise<void> {
  const agent = ground.agents.find((one) => one.name === name);
  if (agent === undefined) throw new CodedError('not-found', `No sub-agent is called ${name}.`);
  if (verdict === 'ask')
    throw new CodedError('bad-request', 'A definition gives a tool or takes it; whether its calls are asked for is up to the rules.');
  await changeFile(agent.source.file, ground, plan, async (text) =>
    editAgentTools(text ?? '', agent.source.file, toolsOfRow(row), verdict !== 'deny'),
  );
}

async function changeRules(
  scope: RuleScope,
  file: string | undefined,
  changes: readonly SettingsChange[],
  ground: EditGround,
  plan: PlannedEdits,
): Promise<void> {
  if (scope === 'session') return changeSession(changes, ground, plan);
  const place = ground.settings.find((one) => one.scope === scope && (file === undefined || one.path === file));
  if (place === undefined || scope === 'managed' || scope === 'cli')
    throw new CodedError('bad-request', `The rules of the scope ${scope} cannot be changed here.`);
  await changeFile(place.path, ground, plan, async (text) => {
    let after = text;
    for (const change of changes) if (change.op !== 'remove' || after !== undefined) after = await editSettings(after, place.path, change);
    return after;
  });
}

function changeSession(changes: readonly SettingsChange[], { session }: EditGround, plan: PlannedEdits): void {
  if (session === undefined) throw new CodedError('bad-request', 'No session is open whose rules could be changed.');
  for (const change of changes) {
    if (change.op === 'add' && change.verdict !== 'allow')
      throw new CodedError('bad-request', 'A session is only ever granted something: its rules allow.', { problem: 'session-allows' });
    if (change.op === 'add' && !session.includes(change.rule)) plan.session.add.push(change.rule);
    if (change.op === 'remove' && change.verdict === 'allow' && session.includes(change.rule)) plan.session.remove.push(change.rule);
  }
}

function changeRows(ground: EditGround, plan: PlannedEdits, edit: (rows: readonly CustomRow[]) => CustomRow[]): Promise<void> {
  return changeFile(customRowsFile(ground.folder), ground, plan, async (text) => writeCustomRows(text, edit(ground.customRows)));
}

async function changeFile(
  path: string,
  { files }: EditGround,
  plan: PlannedEdits,
  edit: (text: string | undefined) => Promise<string | undefined>,
): Promise<void> {
  const known = plan.files.get(path);
  const before = known === undefined ? await readIfThere(files, path) : known.before;
  plan.files.set(path, { before, after: await edit(known === undefined ? before : known.after) });
}

function checkRule(text: string, verdict: Verdict): void {
  const { rule, problems } = parseRule(text, verdict);
  if (rule !== undefined) return;
  const [problem] = problems;
  throw new CodedError('bad-request', problem?.message ?? `${text} is no rule.`, {
    ...(problem === undefined ? {} : { problem: problem.code }),
    ...(problem?.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
  });
}
