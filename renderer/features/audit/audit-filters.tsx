import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { AuditFilter } from '../../../shared/model/audit';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { useEntryWords } from './entry-words';

const HOUR = 3_600_000;
const SPANS = { all: undefined, hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const;
type Span = keyof typeof SPANS;
const VERDICTS = ['allow', 'ask', 'deny'] as const;

interface AuditFiltersProps {
  filter: AuditFilter;
  /** What the log has; nothing while it is read for the first time. */
  names: Result<'audit.list'>['names'] | undefined;
  onChange: (filter: AuditFilter) => void;
}

/** One field for each thing that records can be told apart by. Texts take effect on Enter. */
export function AuditFilters({ filter, names, onChange }: AuditFiltersProps) {
  const { t } = useTranslation(['audit', 'common', 'permissions']);
  const [span, setSpan] = useState<Span>('all');
  const [texts, setTexts] = useState({ path: filter.path ?? '', host: filter.host ?? '' });
  const words = useEntryWords();
  const set = (change: { [K in keyof AuditFilter]: AuditFilter[K] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined && value !== '')));
  const chooseSpan = (next: Span) => {
    setSpan(next);
    const ms = SPANS[next];
    set({ since: ms === undefined ? undefined : new Date(Date.now() - ms).toISOString() });
  };
  const clear = () => {
    setSpan('all');
    setTexts({ path: '', host: '' });
    onChange({});
  };
  const list = (field: 'tool' | 'capability' | 'agent', values: readonly string[], label: (value: string) => string) => (
    <Select
      name={t(`filter.${field}`)}
      value={filter[field] ?? ''}
      options={[{ value: '', label: t(`filter.every.${field}`) }, ...values.map((value) => ({ value, label: label(value) }))]}
      onChange={(value) => set({ [field]: value })}
    />
  );
  return (
    <section aria-label={t('filter.name')} className="flex flex-wrap items-center gap-1.5 px-4 py-2">
      <Select
        name={t('filter.span.name')}
        value={span}
        options={(['all', 'hour', 'day', 'week'] as const).map((value) => ({ value, label: t(`filter.span.${value}`) }))}
        onChange={chooseSpan}
      />
      {list('tool', names?.tools ?? [], (value) => value)}
      {list('capability', names?.capabilities ?? [], (value) => t(`permissions:row.${value}`))}
      {list('agent', names?.agents ?? [], (value) =>
        value === 'person' || value === 'host' ? words.actor({ by: { kind: value } }) : value,
      )}
      <Select
        name={t('filter.decision')}
        value={filter.decision ?? ''}
        options={[
          { value: '', label: t('filter.every.decision') },
          ...VERDICTS.map((value) => ({ value, label: t(`common:decision.${value}`) })),
        ]}
        onChange={(value) => set({ decision: VERDICTS.find((verdict) => verdict === value) })}
      />
      {(['path', 'host'] as const).map((field) => (
        <TextInput
          key={field}
          name={t(`filter.${field}`)}
          placeholder={t(`filter.${field}`)}
          value={texts[field]}
          onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
          onEnter={() => set({ [field]: texts[field].trim() })}
          onEscape={() => {
            setTexts({ ...texts, [field]: '' });
            set({ [field]: undefined });
          }}
          className="max-w-[160px]"
        />
      ))}
      {Object.keys(filter).length > 0 ? (
        <Button look="quiet" onClick={clear}>
          {t('filter.clear')}
        </Button>
      ) : undefined}
    </section>
  );
}
