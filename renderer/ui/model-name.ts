import { useTranslation } from 'react-i18next';
import type { ModelInfo } from '../../shared/model/config';

/** What a model is called: by its maker's name, a script in the person's language. */
export function useModelName(): (model: Pick<ModelInfo, 'provider' | 'id' | 'name'>) => string {
  const { t } = useTranslation('common');
  return ({ provider, id, name }) => (provider === 'scripted' ? t('scriptedModel', { name: id }) : name);
}
