import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { useFolder } from '../../stores/folder';
import { useAnswer } from '../../stores/use-answer';
import { useFresh } from '../../stores/use-fresh';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { ViewPage } from '../../ui/view-page';
import { CommandList } from './command-list';
import { MemoryList } from './memory-list';

/** What this folder gives the agent beside the conversation: commands and skills, and the memory files that are really loaded. */
export function SkillsView({ folder }: { folder: string }) {
  const { t } = useTranslation(['skills', 'common']);
  const trusted = useFolder((state) => state.trusted);
  const userFiles = useConfig((state) => state.config?.readUserFiles);
  const [fresh, refresh] = useFresh();
  const key = `${folder} ${trusted} ${userFiles} ${fresh}`;
  const commands = useAnswer('folder.commands', { folder }, key);
  const memory = useAnswer('folder.memory', { folder }, key);
  const loading = commands.loading || memory.loading;
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />}
    >
      <ScrollRegion name={t('title')} className="min-h-0 flex-1" aria-busy={loading}>
        <div className="grid min-h-full min-[1060px]:grid-cols-2">
          <div className="min-w-0 px-4 py-3">
            <CommandList answer={commands} onRetry={refresh} />
          </div>
          <div className="min-w-0 border-line border-t px-4 py-3 min-[1060px]:border-t-0 min-[1060px]:border-l">
            <MemoryList answer={memory} folder={folder} userFiles={userFiles ?? true} onRetry={refresh} />
          </div>
        </div>
      </ScrollRegion>
    </ViewPage>
  );
}
