import { useTranslation } from 'react-i18next';
import type { RuleRef } from '../../../shared/model/permission';
import { select } from '../../stores/selection';
import { useSession } from '../../stores/session';

const LOOK = 'underline hover:text-ink';

/** From a decision to the rule that made it, and to the simulator with this very call in it: one click each. */
export function DecisionLinks({ rule, item }: { rule: RuleRef | undefined; item: string }) {
  const { t } = useTranslation('conversation');
  const session = useSession((state) => state.id);
  const at = { view: 'permissions', ...(session ? { session } : {}) } as const;
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <button type="button" className={LOOK} onClick={() => select({ ...at, ...(rule ? { detail: rule.text } : {}) })}>
        {t(rule ? 'seeRule' : 'seeRules')}
      </button>
      <button type="button" className={LOOK} onClick={() => select({ ...at, item, ...(rule ? { detail: rule.text } : {}) })}>
        {t('simulate')}
      </button>
    </span>
  );
}
