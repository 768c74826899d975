import { useTranslation } from 'react-i18next';
import type { RuleEdit } from '../../../shared/model/matrix';
import type { RuleSuggestion } from '../../../shared/model/permission';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { VerdictChip } from '../../ui/decision-chip';
import { ViewSection } from '../../ui/view-page';
import type { RulePlanner } from '../../stores/use-rule-plan';

/** Rules that the person's own answers suggest, with those answers and what else each would admit. */
export function SuggestionList({
  place,
  changed,
  planner,
}: {
  place: { folder: string; session?: string };
  changed: string;
  planner: RulePlanner;
}) {
  const { t } = useTranslation(['permissions', 'common']);
  const { data } = useAnswer('permission.suggest', place, `${place.folder} ${place.session} ${changed}`, place.folder);
  return (
    <ViewSection title={t('suggest.title')} note={t('suggest.note')} {...(data ? { count: data.suggestions.length } : {})}>
      {!data ? (
        <p className="text-faint text-sm">{t('common:loading')}</p>
      ) : data.suggestions.length === 0 ? (
        <p className="text-faint text-sm">{t('suggest.none')}</p>
      ) : (
        <ul aria-label={t('suggest.title')} className="border-line border-t">
          {data.suggestions.map((suggestion) => (
            <Suggestion
              key={`${suggestion.verdict} ${suggestion.rules.join(' ')}`}
              suggestion={suggestion}
              onTry={() => void planner.propose(editsOf(suggestion))}
            />
          ))}
        </ul>
      )}
    </ViewSection>
  );
}

function editsOf({ verdict, rules }: RuleSuggestion): RuleEdit[] {
  return rules.map((rule) => ({ type: 'add', scope: 'local', verdict, rule }));
}

function Suggestion({ suggestion: { verdict, rules, count, examples, admits }, onTry }: { suggestion: RuleSuggestion; onTry: () => void }) {
  const { t } = useTranslation('permissions');
  return (
    <li className="flex items-start gap-2 border-line border-b py-1.5 text-sm">
      <span className="flex w-16 shrink-0 pt-[2px]">
        <VerdictChip verdict={verdict} />
      </span>
      <div className="min-w-0 flex-1">
        <code className="block whitespace-pre-line break-anywhere">{rules.join('\n')}</code>
        <p className="break-anywhere text-muted">
          {t(verdict === 'allow' ? 'suggest.approved' : 'suggest.rejected', { count })}{' '}
          <code>{examples.map(({ call }) => call).join(' · ')}</code>
        </p>
        {verdict === 'allow' ? (
          <p className="break-anywhere text-faint">
            {admits.kinds === 0 ? t('suggest.nothingElse') : t('suggest.admits', { count: admits.kinds })}{' '}
            {admits.kinds === 0 ? undefined : <code>{admits.examples.map(({ call }) => call).join(' · ')}</code>}
          </p>
        ) : undefined}
      </div>
      <Button onClick={onTry} aria-label={t('suggest.tryName', { rule: rules.join(' ') })}>
        {t('suggest.try')}
      </Button>
    </li>
  );
}
