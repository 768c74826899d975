import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { call } from '../../stores/host';
import { useSession } from '../../stores/session';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { PathText } from '../../ui/path-text';
import { keyed } from '../../ui/keyed';

type Changes = Result<'changes.list'>;
const NONE: string[] = [];

interface ChangedFilesProps {
  turn: string;
  files: Changes['files'];
  commands: Changes['commands'];
}

/** What the agent's file tools wrote in a turn, with undo for exactly that, and the commands that undo does not cover. */
export function ChangedFiles({ turn, files, commands }: ChangedFilesProps) {
  const { t } = useTranslation(['conversation', 'common']);
  const session = useSession((state) => state.id);
  const folder = useSession((state) => state.state?.folder);
  const readOnly = useSession((state) => state.readOnlyOwner !== undefined);
  const undone = useSession((state) => state.state?.undone ?? NONE);
  const isUndone = ({ path }: { path: string }) => undone.includes(`${turn}:${path}`);
  const undo = (paths?: string[]) => {
    if (!session) return;
    call('changes.undo', { session, turn, ...(paths ? { paths } : {}) }).then(({ undone, kept }) => {
      if (undone.length > 0) showToast({ text: t('undone', { count: undone.length }), tone: 'plain' });
      const left = kept.map(({ path, why }) => t('undoKept', { path, why: t(`keptWhy.${why}`, { defaultValue: why }) }));
      if (left.length > 0) showToast({ text: left.join('\n'), tone: 'bad' });
    }, reportFailure);
  };
  const open = files.filter((file) => !isUndone(file));
  return (
    <section aria-label={t('changedFiles')} className="pb-1">
      <div className="flex items-center justify-between">
        <span>{files.length > 0 ? t('changed', { count: files.length }) : undefined}</span>
        {open.length > 1 && !readOnly ? (
          <Button look="quiet" onClick={() => undo()}>
            {t('undoAll')}
          </Button>
        ) : undefined}
      </div>
      <ul>
        {files.map((file) => (
          <li key={file.path} className="flex h-[26px] items-center gap-3">
            <PathText
              path={file.path}
              {...(folder ? { base: folder } : {})}
              className={isUndone(file) ? 'text-faint line-through' : 'text-ink'}
            />
            <span className="shrink-0">
              <span className="text-added-ink">+{file.added}</span> <span className="text-removed-ink">−{file.removed}</span>
            </span>
            <span className="flex-1" />
            {isUndone(file) ? (
              <span>{t('isUndone')}</span>
            ) : readOnly ? undefined : (
              <Button look="quiet" aria-label={t('undoFile', { path: file.path })} onClick={() => undo([file.path])}>
                {t('common:undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {commands.length > 0 ? (
        <details>
          <summary className="leading-[20px]">{t('notCovered', { count: commands.length })}</summary>
          <ul className="pl-4">
            {keyed(commands).map(({ key, value: command }) => (
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
