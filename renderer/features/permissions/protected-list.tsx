import { useTranslation } from 'react-i18next';
import { ViewSection } from '../../ui/view-page';

/** Paths that no rule can open for writing: folders first. */
export function ProtectedList({ paths }: { paths: readonly string[] }) {
  const { t } = useTranslation('permissions');
  return (
    <ViewSection title={t('protected.title')} count={paths.length} note={t('protected.note')}>
      <ul aria-label={t('protected.title')} className="flex flex-wrap gap-1">
        {paths.map((path) => (
          <li key={path}>
            <code className="inline-block break-anywhere rounded-sm border border-line px-1.5 leading-[18px]">{path}</code>
          </li>
        ))}
      </ul>
    </ViewSection>
  );
}
