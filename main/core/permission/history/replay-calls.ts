import type { Action, Decision, ReplayChange, ReplayReport } from '../../../../shared/model/permission';
import { decideQuery } from '../decide-query';
import { NO_COMMITS, type Reach } from '../find-reach';
import type { ParsedCommand } from '../parsed-command';
import { toRulePath } from '../path-text';
import type { RuleSet } from '../rule-set';
import type { RecordedCall } from './recorded-calls';
import { showCall } from './show-call';

export interface ReplayOptions {
  /** The call described anew from its input; rejects for an input that no tool takes. */
  describe(call: RecordedCall): Promise<Action>;
  /** What a command comes upon on the disk now. */
  findReach(command: ParsedCommand, cwd: string): Promise<Omit<Reach, 'commits' | 'restricted'>>;
  /** The rules as they are saved, and as they would be. */
  saved: RuleSet;
  edited: RuleSet;
  signal: AbortSignal;
  pace(): Promise<void>;
}

/** Most changes that are listed; all are counted. */
const MOST_CHANGES = 500;

/**
 * Decides recorded calls anew, each in the mode that it was decided in. A change says what was recorded, what the saved rules say
 * now, and what the edited ones would say: where only the first two differ, the project changed and not the edit.
 */
export async function replayCalls(calls: readonly RecordedCall[], options: ReplayOptions): Promise<ReplayReport> {
  const report: ReplayReport = { calls: 0, skipped: 0, changed: 0, byEdit: 0, changes: [] };
  for (const call of calls) {
    if (options.signal.aborted) break;
    await options.pace();
    const change = await replayOne(call, options).catch(() => undefined);
    if (change === undefined) {
      report.skipped += 1;
      continue;
    }
    report.calls += 1;
    const byEdit = change.saved.decision !== change.edited.decision;
    if (change.recorded.decision === change.edited.decision && !byEdit) continue;
    report.changed += 1;
    if (byEdit) report.byEdit += 1;
    if (report.changes.length < MOST_CHANGES) report.changes.push(change);
  }
  return report;
}

async function replayOne(call: RecordedCall, { describe, findReach, saved, edited }: ReplayOptions): Promise<ReplayChange> {
  const action = await describe(call);
  const { command, paths } = action;
  const reach = command === undefined ? undefined : await findReach(saved.parse(command), toRulePath(paths[0] ?? saved.folder));
  const found = reach === undefined ? {} : { reaches: [{ ...reach, commits: NO_COMMITS, restricted: [] }] };
  const query = { action, mode: call.decision.mode, agent: call.agent, untrusted: call.foreign };
  return {
    session: call.session,
    title: call.title,
    item: call.item,
    at: call.at,
    tool: call.tool,
    call: showCall(action, edited.folder),
    recorded: shorten(call.decision),
    saved: shorten(decideQuery(query, { ...saved, ...found })),
    edited: shorten(decideQuery(query, { ...edited, ...found })),
  };
}

function shorten({ decision, mode, reason, rule, builtin }: Decision): ReplayChange['recorded'] {
  return { decision, mode, reason, ...(rule === undefined ? {} : { rule }), ...(builtin === undefined ? {} : { builtin }) };
}
