import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { ServerView } from '../../../shared/model/mcp';
import { select, selectDetail } from '../../stores/selection';
import { useServerRequests } from '../../stores/server-requests';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { ScrollRegion } from '../../ui/scroll-region';
import { TextInput } from '../../ui/text-input';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';
import { ApproveServer } from './approve-server';
import { NEW_SERVER } from './server-place';
import { NoServers } from './no-servers';
import { ROW_COLUMNS, ServerRow } from './server-row';
import { ServerRequests } from './server-requests';
import { tokensNow } from './server-words';

/** All servers of the folder: first what waits for the person, then each as a process. */
export function ServerList({ folder, data }: { folder: string; data: Result<'mcp.list'> }) {
  const { t } = useTranslation('mcp');
  const [filter, setFilter] = useState('');
  const requests = useServerRequests((state) => state.requests);
  const { servers, diagnostics, trusted, files } = data;
  const waiting = servers.filter(({ state }) => state === 'pending-approval');
  const shown = servers.filter((server) => textOf(server).includes(filter.trim().toLowerCase()));
  const problems = diagnostics.filter(({ severity }) => severity !== 'info');
  return (
    <ScrollRegion name={t('title')} className="@container flex min-h-0 flex-1 flex-col">
      {trusted ? undefined : (
        <Banner tone="warn" actions={<Button onClick={() => select({ view: 'permissions' })}>{t('toTrust')}</Button>}>
          {t('untrusted')}
        </Banner>
      )}
      {requests.length > 0 || waiting.length > 0 ? (
        <div className="flex max-w-[860px] flex-col gap-3 px-4 pt-3">
          <ServerRequests requests={requests} />
          {waiting.map((server) => (
            <ApproveServer key={`${server.name} ${server.hash}`} folder={folder} server={server} />
          ))}
        </div>
      ) : undefined}
      {problems.length > 0 ? (
        <ViewSection title={t('problems')} count={problems.length} className="px-4 pt-3">
          <DiagnosticList diagnostics={problems} name={t('problems')} />
        </ViewSection>
      ) : undefined}
      {servers.length === 0 ? (
        <NoServers files={files} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 px-4 py-2">
            <TextInput
              name={t('filter')}
              placeholder={t('filter')}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              onEscape={() => setFilter('')}
              className="max-w-[260px]"
            />
            <span className="text-muted text-sm">
              {t('total', { count: servers.length })} ·{' '}
              <Tokens bare count={servers.reduce((sum, server) => sum + tokensNow(server), 0)} estimated /> {t('perRequest')}
            </span>
            <span className="flex-1" />
            <Button onClick={() => selectDetail(NEW_SERVER)}>
              <Plus size={13} aria-hidden />
              {t('add.open')}
            </Button>
          </div>
          <Headings />
          <ul aria-label={t('title')}>
            {shown.map((server) => (
              <ServerRow key={server.name} server={server} />
            ))}
          </ul>
          {shown.length === 0 ? <p className="px-4 py-3 text-muted text-sm">{t('noneFits')}</p> : undefined}
        </>
      )}
    </ScrollRegion>
  );
}

function Headings() {
  const { t } = useTranslation('mcp');
  return (
    <div aria-hidden className={cx('label hidden border-line border-b px-4 py-1', ROW_COLUMNS)}>
      <span>{t('column.server')}</span>
      <span>{t('column.state')}</span>
      <span>{t('column.process')}</span>
      <span>{t('column.latency')}</span>
      <span>{t('column.calls')}</span>
      <span>{t('column.tokens')}</span>
    </div>
  );
}

function textOf({ name, state, transport, info, file }: ServerView): string {
  return [name, state, transport, info?.name, info?.title, file].join(' ').toLowerCase();
}
