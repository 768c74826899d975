import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/model/audit';
import { VerdictChip } from '../../ui/decision-chip';
import { StateChip } from './state-chip';
import { useEntryWords } from './entry-words';

export const HEADINGS = ['at', 'by', 'what', 'about', 'decision', 'state'] as const;
/** Who asked and what decided are in the detail alone where the table is narrow. */
export const COLUMNS =
  'grid items-center gap-2 px-4 grid-cols-[104px_92px_minmax(96px,1fr)_76px] @[720px]:grid-cols-[136px_84px_120px_minmax(160px,1fr)_84px_104px]';
const IN_WIDE = 'hidden @[720px]:block';

export function classOfColumn(name: (typeof HEADINGS)[number]): string {
  return name === 'by' || name === 'decision' ? IN_WIDE : '';
}

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const { actor, about, when } = useEntryWords();
  return (
    <div className={`${COLUMNS} h-full text-sm`}>
      <span className="truncate text-faint">{when(entry)}</span>
      <span className={`truncate ${IN_WIDE}`}>{actor(entry)}</span>
      <span className="truncate">{entry.tool ?? t(`kind.${entry.kind}`)}</span>
      <code className="truncate" title={about(entry)}>
        {about(entry)}
      </code>
      <span className={IN_WIDE}>{entry.decision ? <VerdictChip verdict={entry.decision.decision} /> : undefined}</span>
      <span>
        <StateChip state={entry.state} />
      </span>
    </div>
  );
}
