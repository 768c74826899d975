import { useTranslation } from 'react-i18next';
import { findModel, useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';
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
      className={used / total > 0.8 ? 'shrink-0 whitespace-nowrap text-warn text-xs' : 'shrink-0 whitespace-nowrap text-faint text-xs'}
      title={t('contextText', { used: format.count(used), total: format.count(total) })}
    >
      {t('context', { percent: format.percent(used / total) })}
    </span>
  );
}
