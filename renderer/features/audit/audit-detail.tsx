import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/model/audit';
import { select } from '../../stores/selection';
import { useReveal } from '../../stores/system';
import { Button } from '../../ui/button';
import { useDecisionWhy, VerdictChip } from '../../ui/decision-chip';
import { Fact } from '../../ui/fact';
import { useFormat } from '../../ui/format';
import { PathActions } from '../../ui/path-actions';
import { PathText } from '../../ui/path-text';
import { useEntryWords } from './entry-words';
import { StateChip } from './state-chip';

interface AuditDetailProps {
  entry: AuditEntry;
  folder: string;
  /** Narrows the list to a session. */
  onSession: (session: string) => void;
}

/** One record whole, with the way to where it happened: there the decision has its trace. */
export function AuditDetail({ entry, folder, onSession }: AuditDetailProps) {
  const { t } = useTranslation(['audit', 'common']);
  const { actor, about, capability } = useEntryWords();
  const reveal = useReveal();
  const why = useDecisionWhy();
  const { decision, session, item, input, summary, capabilities = [], paths = [] } = entry;
  const text = input?.['command'] ?? input?.['url'] ?? (entry.kind === 'server' ? about(entry) : summary);
  const rest = Object.entries(input ?? {}).filter(([name]) => !['command', 'url', 'file_path'].includes(name));
  return (
    <article aria-label={about(entry)} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{entry.tool ?? t(`kind.${entry.kind}`)}</h2>
        <StateChip state={entry.state} />
        <span className="flex-1" />
        {session && item ? <Button onClick={() => select({ view: 'sessions', session, item })}>{t('detail.toItem')}</Button> : undefined}
        {session ? (
          <Button look="quiet" onClick={() => onSession(session)}>
            {t('detail.onlySession')}
          </Button>
        ) : undefined}
      </div>
      {text === undefined || entry.kind === 'trust' ? undefined : (
        <pre className="whitespace-pre-wrap break-anywhere rounded-md border border-line bg-panel px-2 py-1.5 text-sm">{String(text)}</pre>
      )}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-sm">
        <Fact name={t('column.by')}>{actor(entry)}</Fact>
        <Result entry={entry} />
        {decision ? (
          <Fact name={t('column.decision')}>
            <span className="flex flex-col gap-1">
              <span>
                <VerdictChip verdict={decision.decision} />
              </span>
              <span className="break-anywhere">{why(decision)}</span>
              {decision.answer ? (
                <span className="text-muted">{t(`answer.${decision.answer}`, { defaultValue: decision.answer })}</span>
              ) : undefined}
            </span>
          </Fact>
        ) : undefined}
        {capabilities.length > 0 ? <Fact name={t('detail.capabilities')}>{capabilities.map(capability).join(', ')}</Fact> : undefined}
        <Grant grant={entry.grant} />
        {paths.length > 0 ? (
          <Fact name={t('detail.paths')}>
            {paths.map((path) => (
              <span key={path} className="flex min-w-0 items-center">
                <PathText path={path} base={folder} className="flex-1" />
                <PathActions path={path} onReveal={reveal} />
              </span>
            ))}
          </Fact>
        ) : undefined}
        {rest.map(([name, value]) => (
          <Fact key={name} name={name}>
            {String(value)}
          </Fact>
        ))}
        <Fact name={t('detail.record')}>
          <code className="break-anywhere">
            {entry.seq} · {entry.id}
          </code>
        </Fact>
        {entry.key ? (
          <Fact name={t('detail.key')}>
            <code className="break-anywhere">{entry.key}</code>
          </Fact>
        ) : undefined}
      </dl>
    </article>
  );
}

function Result({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation(['audit', 'conversation']);
  const format = useFormat();
  const { when } = useEntryWords();
  const { errorKind, exitCode, signal, durationMs, bytesWritten, hosts = [] } = entry;
  return (
    <>
      <Fact name={t('column.at')}>{when(entry)}</Fact>
      {errorKind ? <Fact name={t('detail.error')}>{t(`conversation:errorKind.${errorKind}`)}</Fact> : undefined}
      {exitCode === undefined ? undefined : <Fact name={t('detail.exitCode')}>{exitCode}</Fact>}
      {signal ? <Fact name={t('detail.signal')}>{signal}</Fact> : undefined}
      {durationMs === undefined ? undefined : <Fact name={t('detail.duration')}>{format.duration(durationMs)}</Fact>}
      {bytesWritten === undefined ? undefined : <Fact name={t('detail.bytes')}>{format.bytes(bytesWritten)}</Fact>}
      {hosts.length > 0 ? <Fact name={t('detail.hosts')}>{hosts.join(', ')}</Fact> : undefined}
    </>
  );
}

function Grant({ grant }: { grant: AuditEntry['grant'] }) {
  const { t } = useTranslation('audit');
  if (!grant) return undefined;
  const { isolated, why, writable = [], hosts = [] } = grant;
  return (
    <Fact name={t('detail.grant')}>
      <span className="flex flex-col">
        <span>{isolated ? t('grant.isolated') : t(`grant.${why}`)}</span>
        {writable.length > 0 ? (
          <span className="break-anywhere text-muted">{t('grant.writable', { paths: writable.join(', ') })}</span>
        ) : undefined}
        {isolated ? (
          <span className="break-anywhere text-muted">
            {hosts.length > 0 ? t('grant.hosts', { hosts: hosts.join(', ') }) : t('grant.noHosts')}
          </span>
        ) : undefined}
      </span>
    </Fact>
  );
}
