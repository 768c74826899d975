import { useTranslation } from 'react-i18next';
import { NEW_SESSION, suggestText } from '../../stores/composer';
import { openFolder, useFolder } from '../../stores/folder';
import { useHost } from '../../stores/host';
import { selectSession, selectView } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { goToStep, hideTour, useTour } from '../../stores/tour';
import { Button } from '../../ui/button';

/** One line under the banners: which step, what to type and what to look at. Nothing is sent by itself. */
export function TourStrip() {
  const { t, i18n } = useTranslation('frame');
  const { steps, at, hidden } = useTour();
  const session = useSession((state) => state.id);
  const folder = useFolder((state) => state.folder);
  const sample = useHost((state) => state.info?.sample);
  if (hidden || steps.length === 0) return undefined;
  if (sample && folder !== sample) return <TourElsewhere sample={sample} total={steps.length} />;
  const language = i18n.language === 'ja' ? 'ja' : 'en';
  const step = steps[at];
  return (
    <section
      aria-label={t('tour.name')}
      className="flex min-h-[34px] flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-3 py-1 text-sm"
    >
      {step ? (
        <>
          <span className="text-faint">{t('tour.step', { step: at + 1, total: steps.length })}</span>
          <strong className="font-semibold">{step.title[language]}</strong>
          <button
            type="button"
            title={t('tour.type')}
            onClick={() => {
              selectView('sessions');
              suggestText(session ?? NEW_SESSION, step.prompt[language]);
            }}
            className="max-w-full truncate rounded-md border border-line-strong bg-raised px-2 py-0.5 font-mono hover:bg-hover"
          >
            {step.prompt[language]}
          </button>
          <span className="min-w-0 flex-1 basis-64 text-muted max-[1099px]:order-last max-[1099px]:basis-full">{step.look[language]}</span>
        </>
      ) : (
        <span className="min-w-0 flex-1 basis-64">{t('tour.done')}</span>
      )}
      <span className="ml-auto flex shrink-0 gap-1">
        {at > 0 ? (
          <Button look="quiet" onClick={() => goToStep(step ? at - 1 : 0)}>
            {t(step ? 'tour.back' : 'tour.again')}
          </Button>
        ) : undefined}
        {step ? <Button onClick={() => goToStep(at + 1)}>{t(at + 1 < steps.length ? 'tour.next' : 'tour.finish')}</Button> : undefined}
        <Button look="quiet" onClick={() => hideTour(true)}>
          {t('tour.hide')}
        </Button>
      </span>
    </section>
  );
}

/** The tour is played on the sample project; on any other folder it is only offered. */
function TourElsewhere({ sample, total }: { sample: string; total: number }) {
  const { t } = useTranslation('frame');
  const open = () => {
    selectSession(undefined);
    void openFolder(sample).catch(() => undefined);
  };
  return (
    <section
      aria-label={t('tour.name')}
      className="flex min-h-[34px] flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-3 py-1 text-sm"
    >
      <span className="min-w-0 flex-1 basis-64 text-muted">{t('tour.offer', { total })}</span>
      <span className="flex shrink-0 gap-1">
        <Button onClick={open}>{t('tour.openSample')}</Button>
        <Button look="quiet" onClick={() => hideTour(true)}>
          {t('tour.hide')}
        </Button>
      </span>
    </section>
  );
}
