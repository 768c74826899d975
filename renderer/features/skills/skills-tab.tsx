import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../stores/use-answer';
import { ScrollRegion } from '../../ui/scroll-region';
import { CommandList } from './command-list';

/** Skills and commands of the folder. */
export function SkillsTab({ folder, changed, onChanged }: { folder: string; changed: string; onChanged: () => void }) {
  const { t } = useTranslation('skills');
  const commands = useAnswer('folder.commands', { folder }, changed);
  return (
    <ScrollRegion name={t('tab.skills')} className="min-h-0 flex-1 px-4 py-3" aria-busy={commands.loading}>
      <CommandList answer={commands} onRetry={onChanged} />
    </ScrollRegion>
  );
}
