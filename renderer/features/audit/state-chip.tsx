import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/model/audit';
import { Chip } from '../../ui/chip';

const TONES = { ok: 'ok', running: 'plain', error: 'bad', refused: 'plain', cancelled: 'warn', interrupted: 'warn' } as const;

export function StateChip({ state }: { state: AuditEntry['state'] }) {
  const { t } = useTranslation('audit');
  return <Chip tone={TONES[state]}>{t(`state.${state}`)}</Chip>;
}
