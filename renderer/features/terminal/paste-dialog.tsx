import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

const SHOWN_CHARS = 20_000;

interface PasteDialogProps {
  text: string;
  onPaste: (text: string) => void;
  onClose: () => void;
  /** The dialog is gone: the focus goes back to the terminal. */
  onClosed: () => void;
}

/** Shows what several lines from the clipboard would run, before they do. */
export function PasteDialog({ text, onPaste, onClose, onClosed }: PasteDialogProps) {
  const { t } = useTranslation('terminal');
  const choose = (chosen: string) => {
    onPaste(chosen);
    onClose();
  };
  const count = text.replace(/\n$/, '').split('\n').length;
  return (
    <Dialog title={t('paste.title', { count })} open onClose={onClose} onClosed={onClosed}>
      <p className="px-3.5 pt-3 text-muted text-sm">{t('paste.why')}</p>
      <pre className="mx-3.5 my-3 min-h-0 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-2 font-mono text-xs break-anywhere">
        {text.slice(0, SHOWN_CHARS)}
      </pre>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-3.5 py-2.5">
        <Button onClick={onClose}>{t('paste.cancel')}</Button>
        <Button onClick={() => choose(text.replace(/\s*\n\s*/g, ' ').trim())}>{t('paste.oneLine')}</Button>
        <Button onClick={() => choose(text)}>{t('paste.all')}</Button>
      </div>
    </Dialog>
  );
}
