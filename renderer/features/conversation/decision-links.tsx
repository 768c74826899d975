import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../shared/model/permission';
import { select } from '../../stores/selection';
import { useSession } from '../../stores/session';

const LOOK = 'underline hover:text-ink';

/** From a decision to the rule that made it, to its row of the matrix, and to the simulator with this very call in it: one click each. */
export function DecisionLinks({ decision: { rule, capabilities = [] }, item }: { decision: Decision; item: string }) {
  const { t } = useTranslation('conversation');
  const session = useSession((state) => state.id);
  const at = { view: 'permissions', ...(session ? { session } : {}) } as const;
  const [first] = capabilities;
  const row = first && (first.of === undefined ? first.capability : `${first.capability}:${first.of}`);
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <button type="button" className={LOOK} onClick={() => select({ ...at, ...(rule ? { detail: rule.text } : {}) })}>
        {t(rule ? 'seeRule' : 'seeRules')}
      </button>
      {row ? (
        <button type="button" className={LOOK} onClick={() => select({ ...at, detail: `row:${row}` })}>
          {t('seeRow')}
        </button>
      ) : undefined}
      <button type="button" className={LOOK} onClick={() => select({ ...at, item, ...(rule ? { detail: rule.text } : {}) })}>
        {t('simulate')}
      </button>
    </span>
  );
}
