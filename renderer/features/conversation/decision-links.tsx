import { useTranslation } from 'react-i18next';
import type { HookVoice } from '../../../shared/model/hook-run';
import type { Decision } from '../../../shared/model/permission';
import { select } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { setBottom } from '../../stores/ui';

const LOOK = 'underline hover:text-ink';

/** From a decision to the rule that made it or the hooks that had a say, to its row of the matrix, and to the simulator with this very call in it: one click each. */
export function DecisionLinks({ decision: { rule, capabilities = [], hooks = [] }, item }: { decision: Decision; item: string }) {
  const { t } = useTranslation('conversation');
  const session = useSession((state) => state.id);
  const at = { view: 'permissions', ...(session ? { session } : {}) } as const;
  const [first] = capabilities;
  const row = first && (first.of === undefined ? first.capability : `${first.capability}:${first.of}`);
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {hooks.map((voice) => (
        <HookLinks key={voice.run} voice={voice} session={session} item={item} />
      ))}
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

/** To the hook itself, and to what it was given and said this time. */
function HookLinks({ voice: { run, hook, label }, session, item }: { voice: HookVoice; session: string | undefined; item: string }) {
  const { t } = useTranslation('conversation');
  const toLedger = () => {
    if (session) select({ view: 'sessions', session, item, event: run });
    setBottom('hooks');
  };
  return (
    <>
      <button
        type="button"
        title={label}
        className={LOOK}
        onClick={() => select({ view: 'hooks', ...(session ? { session } : {}), ...(hook ? { detail: hook } : {}) })}
      >
        {t('seeHook')}
      </button>
      <button type="button" title={label} className={LOOK} onClick={toLedger}>
        {t('seeHookEntry')}
      </button>
    </>
  );
}
