import { methods } from '../../../shared/contract/methods';
import { createPace } from '../../core/kernel/create-pace';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { CallRecords } from '../permissions/call-records';
import type { RuleDesk } from '../permissions/rule-desk';
import { createProbeContext } from '../probe-context';

/** Matrix, edits of rules, and what the calls on record say about both. Loaded when first asked for. */
export function ruleHandlers(services: HostServices) {
  const { ports } = services;
  let opened: Promise<{ desk: RuleDesk; records: CallRecords }> | undefined;
  const open = () => {
    opened ??= openDesk(services);
    return opened;
  };
  const place = async ({ folder, session }: { folder: string; session?: string | undefined }) => {
    const { desk, records } = await open();
    return { desk, records, folder: await ports.files.realpath(folder), session };
  };
  const looked = ({ calls, sessions, partial }: { calls: readonly unknown[]; sessions: number; partial: boolean }) => ({
    calls: calls.length,
    sessions,
    partial,
  });

  return {
    'permission.matrix': handle(methods['permission.matrix'], async (params) => {
      const { desk, folder, session } = await place(params);
      return desk.matrix(folder, session, params.mode);
    }),
    'permission.plan': handle(methods['permission.plan'], async (params) => {
      const { desk, folder, session } = await place(params);
      return desk.plan(folder, session, params.edits);
    }),
    'permission.apply': handle(methods['permission.apply'], async (params) => {
      const { desk, folder, session } = await place(params);
      return { undo: await desk.apply(folder, session, params.edits, params.hashes) };
    }),
    'permission.undo': handle(methods['permission.undo'], async ({ undo }) => {
      await (await open()).desk.undo(undo);
      return {};
    }),
    'permission.uses': handle(methods['permission.uses'], async (params) => {
      const { records, folder } = await place(params);
      const { countRuleUses } = await import('../../core/permission/history/rule-uses');
      const history = await records.read(folder, { withInputs: false });
      return { uses: countRuleUses(history.calls, folder), looked: looked(history) };
    }),
    'permission.replay': handle(methods['permission.replay'], async (params) => {
      const { desk, records, folder, session } = await place(params);
      const { replayCalls } = await import('../../core/permission/history/replay-calls');
      const { findCheckScripts } = await import('../../core/permission/check-scripts');
      const { findReach } = await import('../../core/permission/find-reach');
      const { describeRecorded } = await import('../../core/permission/history/describe-recorded');
      const [saved, edited, history, tools] = await Promise.all([
        desk.read(folder, session),
        desk.readEdited(folder, session, params.edits),
        records.read(folder, { sessions: params.sessions, withInputs: true }),
        services.tools(),
      ]);
      const commands = history.calls.map(({ action }) => action.command ?? '').join('\n');
      const checkScripts = await findCheckScripts(ports.files, folder, commands);
      const report = await replayCalls(history.calls, {
        describe: (call) => describeRecorded(call, tools, createProbeContext(ports, folder)),
        findReach: (command, cwd) => findReach(command, { files: ports.files, folder, cwd, home: ports.personHome, present: [] }),
        saved: { ...saved.policy.ruleSet(), checkScripts },
        edited: { ...edited.policy.ruleSet(), checkScripts },
        signal: new AbortController().signal,
        pace: createPace(ports.clock),
      });
      return { ...report, looked: looked(history) };
    }),
    'permission.suggest': handle(methods['permission.suggest'], async (params) => {
      const { desk, records, folder, session } = await place(params);
      const { suggestRules } = await import('../../core/permission/history/suggest-rules');
      const [{ policy }, history] = await Promise.all([desk.read(folder, session), records.read(folder, { withInputs: false })]);
      const { localFile } = policy.loaded();
      const suggestions = await suggestRules(history.calls, policy.ruleSet(), { localFile, pace: createPace(ports.clock) });
      return { suggestions, looked: looked(history) };
    }),
    'permission.admits': handle(methods['permission.admits'], async (params) => {
      const { desk, records, folder, session } = await place(params);
      const { findAdmitted } = await import('../../core/permission/history/admitted-calls');
      const [{ policy }, history] = await Promise.all([desk.read(folder, session), records.read(folder, { withInputs: false })]);
      const except = new Set(params.except === undefined ? [] : [params.except]);
      const admitted = await findAdmitted(params.rules, history.calls, policy.ruleSet(), { except, pace: createPace(ports.clock) });
      return { ...admitted, looked: looked(history) };
    }),
  };
}

async function openDesk(services: HostServices): Promise<{ desk: RuleDesk; records: CallRecords }> {
  const [desk, records] = await Promise.all([import('../permissions/rule-desk'), import('../permissions/call-records')]);
  const made = new records.CallRecords(services.ports);
  return { desk: new desk.RuleDesk(services, made), records: made };
}
