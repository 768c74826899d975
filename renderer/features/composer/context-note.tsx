import { useTranslation } from 'react-i18next';
import { findModel, useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';

/** How full the model's context is, in words beside the send button. */
export function ContextNote() {
  const { t } = useTranslation('composer');
  const format = useFormat();
  const used = useSession((state) => state.state?.contextTokens ?? 0);
  const model = useSession((state) => state.state?.model);
  const total = useConfig((state) => findModel(state.models, model)?.contextTokens);
  if (!total || used === 0) return undefined;
  return (
    <span
      className={cx('shrink-0 whitespace-nowrap text-xs @max-[27rem]:hidden', used / total > 0.8 ? 'text-warn' : 'text-faint')}
      title={t('contextText', { used: format.count(used), total: format.count(total) })}
    >
      {t('context', { percent: format.percent(used / total) })}
    </span>
  );
}
