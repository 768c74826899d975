import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { Diff } from '../../ui/diff';
import { showOnMount } from '../../ui/show-on-mount';
import { ask } from './server-actions';

const TOPIC = 'mcp-file';

interface FileChangeProps {
  folder: string;
  change: Result<'mcp.planAdd'>;
  /** Of the button that writes, and of what is said then. */
  words: { write: string; written: string };
  danger?: boolean;
  onWritten: () => void;
  onCancel: () => void;
}

/** What would be written, line by line, and where; nothing is before the button is pressed, and then there is a way back. */
export function FileChange({ folder, change, words, danger = false, onWritten, onCancel }: FileChangeProps) {
  const { t } = useTranslation(['mcp', 'common']);
  const [writing, setWriting] = useState(false);
  const { path, patch, before, text, base, diagnostics } = change;
  const write = async () => {
    setWriting(true);
    try {
      const written = await call('mcp.write', { folder, path, text, ...(base === undefined ? {} : { base }) });
      onWritten();
      const undo = { label: t('common:undo'), run: () => void takeBack(written.base) };
      showToast({ text: words.written, tone: 'plain', topic: TOPIC, ...(base === undefined ? {} : { action: undo }) });
    } catch (error) {
      reportFailure(error);
    } finally {
      setWriting(false);
    }
  };
  const takeBack = async (now: string) => {
    if (!(await ask('mcp.write', { folder, path, text: before, base: now }))) return;
    showToast({ text: t('change.undone', { path }), tone: 'plain', topic: TOPIC });
  };
  return (
    <section ref={showOnMount} aria-label={t('change.title', { path })} className="flex min-w-0 flex-col gap-2">
      <p className="break-anywhere text-sm">
        <code>{path}</code> {base === undefined ? <span className="text-faint">{t('change.newFile')}</span> : undefined}
      </p>
      <Diff patch={patch} name={t('change.title', { path })} className="max-h-72" />
      {diagnostics.length > 0 ? <DiagnosticList diagnostics={diagnostics} name={t('problems')} /> : undefined}
      <div className="flex flex-wrap gap-1.5">
        <Button look={danger ? 'danger' : 'solid'} disabled={writing} onClick={() => void write()}>
          {words.write}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  );
}
