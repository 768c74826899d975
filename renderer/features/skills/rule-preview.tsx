import { useTranslation } from 'react-i18next';
import type { RulePlanner } from '../../stores/use-rule-plan';
import { Button } from '../../ui/button';
import { Diff } from '../../ui/diff';
import { PathText } from '../../ui/path-text';

/** What a rule would write, and how much it would change, before it is written. */
export function RulePreview({ planner: { proposed, busy, apply, drop }, folder }: { planner: RulePlanner; folder: string }) {
  const { t } = useTranslation(['memory', 'permissions', 'common']);
  if (!proposed) return undefined;
  const { files, changes } = proposed.plan;
  return (
    <section
      ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
      aria-label={t('permissions:plan.title')}
      className="mt-2 flex flex-col gap-2 rounded-md border border-line-strong p-2.5"
    >
      <h3 className="font-semibold">{t('permissions:plan.title')}</h3>
      {files.map(({ path, patch }) => (
        <div key={path} className="min-w-0">
          <PathText path={path} base={folder} />
          <Diff patch={patch} name={t('permissions:plan.diff', { path })} className="max-h-56" />
        </div>
      ))}
      <p className="text-muted text-sm">{t('permissions:plan.cells', { count: changes.length })}</p>
      <div className="flex gap-1.5">
        <Button look="solid" disabled={busy || files.length === 0} onClick={() => void apply()}>
          {t('permissions:plan.apply')}
        </Button>
        <Button look="quiet" onClick={drop}>
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  );
}
