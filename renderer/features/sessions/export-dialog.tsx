import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';
import { showOverlay } from '../../stores/ui';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select } from '../../ui/select';

const FORMATS = ['md', 'json', 'html'] as const;

export function ExportDialog() {
  const { t } = useTranslation(['sessions', 'common']);
  const session = useSession((state) => state.id);
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('md');
  const [note, setNote] = useState<string>();
  const close = () => showOverlay(undefined);
  const save = async () => {
    if (!session) return;
    try {
      const { text, redacted, name } = await call('session.export', { session, format });
      const saved = await call('native.saveFile', { name, text }).catch(() => downloadFile(name, text));
      setNote(
        `${saved.path ?? t('exporting.saved')} · ${redacted > 0 ? t('exporting.redacted', { count: redacted }) : t('exporting.redactedNone')}`,
      );
    } catch (error) {
      setNote(t('failed', { why: t(`common:error.${errorCode(error)}`) }));
    }
  };
  return (
    <Dialog title={t('exporting.title')} open onClose={close} className="w-[min(440px,94vw)]">
      <div className="flex flex-col gap-3 p-3.5">
        <div className="flex items-center gap-3">
          <span className="text-muted text-sm">{t('exporting.format')}</span>
          <Select
            name={t('exporting.format')}
            value={format}
            onChange={setFormat}
            options={FORMATS.map((value) => ({ value, label: t(`exporting.${value}`) }))}
          />
          <span className="flex-1" />
          <Button look="solid" disabled={!session} onClick={() => void save()}>
            {t('exporting.save')}
          </Button>
        </div>
        <p role="status" className="break-anywhere text-muted text-sm">
          {note ?? t('exporting.note')}
        </p>
      </div>
    </Dialog>
  );
}

/** Where the shell has no save dialog the browser keeps the file. */
function downloadFile(name: string, text: string): { path: string | undefined } {
  const url = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return { path: undefined };
}
