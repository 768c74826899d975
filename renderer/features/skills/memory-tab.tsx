import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { useAnswer } from '../../stores/use-answer';
import { ScrollRegion } from '../../ui/scroll-region';
import { MemoryList } from './memory-list';

/** The memory files of the folder, as they are loaded. */
export function MemoryTab({ folder, changed, onChanged }: { folder: string; changed: string; onChanged: () => void }) {
  const { t } = useTranslation('skills');
  const userFiles = useConfig((state) => state.config?.readUserFiles);
  const memory = useAnswer('folder.memory', { folder }, changed);
  return (
    <ScrollRegion name={t('tab.memory')} className="min-h-0 flex-1 px-4 py-3" aria-busy={memory.loading}>
      <MemoryList answer={memory} folder={folder} userFiles={userFiles ?? true} onRetry={onChanged} />
    </ScrollRegion>
  );
}
