import { Check, CircleHelp, Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Decision, Verdict } from '../../shared/model/permission';
import { Chip } from './chip';
import { useFormat } from './format';

const LOOKS = { allow: { tone: 'plain', Icon: Check }, ask: { tone: 'warn', Icon: CircleHelp }, deny: { tone: 'bad', Icon: Ban } } as const;

/** A verdict in one word; the title says what decided. `approved`: the person was asked, and let it run. */
export function DecisionChip({ decision, approved }: { decision: Decision; approved: boolean }) {
  const { t } = useTranslation('common');
  const why = useDecisionWhy()(decision);
  if (approved)
    return (
      <Chip title={why}>
        <Check size={11} aria-hidden />
        {t('decision.byYou')}
      </Chip>
    );
  return <VerdictChip verdict={decision.decision} title={why} />;
}

export function VerdictChip({ verdict, title }: { verdict: Verdict; title?: string }) {
  const { t } = useTranslation('common');
  const { tone, Icon } = LOOKS[verdict];
  return (
    <Chip tone={tone} {...(title ? { title } : {})}>
      <Icon size={11} aria-hidden />
      {t(`decision.${verdict}`)}
    </Chip>
  );
}

/** Says what decided, in the person's language: the rule with its file and line, or the built-in reason. */
export function useDecisionWhy(): (decision: Pick<Decision, 'rule' | 'builtin' | 'reason' | 'earlier' | 'guarded'>) => string {
  const { t } = useTranslation('common');
  const format = useFormat();
  return ({ rule, builtin, reason, earlier, guarded }) => {
    const why = rule
      ? t('decision.byRule', {
          rule: rule.text,
          place: rule.file ? (rule.line ? `${rule.file}:${rule.line}` : rule.file) : t(`scope.${rule.scope}`),
        })
      : guarded
        ? t('decision.guarded', { path: guarded })
        : builtin
          ? t(`builtin.${builtin}`, { defaultValue: reason })
          : reason;
    if (!earlier) return why;
    return `${why}. ${t(`decision.earlier.${earlier.outcome}`, { time: format.time(earlier.at), record: earlier.item })}`;
  };
}
