import { useTranslation } from 'react-i18next';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { PathText } from '../../ui/path-text';
import { keyed } from '../../ui/keyed';
import type { TurnFacts } from './turn-facts';

/** What the agent's file tools wrote in a turn, with undo for exactly that, and the commands that undo does not cover. */
export function ChangedFiles({ turn, facts }: { turn: string; facts: TurnFacts }) {
  const { t } = useTranslation(['conversation', 'common']);
  const session = useSession((state) => state.id);
  const folder = useSession((state) => state.state?.folder);
  const readOnly = useSession((state) => state.readOnlyOwner !== undefined);
  const undo = (paths?: string[]) => {
    if (!session) return;
    call('changes.undo', { session, turn, ...(paths ? { paths } : {}) }).then(
      ({ undone, kept }) => {
        if (undone.length > 0) showToast({ text: t('undone', { count: undone.length }), tone: 'plain' });
        for (const entry of kept) showToast({ text: t('undoKept', { path: entry.path, why: entry.why }), tone: 'bad' });
      },
      (error: unknown) => showToast({ text: t(`common:error.${errorCode(error)}`), tone: 'bad' }),
    );
  };
  const open = facts.files.filter((file) => !file.undone);
  return (
    <section aria-label={t('changedFiles')} className="pb-1">
      <div className="flex items-center justify-between">
        <span>{t('changed', { count: facts.files.length })}</span>
        {open.length > 1 && !readOnly ? (
          <Button look="quiet" onClick={() => undo()}>
            {t('undoAll')}
          </Button>
        ) : undefined}
      </div>
      <ul>
        {facts.files.map((file) => (
          <li key={file.path} className="flex h-[26px] items-center gap-3">
            <PathText
              path={file.path}
              {...(folder ? { base: folder } : {})}
              className={file.undone ? 'text-faint line-through' : 'text-ink'}
            />
            <span className="shrink-0">
              <span className="text-added-ink">+{file.added}</span> <span className="text-removed-ink">−{file.removed}</span>
            </span>
            <span className="flex-1" />
            {file.undone ? (
              <span>{t('isUndone')}</span>
            ) : readOnly ? undefined : (
              <Button look="quiet" aria-label={t('undoFile', { path: file.path })} onClick={() => undo([file.path])}>
                {t('common:undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {facts.shell.length > 0 ? (
        <details>
          <summary className="leading-[20px]">{t('notCovered', { count: facts.shell.length })}</summary>
          <ul className="pl-4">
            {keyed(facts.shell).map(({ key, value: command }) => (
              <li key={key} className="break-anywhere font-mono">
                {command}
              </li>
            ))}
          </ul>
        </details>
      ) : undefined}
    </section>
  );
}
