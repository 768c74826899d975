import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button';
import { IconButton } from './icon-button';

/** Copy a path, and show its file in the system where the shell can do that. */
export function PathActions({ path, onReveal }: { path: string; onReveal: ((path: string) => void) | undefined }) {
  const { t } = useTranslation('common');
  return (
    <span className="flex shrink-0">
      <CopyButton name={t('path.copy', { path })} text={path} />
      {onReveal ? (
        <IconButton
          name={t('path.reveal', { path })}
          icon={<FolderOpen size={13} />}
          className="size-[22px]"
          onClick={() => onReveal(path)}
        />
      ) : undefined}
    </span>
  );
}
