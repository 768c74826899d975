import { type RefObject, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemoryFinding } from '../../../shared/model/memory';
import type { Diagnostic } from '../../../shared/model/permission';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { useReveal } from '../../stores/system';
import { useDocumentPane } from '../../stores/use-document-pane';
import { Button } from '../../ui/button';
import type { EditorHandle } from '../../ui/code-editor';
import { DocumentPane } from '../../ui/document-pane';
import type { EditorDiagnostic } from '../../ui/editor-settings';
import { Failed } from '../../ui/failed';
import { PathActions } from '../../ui/path-actions';
import { PathText } from '../../ui/path-text';

interface MemoryDocumentProps {
  folder: string;
  path: string;
  findings: readonly MemoryFinding[];
  /** Of loading the file, such as an import that is not there. */
  problems: readonly Diagnostic[];
  /** Where to begin. */
  line: number | undefined;
  editor: RefObject<EditorHandle | null>;
  onSaved: () => void;
}

/** One memory file, edited in place; what is wrong with a line is marked there. */
export function MemoryDocument({ folder, path, findings, problems, line, editor, onSaved }: MemoryDocumentProps) {
  const { t } = useTranslation(['memory', 'document', 'diagnostics', 'common']);
  const reveal = useReveal();
  const { phase, error, pane } = useDocumentPane(folder, path, onSaved);
  const marks = useMemo(
    () => [
      ...findings.map(({ code, severity, line: at, other }): EditorDiagnostic => {
        const against = other === undefined ? '' : `: ${other.words} (${other.file}:${other.line})`;
        return { line: at, severity, message: `${t(`diagnostics:code.${code}`)}${against}` };
      }),
      ...problems.flatMap(({ severity, line: at, message, detail }): EditorDiagnostic[] =>
        at === undefined
          ? []
          : [
              {
                line: at,
                severity,
                message: detail ? t(`diagnostics:detail.${detail.key}`, { ...detail.params, defaultValue: message }) : message,
              },
            ],
      ),
    ],
    [findings, problems, t],
  );
  useEffect(() => {
    if (phase === 'ready' && line !== undefined) editor.current?.goTo(line);
  }, [phase, line, editor]);
  const make = () =>
    call('document.create', { folder, path, text: '' }).then(onSaved, (failure: unknown) =>
      reportFailure(failure, (why) => t('document:failed', { why })),
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 px-4 py-3">
      <div className="flex min-h-[26px] shrink-0 items-center gap-2">
        <h2 className="min-w-0 flex-1">
          <PathText path={path} base={folder} />
        </h2>
        <PathActions path={path} onReveal={reveal} />
      </div>
      {phase === 'ready' || pane.dirty ? (
        <DocumentPane {...pane} ref={editor} language="markdown" label={t('edit', { path })} diagnostics={marks} className="flex-1" />
      ) : phase === 'missing' ? (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {t('document:missing')}
          <Button onClick={() => void make()}>{t('make')}</Button>
        </p>
      ) : phase === 'failed' ? (
        <Failed error={error ?? 'internal'} onRetry={onSaved} />
      ) : (
        <p className="text-faint text-sm">{t('common:loading')}</p>
      )}
    </div>
  );
}
