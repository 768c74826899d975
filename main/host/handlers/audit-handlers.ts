import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { AuditReader } from '../audit/read-audit';
import type { HostServices } from '../host-services';

/** Loaded when first asked for. */
export function auditHandlers({ ports, audit }: HostServices) {
  const load = () => import('../audit/read-audit');
  let reader: AuditReader | undefined;
  return {
    'audit.list': handle(methods['audit.list'], async ({ folder, filter, offset, limit }) => {
      const [{ AuditReader, namesOf }, { fitsFilter }] = await Promise.all([load(), import('../../core/audit/filter-entries')]);
      reader ??= new AuditReader(audit, ports);
      const entries = await reader.entries(await ports.files.realpath(folder));
      const fitting = entries.filter((entry) => fitsFilter(entry, filter));
      return { entries: fitting.slice(offset, offset + limit), total: fitting.length, names: namesOf(entries) };
    }),
    'audit.verify': handle(methods['audit.verify'], async ({ folder }) => {
      const { verifyLog } = await load();
      return verifyLog(audit, ports, await ports.files.realpath(folder));
    }),
  };
}
