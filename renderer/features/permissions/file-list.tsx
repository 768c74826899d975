import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { useReveal } from '../../stores/system';
import { PathActions } from '../../ui/path-actions';
import { ViewSection } from '../../ui/view-page';

/** Every settings file that is looked at, the ones that are not there included, and the folders that they add. */
export function FileList({ files, directories }: { files: Result<'permission.rules'>['files']; directories: readonly string[] }) {
  const { t } = useTranslation(['permissions', 'common']);
  const reveal = useReveal();
  return (
    <ViewSection title={t('files.title')} note={t('files.note')}>
      <ul aria-label={t('files.title')} className="border-line border-t">
        {files.map((file) => (
          <li key={file.path} className="flex min-h-[28px] items-center gap-3 border-line border-b px-1.5">
            <span className="w-32 shrink-0 text-muted text-sm">{t(`common:scope.${file.scope}`)}</span>
            <code className={file.exists ? 'min-w-0 flex-1 break-anywhere' : 'min-w-0 flex-1 break-anywhere text-faint'}>{file.path}</code>
            <span className="shrink-0 text-faint text-sm">{t(file.exists ? 'files.read' : 'files.absent')}</span>
            <PathActions path={file.path} onReveal={file.exists ? reveal : undefined} />
          </li>
        ))}
      </ul>
      {directories.length > 0 ? (
        <p className="break-anywhere pt-2 text-sm">
          <span className="text-muted">{t('files.directories')}</span> <code>{directories.join(', ')}</code>
        </p>
      ) : undefined}
    </ViewSection>
  );
}
