import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/model/audit';
import type { CapabilityUse } from '../../../shared/model/permission';
import { isToday, useFormat } from '../../ui/format';

export interface EntryWords {
  actor: (entry: Pick<AuditEntry, 'by'>) => string;
  /** In one line: the command, the address, the paths, or what the record itself says. */
  about: (entry: AuditEntry) => string;
  capability: (use: CapabilityUse) => string;
  /** The time; of another day with its date. */
  when: (entry: Pick<AuditEntry, 'at'>) => string;
}

/** What the table and the detail say of an entry, in the person's language. */
export function useEntryWords(): EntryWords {
  const { t } = useTranslation(['audit', 'permissions']);
  const format = useFormat();
  return {
    actor: ({ by }) => (by.kind === 'agent' ? (by.name ?? '') : t(`by.${by.kind}`)),
    about({ kind, input, summary, server, paths = [] }) {
      if (kind === 'trust') return t(summary === 'trusted' ? 'trusted' : 'untrusted');
      if (kind === 'server' && input?.['change'] !== undefined) return t(`server.${input['change']}`, { ...input, defaultValue: summary });
      if (kind === 'hooks' && summary !== undefined) return tellingLines(summary);
      if (server !== undefined) return t(server.tool === undefined ? 'ofServer' : 'serverCall', { ...server });
      const said = input?.['command'] ?? input?.['url'] ?? summary ?? paths.join(', ');
      return String(said).replace(/\s*\n\s*/g, ' ');
    },
    when: ({ at }) => (isToday(at) ? format.time(at) : `${format.day(at)} ${format.time(at)}`),
    capability: ({ capability, of }) =>
      of === undefined
        ? t(`permissions:row.${capability}`)
        : t('permissions:row.of', { row: t(`permissions:row.${capability}`), name: of }),
  };
}

/** Of the changed lines of hooks those that say what runs and when: brackets and types tell nothing in a row. */
function tellingLines(summary: string): string {
  const lines = summary.split('\n').map((line) => line.replace(/\s+/g, ' '));
  const telling = lines.filter((line) => /"(matcher|command|url|prompt|server|tool)":/.test(line));
  return (telling.length > 0 ? telling : lines).join('  ');
}
