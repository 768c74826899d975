import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { undoSave, useSaves } from './saves';

interface SettingRowProps {
  /** Names the row for the confirmation that appears in it. */
  field: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Stands at the right end of the row. */
  control?: ReactNode;
  /** Stands below, over the whole width. */
  children?: ReactNode;
}

/** One setting: what it is and does, its control, and what became of the last change to it. */
export function SettingRow({ field, label, hint, control, children }: SettingRowProps) {
  return (
    <div className="border-line border-b py-2.5 first:border-t">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-64">
          <div className="leading-[26px]">{label}</div>
          {hint ? <div className="max-w-[80ch] text-pretty text-muted text-sm [word-break:auto-phrase]">{hint}</div> : undefined}
        </div>
        {control ? <div className="flex max-w-full shrink-0 items-center gap-1.5">{control}</div> : undefined}
      </div>
      {children}
      <SaveLine field={field} />
    </div>
  );
}

/** Says beside a field that it was saved, with undo where there is one, or why not. */
export function SaveLine({ field }: { field: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const note = useSaves((state) => (state.note?.field === field ? state.note : undefined));
  return (
    <div role="status" className="text-sm">
      {note?.state === 'failed' ? (
        <span className="text-bad">
          {t('notSaved')} {t(`common:error.${note.error ?? 'internal'}`)}
        </span>
      ) : note && note.state !== 'saving' ? (
        <span className="flex items-center justify-end gap-1 text-ok">
          <Check size={13} aria-hidden />
          {t(note.state)}
          {note.undo ? (
            <Button look="quiet" className="h-[22px]" onClick={() => void undoSave(note)}>
              {t('common:undo')}
            </Button>
          ) : undefined}
        </span>
      ) : undefined}
    </div>
  );
}
