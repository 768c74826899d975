import { useTranslation } from 'react-i18next';
import type { ReminderPolicy } from '../../../shared/model/reminder-policy';
import type { SegmentKind } from '../../../shared/model/segment-kind';
import { KIND_TRAITS } from '../../../shared/model/kind-traits';
import { useConfig } from '../../stores/config';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { SegmentLetter } from '../../ui/segment-letter';
import { Select } from '../../ui/select';
import { NumberField } from './number-field';
import { saveSetting } from './saves';
import { SaveLine } from './setting-row';

const POLICIES = ['once', 'changed', 'distance', 'turn', 'never'] as const;
const ONCE: ReminderPolicy = { when: 'once' };
const FIRST_DISTANCE = 40_000;

/** How often one kind of reminder is sent again. */
export function PolicyRow({ kind }: { kind: SegmentKind }) {
  const { t } = useTranslation(['settings', 'common']);
  const policyText = usePolicyText();
  const reminders = useConfig((state) => state.config?.reminders) ?? {};
  const { origin, field, reminder: usual = ONCE } = KIND_TRAITS[kind];
  const policy = reminders[kind] ?? usual;
  const name = t(`common:kind.${kind}`);
  const save = (next: ReminderPolicy | undefined) => {
    const { [kind]: _old, ...others } = reminders;
    const change = next === undefined || isSame(next, usual) ? others : { ...others, [kind]: next };
    void saveSetting(`reminder.${kind}`, { change: { reminders: change } }, { change: { reminders } });
  };
  return (
    <div className="border-line border-b py-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SegmentLetter origin={origin} field={field} />
        <span className="min-w-0 flex-1 basis-48">{name}</span>
        {isSame(policy, usual) ? (
          <span className="text-faint text-sm">{t('context.isDefault')}</span>
        ) : (
          <Button
            look="quiet"
            aria-label={t('context.resetName', { kind: name, policy: policyText(usual) })}
            onClick={() => save(undefined)}
          >
            {t('context.reset', { policy: policyText(usual) })}
          </Button>
        )}
        {policy.when === 'distance' ? (
          <NumberField
            name={t('context.distanceName', { kind: name })}
            value={policy.tokens}
            unit={t('context.tokens')}
            onCommit={(tokens) => save(tokens === undefined ? undefined : { when: 'distance', tokens })}
          />
        ) : undefined}
        <Select
          name={t('context.policyName', { kind: name })}
          value={policy.when}
          className="w-44"
          options={POLICIES.map((value) => ({ value, label: t(`context.policy.${value}`) }))}
          onChange={(when) =>
            save(when === 'distance' ? { when, tokens: usual.when === 'distance' ? usual.tokens : FIRST_DISTANCE } : { when })
          }
        />
      </div>
      <SaveLine field={`reminder.${kind}`} />
    </div>
  );
}

function isSame(a: ReminderPolicy, b: ReminderPolicy): boolean {
  return a.when === b.when && (a.when !== 'distance' || b.when !== 'distance' || a.tokens === b.tokens);
}

function usePolicyText(): (policy: ReminderPolicy) => string {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return (policy) =>
    policy.when === 'distance' ? t('context.everyTokens', { tokens: format.size(policy.tokens) }) : t(`context.policy.${policy.when}`);
}
