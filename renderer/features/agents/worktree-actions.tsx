import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentNode } from '../../../shared/model/agent-node';
import { useFolder } from '../../stores/folder';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';

type Worktree = NonNullable<AgentNode['worktree']>;
type Work = Omit<NonNullable<Worktree['end']>, 'state'>;
type How = 'merge' | 'keep' | 'discard';

/** The work that an agent left in its worktree, and the person's word on it once the agent is at rest. */
export function WorktreeActions({ worktree, running }: { worktree: Worktree; running: boolean }) {
  const { t } = useTranslation('agents');
  const { end, settled } = worktree;
  return (
    <section aria-label={t('worktree.title')} className="rounded-md border border-line p-2 text-sm">
      <h3 className="font-semibold">{t('worktree.title')}</h3>
      <p className="break-anywhere font-mono text-muted">{worktree.path}</p>
      {running ? <p>{t('worktree.inUse')}</p> : undefined}
      {!running && end?.state === 'removed' ? <p>{t('worktree.removed')}</p> : undefined}
      {!running && settled ? <p>{t(`worktree.${settled}`)}</p> : undefined}
      {!running && end?.state === 'waiting' && settled !== 'merged' && settled !== 'discarded' ? (
        <>
          <WorktreeWork {...end} />
          <SettleButtons path={worktree.path} />
        </>
      ) : undefined}
    </section>
  );
}

/** What is in it, and would be lost with it. */
export function WorktreeWork({ files, commits, ignored, repositories }: Work) {
  const { t } = useTranslation('agents');
  return (
    <p className="break-anywhere pb-1.5">
      {t('worktree.work', { files, commits })}
      {ignored === undefined ? undefined : ` ${t('worktree.ignored', { ignored: ignored.join(', ') })}`}
      {repositories === undefined ? undefined : ` ${t('worktree.repositories', { repositories: repositories.join(', ') })}`}
    </p>
  );
}

/** Merge, keep, discard: the last only at the second word. */
export function SettleButtons({ path, onSettled }: { path: string; onSettled?: () => void }) {
  const { t } = useTranslation('agents');
  const folder = useFolder((state) => state.folder);
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!folder) return undefined;
  const settle = (how: How) => {
    setBusy(true);
    setProblem(undefined);
    call('worktrees.settle', { folder, path, how })
      .then((answer) => {
        if (answer.problem !== undefined) return setProblem(answer.problem);
        const left = answer.left?.join(', ');
        showToast({
          text: left === undefined ? t(`worktree.done.${how}`) : t('worktree.done.mergedButLeft', { left }),
          tone: 'plain',
        });
        onSettled?.();
      }, reportFailure)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <Button disabled={busy} onClick={() => settle('merge')}>
          {t('worktree.merge')}
        </Button>
        <Button disabled={busy} onClick={() => settle('keep')}>
          {t('worktree.keep')}
        </Button>
        <Button look="danger" disabled={busy} onClick={() => (sure ? settle('discard') : setSure(true))}>
          {t(sure ? 'worktree.discardSure' : 'worktree.discard')}
        </Button>
      </div>
      {problem === undefined ? undefined : (
        <p role="alert" className="break-anywhere pt-1 text-bad">
          {t('worktree.notSettled')} <span lang="en">{problem}</span>
        </p>
      )}
    </>
  );
}
