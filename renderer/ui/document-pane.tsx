import { Save, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { Chip } from './chip';
import { CodeEditor, type EditorHandle } from './code-editor';
import { cx } from './cx';
import type { EditorDiagnostic, EditorLanguage } from './editor-settings';

const TextDifference = lazy(async () => ({ default: (await import('./text-difference')).TextDifference }));

export interface DocumentPaneProps {
  label: string;
  language: EditorLanguage;
  text: string;
  dirty: boolean;
  saving: boolean;
  writable: boolean;
  /** Says why it is not writable. */
  linked?: boolean;
  /** What stands on the disk by now, where somebody else changed it; without a `hash` the file is gone. */
  conflict: { text: string; hash: string | undefined } | undefined;
  diagnostics?: readonly EditorDiagnostic[];
  onChange: (text: string) => void;
  onSave: () => void;
  onRevert: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Stands beside the buttons. */
  aside?: ReactNode;
  className?: string;
  ref?: Ref<EditorHandle>;
}

/** A document with its editor, what is unsaved, and what to do where somebody else changed it meanwhile. */
export function DocumentPane(props: DocumentPaneProps) {
  const {
    label,
    language,
    text,
    dirty,
    saving,
    writable,
    linked,
    conflict,
    diagnostics,
    onChange,
    onSave,
    onRevert,
    aside,
    className,
    ref,
  } = props;
  const { t } = useTranslation('document');
  return (
    <div className={cx('flex min-h-0 flex-col gap-2', className)}>
      <div className="flex min-h-[26px] shrink-0 flex-wrap items-center gap-1.5">
        {writable ? (
          <>
            <Button look="solid" disabled={!dirty || saving || conflict !== undefined} onClick={onSave}>
              <Save size={13} aria-hidden />
              {t('save')}
            </Button>
            <Button look="quiet" disabled={!dirty || saving || conflict !== undefined} onClick={onRevert}>
              <Undo2 size={13} aria-hidden />
              {t('revert')}
            </Button>
            {dirty ? <Chip tone="warn">{t('unsaved')}</Chip> : undefined}
          </>
        ) : (
          <span className="text-muted text-sm">{t(linked === true ? 'linked' : 'readOnly')}</span>
        )}
        <span className="flex-1" />
        {aside}
      </div>
      {conflict ? <Conflict {...props} conflict={conflict} /> : undefined}
      <CodeEditor
        value={text}
        language={language}
        label={label}
        readOnly={!writable}
        onChange={onChange}
        onSave={onSave}
        className="min-h-40 flex-1"
        {...(diagnostics ? { diagnostics } : {})}
        {...(ref ? { ref } : {})}
      />
    </div>
  );
}

function Conflict({
  conflict,
  text,
  saving,
  onKeepMine,
  onTakeTheirs,
}: DocumentPaneProps & { conflict: { text: string; hash: string | undefined } }) {
  const { t } = useTranslation('document');
  const [open, setOpen] = useState(false);
  return (
    <section
      role="alert"
      aria-label={t('conflict.title')}
      className="flex shrink-0 flex-col gap-2 rounded-md border border-warn p-2 text-sm"
    >
      <p>
        <span className="font-semibold">{t(conflict.hash === undefined ? 'conflict.gone' : 'conflict.title')}</span>{' '}
        <span className="text-muted">{t('conflict.body')}</span>
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button disabled={saving} onClick={onKeepMine}>
          {t('conflict.mine')}
        </Button>
        <Button disabled={saving} onClick={onTakeTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'conflict.hide' : 'conflict.show')}
        </Button>
      </div>
      {open ? (
        <Suspense>
          <TextDifference before={conflict.text} after={text} name={t('conflict.difference')} />
        </Suspense>
      ) : undefined}
    </section>
  );
}
