import { useTranslation } from 'react-i18next';
import type { ServerState } from '../../../shared/model/mcp';
import { Chip } from '../../ui/chip';
import { STATE_TONES } from './server-words';

export function StateChip({ state }: { state: ServerState }) {
  const { t } = useTranslation('mcp');
  return <Chip tone={STATE_TONES[state]}>{t(`state.${state}`)}</Chip>;
}
