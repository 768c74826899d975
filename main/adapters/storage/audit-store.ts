import { join } from 'node:path';
import type { AuditLog, AuditStore } from '../../core/audit/audit-log';
import type { Clock } from '../../core/ports';
import { AuditFile } from './audit-file';
import { folderSlug, projectsFolder } from './session-paths';

/** The audit logs of a home: one for each project folder, beside its sessions. */
export function createAuditStore({ home, clock }: { home: string; clock: Pick<Clock, 'now'> }): AuditStore {
  const logs = new Map<string, AuditLog>();
  return {
    of(folder) {
      const slug = folderSlug(folder);
      const known = logs.get(slug);
      if (known !== undefined) return known;
      const log = new AuditFile(join(projectsFolder(home), slug), clock.now);
      logs.set(slug, log);
      return log;
    },
  };
}
