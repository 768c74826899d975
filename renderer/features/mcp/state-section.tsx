import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerView } from '../../../shared/model/mcp';
import { select } from '../../stores/selection';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { keyed } from '../../ui/keyed';
import { ViewSection } from '../../ui/view-page';
import { ask } from './server-actions';
import { useReasonWords } from './server-words';
import { SignIn } from './sign-in';
import { StateChip } from './state-chip';

interface StateSectionProps {
  folder: string;
  server: ServerView;
  history: ServerDetail['history'];
  onDiagnose: () => void;
  onEdit: () => void;
}

/** The state with its reason, what helps, and how it came about. */
export function StateSection({ folder, server, history, onDiagnose, onEdit }: StateSectionProps) {
  const { t } = useTranslation('mcp');
  const reasonWords = useReasonWords();
  const { name, state, reason, transport } = server;
  const place = { folder, server: name };
  const isOff = state === 'disabled' && reason?.code === 'disabled-here';
  const canStart = state !== 'disabled' && state !== 'pending-approval';
  return (
    <ViewSection title={t('state.title')}>
      <div role="status" className="flex flex-col gap-1 text-sm">
        <p>
          <StateChip state={state} /> {reason ? <span className="ml-1">{reasonWords(reason)}</span> : undefined}
        </p>
        {reason?.detail ? (
          <p lang="en" className="whitespace-pre-wrap break-anywhere rounded-sm bg-panel px-2 py-1 font-mono">
            {reason.detail}
          </p>
        ) : undefined}
        {reason ? <p className="max-w-[92ch] text-muted">{t(`next.${reason.code}`)}</p> : undefined}
      </div>
      <div className="flex flex-wrap gap-1.5 pt-2">
        {reason?.code === 'untrusted-folder' ? <Button onClick={() => select({ view: 'permissions' })}>{t('toTrust')}</Button> : undefined}
        {canStart ? <Button onClick={() => void ask('mcp.restart', place)}>{t('restart')}</Button> : undefined}
        {isOff ? (
          <Button onClick={() => void ask('mcp.enable', { ...place, enabled: true })}>{t('enable')}</Button>
        ) : canStart ? (
          <Button onClick={() => void ask('mcp.enable', { ...place, enabled: false })}>{t('disable')}</Button>
        ) : undefined}
        {transport === 'http' || transport === 'sse' ? <SignIn folder={folder} server={server} /> : undefined}
        <Button onClick={onEdit}>{t('edit.open')}</Button>
        {state === 'connected' ? undefined : (
          <Button look="quiet" onClick={onDiagnose}>
            {t('diagnose.open')}
          </Button>
        )}
      </div>
      {history.length > 1 ? <History history={history} /> : undefined}
    </ViewSection>
  );
}

function History({ history }: { history: ServerDetail['history'] }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const reasonWords = useReasonWords();
  return (
    <details className="pt-2 text-sm">
      <summary className="cursor-pointer text-muted">{t('history')}</summary>
      <ol aria-label={t('history')} className="mt-1 flex max-h-56 flex-col gap-1 overflow-y-auto border-line border-l-2 pl-2">
        {keyed(history).map(({ key, value }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-faint">{format.time(new Date(value.at).toISOString())}</span>
            <StateChip state={value.state} />
            {value.reason ? <span className="min-w-0 break-anywhere text-muted">{reasonWords(value.reason)}</span> : undefined}
          </li>
        ))}
      </ol>
    </details>
  );
}
