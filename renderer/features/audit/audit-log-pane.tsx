import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry, AuditFilter } from '../../../shared/model/audit';
import { selectDetail, useSelection } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { EmptyState } from '../../ui/empty-state';
import { Failed } from '../../ui/failed';
import { SidePanel } from '../../ui/side-panel';
import { VirtualList } from '../../ui/virtual-list';
import { AuditDetail } from './audit-detail';
import { AuditFilters } from './audit-filters';
import { AuditRow, classOfColumn, COLUMNS, HEADINGS } from './audit-row';

const ROW = 27;
const PAGE = 200;
const MOST = 1_000;
const NONE: AuditEntry[] = [];

/** The records that fit the filters, newest first, with the chosen one beside them. */
export function AuditLogPane({ folder, fresh }: { folder: string; fresh: number }) {
  const { t } = useTranslation('audit');
  const [filter, setFilter] = useState<AuditFilter>({});
  const [limit, setLimit] = useState(PAGE);
  const chosen = useSelection((state) => state.current.detail);
  const answer = useAnswer('audit.list', { folder, filter, offset: 0, limit }, JSON.stringify([folder, filter, limit, fresh]), folder);
  const { data, error, again } = answer;
  const entries = data?.entries ?? NONE;
  const entry = entries.find(({ id }) => id === chosen);
  const filtered = Object.keys(filter).length > 0;
  if (error) return <Failed error={error} onRetry={again} className="px-4 py-3" />;
  if (data?.total === 0 && !filtered) return <EmptyState title={t('empty.title')}>{t('empty.body')}</EmptyState>;
  const change = (next: AuditFilter) => {
    setFilter(next);
    setLimit(PAGE);
  };
  return (
    <SidePanel
      name={t('detail.name')}
      main={
        <div className="flex min-h-0 flex-1 flex-col" aria-busy={answer.loading}>
          <AuditFilters filter={filter} names={data?.names} onChange={change} />
          <p role="status" className="px-4 pb-1 text-muted text-sm">
            {data ? t('count', { count: data.total }) : ''}
            {data && data.total > MOST ? ` ${t('more', { count: MOST })}` : ''}
          </p>
          <div className="@container flex min-h-0 flex-1 flex-col overflow-x-auto">
            <div className="flex min-h-0 min-w-[432px] flex-1 flex-col">
              <div className={`${COLUMNS} h-[24px] shrink-0 border-line border-y bg-panel text-faint text-xs`} aria-hidden>
                {HEADINGS.map((name) => (
                  <span key={name} className={classOfColumn(name)}>
                    {t(`column.${name}`)}
                  </span>
                ))}
              </div>
              <VirtualList
                name={t('list')}
                rows={entries}
                keyOf={({ id }) => id}
                rowHeight={ROW}
                selected={entries.findIndex(({ id }) => id === chosen)}
                onMove={(index) => selectDetail(entries[index]?.id ?? '')}
                onReachEnd={() => setLimit((old) => (entries.length < old ? old : Math.min(MOST, old + PAGE)))}
                render={(row) => <AuditRow entry={row} />}
              />
            </div>
          </div>
        </div>
      }
      panel={entry ? <AuditDetail entry={entry} folder={folder} onSession={(session) => change({ session })} /> : undefined}
    />
  );
}
