import { useTranslation } from 'react-i18next';
import { Diff } from '../../ui/diff';
import { Select } from '../../ui/select';
import type { Note } from './use-note';

/** Above the composer while a line for the instructions is typed: where it goes, and exactly what would be written. */
export function NotePanel({ line, note: { targets, path, choose, plan } }: { line: string; note: Note }) {
  const { t } = useTranslation('memory');
  return (
    <section aria-label={t('line.title')} className="flex flex-col gap-1.5 border-line border-b px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{t('line.to')}</span>
        <Select
          name={t('line.to')}
          value={path ?? ''}
          options={targets.map((target) => ({
            value: target.path,
            label: `${t(`line.target.${target.target}`)}${target.exists ? '' : ` (${t('line.new')})`}`,
          }))}
          onChange={choose}
        />
        <code className="min-w-0 break-anywhere text-faint">{path}</code>
      </div>
      {line === '' ? <p className="text-faint">{t('line.nothing')}</p> : undefined}
      {plan && line !== '' ? <Diff patch={plan.patch} name={t('line.preview')} className="max-h-40" /> : undefined}
    </section>
  );
}
