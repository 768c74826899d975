import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { ReplayChange, RuleRef } from '../../../shared/model/permission';
import { select } from '../../stores/selection';
import { useDecisionWhy, VerdictChip } from '../../ui/decision-chip';

/** How many calls were decided anew, and each that comes out otherwise: old, new, and why. */
export function ReplayResults({ report, saved }: { report: Result<'permission.replay'>; saved: readonly RuleRef[] }) {
  const { t } = useTranslation('permissions');
  const { calls, skipped, changed, byEdit, changes, looked } = report;
  return (
    <section aria-label={t('replay.results')} className="flex flex-col gap-2">
      <p role="status" className="text-sm">
        {t('replay.summary', { calls, sessions: t('replay.inSessions', { count: looked.sessions }), changed, byEdit })}{' '}
        {skipped > 0 ? <span className="text-muted">{t('replay.skipped', { count: skipped })} </span> : undefined}
        {looked.partial ? <span className="text-muted">{t('replay.partial')}</span> : undefined}
      </p>
      {changes.length > 0 ? (
        <ol aria-label={t('replay.changes')} className="border-line border-t">
          {changes.map((change) => (
            <Change key={`${change.session} ${change.item}`} change={change} savedRules={saved} />
          ))}
        </ol>
      ) : undefined}
      {changed > changes.length ? <p className="text-faint text-sm">{t('replay.more', { count: changed - changes.length })}</p> : undefined}
    </section>
  );
}

interface ChangeProps {
  change: ReplayChange;
  savedRules: readonly RuleRef[];
}

function Change({ change: { session, item, title, call, recorded, saved, edited }, savedRules }: ChangeProps) {
  const { t } = useTranslation('permissions');
  const why = useDecisionWhy();
  const { rule } = edited;
  const written = rule && savedRules.find((one) => one.text === rule.text && one.verdict === rule.verdict && one.scope === rule.scope);
  // A rule that nobody has saved stands in no line yet.
  const placed = rule && (written ?? { text: rule.text, verdict: rule.verdict, scope: rule.scope });
  return (
    <li className="flex items-start gap-2 border-line border-b py-1 text-sm">
      <span className="flex shrink-0 items-center gap-1.5 pt-[1px]">
        <VerdictChip verdict={recorded.decision} />
        <ArrowRight size={12} aria-label={t('plan.becomes')} className="text-faint" />
        <VerdictChip verdict={edited.decision} />
      </span>
      <div className="min-w-0 flex-1">
        <code className="block break-anywhere">{call}</code>
        <p className="break-anywhere text-muted">
          {why(placed ? { ...edited, rule: placed } : edited)}
          {rule && !written ? <span className="text-faint"> · {t('replay.unsaved')}</span> : undefined}
          {saved.decision === edited.decision ? <span className="text-faint"> · {t('replay.already')}</span> : undefined}
        </p>
      </div>
      <button
        type="button"
        className="max-w-40 shrink-0 truncate text-muted underline decoration-line-strong underline-offset-2 hover:text-ink"
        title={title}
        onClick={() => select({ view: 'sessions', session, item })}
      >
        {title}
      </button>
    </li>
  );
}
