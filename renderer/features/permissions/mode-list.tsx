import { useTranslation } from 'react-i18next';
import { MODES } from '../../../shared/model/modes';
import type { Mode } from '../../../shared/model/mode';
import { changeConfig, useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { ViewSection } from '../../ui/view-page';

/** The modes, what each does beside the rules, which one holds now and which one new sessions start in. */
export function ModeList({ fromFiles }: { fromFiles: Mode | undefined }) {
  const { t } = useTranslation(['permissions', 'common']);
  const session = useSession((state) => state.state?.mode);
  const own = useConfig((state) => state.config?.mode);
  const start = fromFiles ?? own ?? 'default';
  const choose = async (mode: Mode | undefined) => {
    try {
      await (mode === undefined ? changeConfig({}, ['mode']) : changeConfig({ mode }));
      if (mode !== own)
        showToast({
          text: t('modes.saved', { mode: t(`common:mode.${mode ?? 'default'}`) }),
          tone: 'plain',
          action: { label: t('common:undo'), run: () => void choose(own) },
        });
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <ViewSection title={t('modes.title')} note={t('modes.note')}>
      <ul aria-label={t('modes.title')} className="border-line border-t">
        {MODES.map((mode) => (
          <li key={mode} className="flex min-h-[34px] flex-wrap items-center gap-x-3 border-line border-b px-1.5 py-1">
            <span className="w-32 shrink-0">
              <span className="block">{t(`common:mode.${mode}`)}</span>
              <code className="block text-faint text-xs">{mode}</code>
            </span>
            <span className="min-w-0 flex-1 basis-60 text-muted text-sm">{t(`modes.does.${mode}`)}</span>
            {mode === session ? <Chip>{t('modes.now')}</Chip> : undefined}
            {mode === start ? (
              <Chip>{t('modes.start')}</Chip>
            ) : (
              <Button
                look="quiet"
                aria-label={t('modes.makeStartName', { mode: t(`common:mode.${mode}`) })}
                disabled={fromFiles !== undefined}
                onClick={() => void choose(mode)}
              >
                {t('modes.makeStart')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {fromFiles ? <p className="pt-1.5 text-muted text-sm">{t('modes.fromFiles')}</p> : undefined}
    </ViewSection>
  );
}
