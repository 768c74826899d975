import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { HiddenSecrets as Hidden } from '../../shared/model/hidden-secrets';
import { Chip } from './chip';

/** Says that a text holds placeholders where secrets stood: how many, and of what kinds. Nothing when there are none. */
export function HiddenSecrets({ hidden }: { hidden: Hidden[] | undefined }) {
  const { t } = useTranslation('common');
  if (hidden === undefined) return undefined;
  const count = hidden.reduce((sum, one) => sum + one.count, 0);
  const kinds = hidden.map((one) => (one.count === 1 ? one.kind : `${one.kind} ×${one.count}`)).join(', ');
  return (
    <Chip tone="warn" title={t('secretsHidden.why')}>
      <EyeOff size={11} aria-hidden />
      {t('secretsHidden.text', { count, kinds })}
    </Chip>
  );
}
