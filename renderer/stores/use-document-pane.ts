import { useTranslation } from 'react-i18next';
import { editDocument, keepMine, saveDocument, takeTheirs, useDocument } from './document';
import { reportFailure } from './report-failure';
import { showToast } from './toasts';

/** What a `DocumentPane` needs of a document. `onSaved` hears of what was written. */
export function useDocumentPane(folder: string, path: string, onSaved?: () => void) {
  const { t } = useTranslation(['document', 'common']);
  const { place, phase, error, text, saved, dirty, saving, writable, linked, conflict, scope } = useDocument(folder, path);
  const write = (job: () => Promise<boolean>) =>
    job().then(
      (written) => (written ? onSaved?.() : undefined),
      (failure: unknown) => reportFailure(failure, (why) => t('failed', { why })),
    );
  const offerBack = (mine: string) =>
    showToast({
      text: t('broughtBack'),
      tone: 'plain',
      action: { label: t('bringBack'), run: () => editDocument(place, mine) },
    });
  return {
    phase,
    error,
    scope,
    pane: {
      text,
      dirty,
      saving,
      writable,
      linked,
      conflict,
      onChange: (next: string) => editDocument(place, next),
      onSave: () => void write(() => saveDocument(place)),
      onRevert: () => {
        editDocument(place, saved);
        offerBack(text);
      },
      onKeepMine: () => void write(() => keepMine(place)),
      onTakeTheirs: () => offerBack(takeTheirs(place)),
    },
  };
}
