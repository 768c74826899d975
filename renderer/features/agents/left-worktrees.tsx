import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../stores/use-answer';
import { ViewSection } from '../../ui/view-page';
import { SettleButtons, WorktreeWork } from './worktree-actions';

/** Worktrees of agents in this folder, of whichever session: what their agents left waits for the person's word. */
export function LeftWorktrees({ folder, fresh, onSettled }: { folder: string; fresh: number; onSettled: () => void }) {
  const { t } = useTranslation('agents');
  const { data } = useAnswer('worktrees.list', { folder }, `${folder} ${fresh}`);
  if (!data || data.worktrees.length === 0) return undefined;
  return (
    <ViewSection title={t('worktree.left')} count={data.worktrees.length} note={t('worktree.leftNote')} className="pt-3">
      <ul aria-label={t('worktree.left')} className="flex flex-col gap-2">
        {data.worktrees.map(({ path, branch, inUse, ...work }) => (
          <li key={path} className="rounded-md border border-line p-2 text-sm">
            <p className="break-anywhere font-mono">{branch}</p>
            <p className="break-anywhere text-muted">{path}</p>
            <WorktreeWork {...work} />
            {inUse ? <p className="text-muted">{t('worktree.inUse')}</p> : <SettleButtons path={path} onSettled={onSettled} />}
          </li>
        ))}
      </ul>
    </ViewSection>
  );
}
