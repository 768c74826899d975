import { useTranslation } from 'react-i18next';
import { NEW_SESSION, suggestText } from '../../stores/composer';
import { folderName, useFolder } from '../../stores/folder';
import { useHost } from '../../stores/host';
import { useTour } from '../../stores/tour';
import { showOverlay } from '../../stores/ui';
import { Button } from '../../ui/button';

const IDEAS = ['explain', 'check', 'find'] as const;

/** Before the first message: where the agent will work, and something to begin with. */
export function FirstMessage() {
  const { t, i18n } = useTranslation(['conversation', 'composer']);
  const folder = useFolder((state) => state.folder);
  const sample = useHost((state) => state.info?.sample);
  const { steps, at, hidden } = useTour();
  const language = i18n.language === 'ja' ? 'ja' : 'en';
  const isSample = folder !== undefined && folder === sample;
  const ideas =
    isSample && !hidden && steps.length > 0
      ? steps.slice(at, at + 3).map((step) => ({ key: step.id, label: step.title[language], text: step.prompt[language] }))
      : IDEAS.map((id) => ({ key: id, label: t(`idea.${id}.label`), text: t(`idea.${id}.text`) }));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[820px] flex-col gap-4 px-8 py-[9vh]">
        <div>
          <h1 className="font-semibold text-xl">{folder ? t('first.title', { folder: folderName(folder) }) : t('first.noFolder')}</h1>
          <p className="max-w-prose pt-1 text-muted">{t(isSample ? 'first.sample' : 'first.body')}</p>
        </div>
        {folder ? (
          <ul aria-label={t('first.ideas')} className="flex max-w-xl flex-col border-line border-t">
            {ideas.map((idea) => (
              <li key={idea.key} className="border-line border-b">
                <button
                  type="button"
                  onClick={() => suggestText(NEW_SESSION, idea.text)}
                  className="clickable flex min-h-[34px] w-full flex-wrap items-baseline gap-x-4 px-1.5 py-1.5 text-left"
                >
                  <span className="w-36 shrink-0 text-muted text-sm">{idea.label}</span>
                  <span className="min-w-0 flex-1 basis-48 text-pretty [word-break:auto-phrase]">{idea.text}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : undefined}
        <div>
          <p className="max-w-prose pb-3 text-faint text-sm">{t('composer:signs')}</p>
          <Button onClick={() => showOverlay('folder')}>{t('first.open')}</Button>
        </div>
      </div>
    </div>
  );
}
