import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerView } from '../../../shared/model/mcp';
import { useReveal } from '../../stores/system';
import { Chip } from '../../ui/chip';
import { Fact } from '../../ui/fact';
import { useFormat } from '../../ui/format';
import { PathActions } from '../../ui/path-actions';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';
import { ApproveServer } from './approve-server';
import { LaunchView } from './launch-view';
import { ProcessTable } from './process-table';
import { RefusedHosts } from './refused-hosts';
import { RemoveServer } from './remove-server';
import { ServerOptionsForm } from './server-options-form';
import { ServerText } from './server-text';
import { StateSection } from './state-section';
import { isCostKnown, useKindWords, useWarningWords } from './server-words';

interface OverviewTabProps {
  folder: string;
  server: ServerView;
  detail: ServerDetail | undefined;
  onDiagnose: () => void;
  onEdit: () => void;
  onChanged: () => void;
}

/** How the server is and why, what to do next, what it is, and what the person sets for it. */
export function OverviewTab({ folder, server, detail, onDiagnose, onEdit, onChanged }: OverviewTabProps) {
  const { t } = useTranslation('mcp');
  const reveal = useReveal();
  const warningWords = useWarningWords();
  const { name, file, line, launch, info, state, warnings } = server;
  return (
    <ScrollRegion name={t('tab.overview')} className="@container min-h-0 flex-1 px-4 py-3">
      <div className="grid gap-x-8 gap-y-5 @[900px]:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <StateSection folder={folder} server={server} history={detail?.history ?? []} onDiagnose={onDiagnose} onEdit={onEdit} />
          {warnings.length > 0 ? (
            <ViewSection title={t('warnings')} count={warnings.length}>
              <ul aria-label={t('warnings')} className="flex flex-col gap-1 text-sm text-warn">
                {warnings.map((warning) => (
                  <li key={`${warning.code} ${JSON.stringify(warning.params)}`} className="break-anywhere">
                    {warningWords(warning)}
                  </li>
                ))}
              </ul>
            </ViewSection>
          ) : undefined}
          <RefusedHosts folder={folder} server={name} hosts={server.refusedHosts ?? []} />
          {state === 'pending-approval' ? (
            <ApproveServer key={server.hash} folder={folder} server={server} />
          ) : (
            <ViewSection title={t('launch.title')}>
              {launch ? <LaunchView launch={launch} /> : <p className="text-muted text-sm">{t('launch.broken')}</p>}
              <p className="flex flex-wrap items-center gap-x-1 pt-1 text-faint text-sm">
                {t('approve.from')}{' '}
                <code className="break-anywhere">
                  {file}:{line}
                </code>
                <PathActions path={file} onReveal={reveal} />
              </p>
            </ViewSection>
          )}
          <ProcessTable processes={detail?.processes ?? []} />
          {info ? (
            <ViewSection title={t('capabilities')} note={t('capabilitiesNote')}>
              <div className="flex flex-wrap gap-1">
                {info.capabilities.map((capability) => (
                  <Chip key={capability}>{capability}</Chip>
                ))}
              </div>
            </ViewSection>
          ) : undefined}
          {detail?.instructions ? (
            <ViewSection title={t('instructions')} note={t('instructionsNote')}>
              <ServerText name={t('instructions')} text={detail.instructions} />
            </ViewSection>
          ) : undefined}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Numbers server={server} residentBytes={detail?.server.residentBytes ?? server.residentBytes} />
          <ServerOptionsForm key={name} folder={folder} server={server} />
          <RemoveServer folder={folder} server={server} onRemoved={onChanged} />
        </div>
      </div>
    </ScrollRegion>
  );
}

function Numbers({ server, residentBytes }: { server: ServerView; residentBytes: number | undefined }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const kind = useKindWords()(server);
  const { calls, errors, restarts, latency, tokens } = server;
  return (
    <ViewSection title={t('numbers')}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {kind ? (
          <Fact name={t('kind')}>
            <span className="break-anywhere">{kind}</span>
          </Fact>
        ) : undefined}
        <Fact name={t('column.calls')}>
          {t('calls', { count: calls })} · {t('errors', { count: errors })} · {t('restarts', { count: restarts })}
        </Fact>
        <Fact name={t('column.latency')}>
          {latency ? `p50 ${format.duration(latency.p50)} · p95 ${format.duration(latency.p95)}` : t('notYet')}
        </Fact>
        {residentBytes === undefined ? undefined : <Fact name={t('memory')}>{format.bytes(residentBytes)}</Fact>}
        <Fact name={t('definitions')}>
          {isCostKnown(server) ? (
            <>
              {t('whole')} <Tokens count={tokens.definitions} estimated /> · {t('names')} <Tokens count={tokens.names} estimated />
            </>
          ) : (
            t('costUnknown')
          )}
        </Fact>
        <Fact name={t('results')}>{calls > 0 ? <Tokens count={tokens.results} estimated /> : t('notYet')}</Fact>
      </dl>
    </ViewSection>
  );
}
