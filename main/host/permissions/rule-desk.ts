import type { EditPlan, Matrix, MatrixCell, RuleEdit } from '../../../shared/model/matrix';
import { CodedError } from '../../../shared/model/failure';
import type { Mode } from '../../../shared/model/mode';
import type { Diagnostic, RuleRef } from '../../../shared/model/permission';
import { planEdits, type PlannedEdits } from '../../core/permission/matrix/plan-edits';
import { isStricter } from '../../core/permission/verdict-rank';
import { unifiedDiff } from '../../core/tools/unified-diff';
import { ruleChange } from '../audit/rule-change';
import type { HostServices } from '../host-services';
import { type CallRecords, seenIn } from './call-records';
import { matrixOf, type ProjectRules, readProjectRules, type RulesView } from './project-rules';
import { swapTexts } from './swap-texts';

const MOST_UNDO = 100;

interface Applied extends PlannedEdits {
  folder: string;
  sessionId: string | undefined;
}

/** Rules as they are and as they would be: matrix, plans of edits, applying and undoing them. */
export class RuleDesk {
  readonly #services: HostServices;
  readonly #records: CallRecords;
  readonly #applied = new Map<string, Applied>();

  constructor(services: HostServices, records: CallRecords) {
    this.#services = services;
    this.#records = records;
  }

  async matrix(folder: string, session: string | undefined, mode: Mode | undefined): Promise<Matrix & { diagnostics: Diagnostic[] }> {
    const rules = await this.read(folder, session);
    return { ...(await this.#compute(rules, session !== undefined, mode)), diagnostics: rules.diagnostics };
  }

  async plan(folder: string, session: string | undefined, edits: readonly RuleEdit[]): Promise<EditPlan> {
    const now = await this.read(folder, session);
    const planned = await this.#planned(now, session, edits);
    const then = await this.readPlanned(folder, session, planned);
    // One after the other: side by side they would hold the thread together.
    const before = await this.#compute(now, session !== undefined, undefined);
    const after = await this.#compute(then, session !== undefined, undefined);
    return {
      files: [...planned.files].map(([path, texts]) => ({
        path,
        exists: texts.before !== undefined,
        hash: this.#hash(texts.before),
        patch: unifiedDiff(path, texts.before, texts.after ?? '').patch,
      })),
      session: planned.session,
      changes: changedCells(before, after),
      blockers: edits.flatMap((edit) => blockersOf(edit, after)),
      problems: newProblems(now.diagnostics, then.diagnostics),
    };
  }

  /** Rejects with `conflict` where a file is not what it was when the plan was made. */
  async apply(
    folder: string,
    session: string | undefined,
    edits: readonly RuleEdit[],
    hashes: Readonly<Record<string, string>>,
  ): Promise<string> {
    const now = await this.read(folder, session);
    const planned = await this.#planned(now, session, edits);
    for (const [path, { before }] of planned.files)
      if (hashes[path] !== this.#hash(before)) throw new CodedError('conflict', `${path} was changed meanwhile: look at the change again.`);
    await this.#change(planned, session, 'after');
    await this.#services.reloadPolicies(folder);
    this.#services.audit.happened(folder, ruleChange(planned, session, 'after'));
    const id = this.#services.ports.ids.next('undo');
    this.#applied.set(id, { ...planned, folder, sessionId: session });
    const [oldest] = this.#applied.keys();
    if (oldest !== undefined && this.#applied.size > MOST_UNDO) this.#applied.delete(oldest);
    return id;
  }

  async undo(id: string): Promise<void> {
    const applied = this.#applied.get(id);
    if (applied === undefined) throw new CodedError('not-found', 'That change cannot be undone any more.');
    await this.#change(applied, applied.sessionId, 'before');
    this.#applied.delete(id);
    await this.#services.reloadPolicies(applied.folder);
    this.#services.audit.happened(applied.folder, ruleChange(applied, applied.sessionId, 'before'));
  }

  /** The rules of a folder and a session as they are saved. */
  async read(folder: string, session: string | undefined): Promise<ProjectRules> {
    return this.#read({ folder, session: await this.#sessionRules(session) });
  }

  /** The same as they would be after edits that nobody has written. */
  async readEdited(folder: string, session: string | undefined, edits: readonly RuleEdit[]): Promise<ProjectRules> {
    const now = await this.read(folder, session);
    return edits.length === 0 ? now : this.readPlanned(folder, session, await this.#planned(now, session, edits));
  }

  async readPlanned(folder: string, session: string | undefined, planned: PlannedEdits): Promise<ProjectRules> {
    const rules = await this.#sessionRules(session);
    const left = rules?.filter((rule) => !planned.session.remove.includes(rule));
    const texts = new Map([...planned.files].map(([path, { after }]) => [path, after]));
    return this.#read({ folder, texts, session: left === undefined ? undefined : [...left, ...planned.session.add] });
  }

  #read(view: RulesView): Promise<ProjectRules> {
    return readProjectRules(this.#services, view, async (rules) =>
      seenIn(await this.#records.read(view.folder, { withInputs: false }), rules),
    );
  }

  async #planned(now: ProjectRules, session: string | undefined, edits: readonly RuleEdit[]): Promise<PlannedEdits> {
    return planEdits(edits, { ...now, settings: now.policy.loaded().files, session: await this.#sessionRules(session) });
  }

  async #compute(rules: ProjectRules, session: boolean, mode: Mode | undefined): Promise<Matrix> {
    return matrixOf(rules, session, mode ?? rules.policy.loaded().defaultMode ?? 'default', this.#services);
  }

  async #sessionRules(session: string | undefined): Promise<readonly string[] | undefined> {
    return session === undefined ? undefined : this.#services.registry.read(session, async ({ source }) => source.state.rules);
  }

  /** All of a change or nothing of it. Rejects with `conflict` where files or session rules are not what it starts from. */
  async #change({ files, session: { add, remove } }: PlannedEdits, session: string | undefined, to: 'before' | 'after'): Promise<void> {
    const { registry, settingsQueue, ports } = this.#services;
    const [come, go] = to === 'after' ? [add, remove] : [remove, add];
    const rules = await this.#sessionRules(session);
    if (rules !== undefined && (come.some((rule) => rules.includes(rule)) || !go.every((rule) => rules.includes(rule))))
      throw new CodedError('conflict', 'The rules of the session were changed meanwhile: nothing was written.');
    await swapTexts(ports.files, settingsQueue, files, to);
    if (session === undefined || come.length + go.length === 0) return;
    try {
      await registry.write(session, (runner) => runner.changeRules(come, go));
    } catch (error) {
      // What somebody wrote meanwhile stays.
      await swapTexts(ports.files, settingsQueue, files, to === 'after' ? 'before' : 'after').catch(() => undefined);
      throw error;
    }
  }

  #hash(text: string | undefined): string {
    return text === undefined ? '' : this.#services.ports.hash(new TextEncoder().encode(text));
  }
}

/** Cells that both tables have and that say something else, or say it for another reason. */
function changedCells(before: Matrix, after: Matrix): EditPlan['changes'] {
  const old = new Map(before.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return after.cells.flatMap((cell) => {
    const was = old.get(`${cell.row} ${cell.column}`);
    return was === undefined || meaning(was) === meaning(cell) ? [] : [{ row: cell.row, column: cell.column, before: was, after: cell }];
  });
}

/** Lines move with every edit; a rule stays the same one. */
function meaning({ verdict, mixed, off, probes }: MatrixCell): string {
  return JSON.stringify([
    verdict,
    mixed,
    off,
    probes.map(({ decision, rule, builtin }) => [decision, rule?.text, rule?.verdict, rule?.scope, rule?.file, builtin]),
  ]);
}

/** The rules that keep a row from being decided as a cell was set, or that still speak where it was to say nothing. */
function blockersOf(edit: RuleEdit, after: Matrix): RuleRef[] {
  if (edit.type !== 'cell') return [];
  const { verdict } = edit;
  const column = verdict === 'none' || edit.column.startsWith('agent:') ? edit.column : 'mode:default';
  const probes = after.cells.find((cell) => cell.row === edit.row && cell.column === column)?.probes ?? [];
  const inWay = probes.flatMap(({ decision, rule }) =>
    rule !== undefined && decision !== undefined && (verdict === 'none' || isStricter(decision, verdict)) ? [rule] : [],
  );
  return [...new Map(inWay.map((rule) => [`${rule.file} ${rule.scope} ${rule.verdict} ${rule.text}`, rule])).values()];
}

function newProblems(before: readonly Diagnostic[], after: readonly Diagnostic[]): EditPlan['problems'] {
  const known = new Set(before.map(({ code, message, file }) => `${code} ${message} ${file}`));
  return after
    .filter(({ code, message, file }) => !known.has(`${code} ${message} ${file}`))
    .map(({ code, message, file, line }) => ({
      code,
      message,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
    }));
}
