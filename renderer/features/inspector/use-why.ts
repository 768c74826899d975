import { useTranslation } from 'react-i18next';
import type { ReminderPolicy } from '../../../shared/model/reminder-policy';
import type { SegmentWhy } from '../../../shared/model/segment';
import { useFormat } from '../../ui/format';

/** "Why is this here" in the person's language: what triggered it, and what triggered it in detail. */
export function useWhy(): { trigger: (why: SegmentWhy) => string; policy: (policy: ReminderPolicy) => string } {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  return {
    trigger: (why) => t(`why.${why.trigger}`, { distance: format.tokens(why.distance ?? 0), detail: why.detail ?? '' }),
    policy: (policy) => t(`policy.${policy.when}`, policy.when === 'distance' ? { tokens: format.tokens(policy.tokens) } : {}),
  };
}
