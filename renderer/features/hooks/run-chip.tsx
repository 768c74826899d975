import { useTranslation } from 'react-i18next';
import type { HookRun } from '../../../shared/model/hook-run';
import { Chip } from '../../ui/chip';

const TONES = { success: 'ok', blocked: 'bad', error: 'warn', timeout: 'warn', cancelled: 'plain', detached: 'plain' } as const;

/** What became of a hook, in a word; why it did not run, where it did not. */
export function RunChip({ run }: { run: Pick<HookRun, 'matched' | 'outcome' | 'why' | 'decision'> }) {
  const { t } = useTranslation(['hooks', 'common']);
  const { matched, outcome, why, decision } = run;
  if (!matched) return <Chip {...(why ? { title: t(`why.${why}`) } : {})}>{t('last.not')}</Chip>;
  if (outcome === undefined) return undefined;
  return <Chip tone={TONES[outcome]}>{decision ? t(`common:decision.hookDecision.${decision}`) : t(`outcome.${outcome}`)}</Chip>;
}
